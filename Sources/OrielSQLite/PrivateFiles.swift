import Foundation

/// Keeps the store's files from other users of the machine, whatever the process's umask is.
///
/// SQLite gives the files it makes beside a database the mode of the database.
enum PrivateFiles {
  private static let mode = 0o600
  private static let suffixes = ["", "-wal", "-shm", "-journal", "-lock"]

  /// Creates an empty database if there is none. Any other file at the path is left alone.
  static func create(_ path: String) {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    // Where it can't be made, SQLite says why.
    _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: mode])
  }

  /// Takes the rights of others from a store that has them. Where the files are another user's, they stay as they are.
  static func restrict(_ path: String) {
    for file in suffixes.map({ path + $0 }) {
      guard let former = try? FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int,
        former & 0o077 != 0
      else { continue }
      try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
  }
}
