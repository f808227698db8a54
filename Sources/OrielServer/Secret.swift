import Foundation
import OrielTransport

/// The key that cookies are signed with.
enum Secret {
  /// From the configuration, else from the file beside the store, which is made if there is none; new at each start
  /// where nothing is stored.
  static func load(_ configuration: ServerConfiguration) throws(ConfigurationError) -> [UInt8] {
    if let secret = configuration.secret { return Array(secret.utf8) }
    guard configuration.isStored else { return SystemRandomness().bytes(32) }
    return try load(beside: configuration.database)
  }

  static func path(beside database: String) -> String { database + ".secret" }

  /// Copies the file beside a store to beside another, in place of what is there. Returns whether there is one.
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

  /// Readable by its owner only, from the beginning.
  private static func write(_ secret: [UInt8], to path: String) throws {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: path, contents: Data(secret), attributes: attributes) else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }
}
