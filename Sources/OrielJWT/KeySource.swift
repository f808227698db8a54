#if JWT
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

    func keys(of document: [UInt8]) async throws -> KeySet {
      guard case .secretFile = self else { return try await KeySet(json: document) }
      var keys: [VerificationKey] = []
      for secret in Self.secrets(in: document) { keys.append(try await VerificationKey(secret: secret)) }
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

    private static func fetch(_ url: URL) async throws(KeySetError) -> [UInt8] {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = 5
      configuration.timeoutIntervalForResource = 10
      let session = URLSession(configuration: configuration)
      defer { session.finishTasksAndInvalidate() }
      let (data, response): (Data, URLResponse)
      do {
        (data, response) = try await session.data(from: url)
      } catch {
        throw .unreadable("\(url): \(error.localizedDescription)")
      }
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200 else { throw .unreadable("\(url) answers \(status)") }
      guard data.count <= limit else { throw .unreadable("\(url) is too large for a key set") }
      return Array(data)
    }
  }
#endif
