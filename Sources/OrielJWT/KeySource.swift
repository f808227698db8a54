import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The source of the keys.
package enum KeySource: Sendable, Equatable {
  /// A JSON Web Key Set in a file.
  case file(String)
  /// A JSON Web Key Set at an https address, or at an http one of this machine.
  case url(URL)
  /// One secret for HS256, in a file.
  case secretFile(String)

  /// A set has a handful of keys.
  private static let limit = 1 << 20

  func read() async throws(KeySetError) -> [UInt8] {
    switch self {
    case .file(let path), .secretFile(let path):
      do {
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      } catch {
        throw .unreadable(error.localizedDescription)
      }
    case .url(let url): return try await Self.fetch(url)
    }
  }

  func keys(of document: [UInt8]) throws(KeySetError) -> KeySet {
    guard case .secretFile = self else { return try KeySet(json: document) }
    var keys: [VerificationKey] = []
    for secret in Self.secrets(in: document) { keys.append(try VerificationKey(secret: secret)) }
    return KeySet(keys)
  }

  /// The file's bytes as they are; and without a line break at its end, which most editors write and some programs
  /// that sign take for a part of the secret.
  private static func secrets(in document: [UInt8]) -> [[UInt8]] {
    guard document.last == 0x0A else { return [document] }
    let line = Array(document.dropLast(document.dropLast().last == 0x0D ? 2 : 1))
    // 32 random bytes may end like a line.
    return line.count < VerificationKey.leastBytes ? [document] : [line, document]
  }

  /// Whether keys may come from here: no one on the way could exchange them.
  package static func isTrusted(_ url: URL) -> Bool {
    switch url.scheme {
    case "https": true
    case "http": ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host() ?? "")
    default: false
    }
  }

  private static func fetch(_ url: URL) async throws(KeySetError) -> [UInt8] {
    do {
      return try await Download(limit: limit).bytes(of: URLRequest(url: url))
    } catch {
      throw .unreadable("\(url): \((error as? DownloadError)?.description ?? error.localizedDescription)")
    }
  }
}
