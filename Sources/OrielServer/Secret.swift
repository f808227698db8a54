import Foundation
import OrielSystem
import OrielTransport

/// The key that signs cookies.
enum Secret {
  /// Loads the key from the configuration, or else from the file beside the store, which is created if it doesn't
  /// exist. If nothing is stored, the key is new at each start.
  static func load(_ configuration: ServerConfiguration) throws(ConfigurationError) -> [UInt8] {
    if let secret = configuration.secret { return Array(secret.utf8) }
    guard let path = configuration.localPath else { return SystemRandomness().bytes(32) }
    return try load(beside: path)
  }

  static func path(beside database: String) -> String { database + ".secret" }

  /// Copies the file beside a store to another store's place, replacing any file there. Returns whether there was a
  /// file to copy.
  static func copy(beside database: String, to other: String) throws(ConfigurationError) -> Bool {
    let (path, copy) = (path(beside: database), path(beside: other))
    guard FileManager.default.fileExists(atPath: path) else { return false }
    do {
      try write(Array(Data(contentsOf: URL(fileURLWithPath: path))), to: copy)
      return true
    } catch {
      throw .unreadableSecret(path, reason: error.localizedDescription)
    }
  }

  private static func load(beside database: String) throws(ConfigurationError) -> [UInt8] {
    let path = path(beside: database)
    do {
      if let data = FileManager.default.contents(atPath: path), data.count >= 32 { return Array(data) }
      let secret = SystemRandomness().bytes(32)
      try write(secret, to: path)
      return secret
    } catch {
      throw .unreadableSecret(path, reason: error.localizedDescription)
    }
  }

  /// Creates the file readable by its owner only.
  private static func write(_ secret: [UInt8], to path: String) throws {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: path, contents: Data(secret), attributes: attributes) else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }
}

extension SystemRandomness {
  /// This many random bytes, as hexadecimal text.
  func hexadecimal(_ count: Int) -> String {
    bytes(count).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
