import Foundation
import OrielGateway
import Synchronization
import Testing

@testable import OrielJWT

struct JWTVerifierTests {
  @Test func `a handshake that asks for keys right after they were fetched does not fetch them again`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID()).json").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let write = { (name: String) in
      let set = """
        {"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "\(name)", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
        """
      try Data(set.utf8).write(to: URL(filePath: path))
    }
    let changes = Changes()
    try write("first")
    let verifier = try await JWTVerifier(.file(path), rules: TokenRules()) { _ in changes.count() }
    for (name, expected) in [("second", 1), ("third", 1)] {
      try write(name)
      await withCheckedContinuation { known in verifier.refresh { known.resume() } }
      #expect(changes.counted == expected)
    }
  }

  private final class Changes: Sendable {
    private let number = Mutex(0)
    var counted: Int { number.withLock { $0 } }
    func count() { number.withLock { $0 += 1 } }
  }
}
