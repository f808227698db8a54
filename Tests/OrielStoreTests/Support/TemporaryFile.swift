import Foundation

/// A path in a folder of its own, which is deleted with the last test's end.
struct TemporaryFile {
  let path: String

  init() {
    path = TemporaryFolder.new() + "/oriel.db"
  }

  var bytes: [UInt8] { bytes("") }

  /// Of the file beside it whose name ends so.
  func bytes(_ suffix: String) -> [UInt8] {
    FileManager.default.contents(atPath: path + suffix).map { [UInt8]($0) } ?? []
  }

  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  /// Another file with the same content: a store's file, its log, and nothing of its lock.
  func copy() throws -> TemporaryFile {
    let copy = TemporaryFile()
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy.path + suffix)
    }
    return copy
  }
}

/// The folder of all files of this process's tests.
private enum TemporaryFolder {
  private static let root = {
    atexit { try? FileManager.default.removeItem(atPath: TemporaryFolder.path) }
    return path
  }()

  private static var path: String {
    NSTemporaryDirectory() + "oriel-tests-\(ProcessInfo.processInfo.processIdentifier)"
  }

  static func new() -> String {
    let folder = root + "/" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
