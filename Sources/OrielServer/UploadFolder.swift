import Foundation
import Oriel
import OrielTransport

/// Where the files are that users send: in a folder that outlives the process where windows do.
struct UploadFolder {
  let path: String
  /// Whether it ends with the process.
  private let isTemporary: Bool

  init(_ configuration: ServerConfiguration) {
    if let path = configuration.uploads ?? Self.path(besides: configuration) {
      self.path = path
      isTemporary = false
    } else {
      Self.removeFormer()
      path = Self.temporary("\(getpid())-\(UUID().uuidString)")
      isTemporary = true
    }
  }

  private static func path(besides configuration: ServerConfiguration) -> String? {
    configuration.isStored ? path(besides: configuration.database) : nil
  }

  static func path(besides database: String) -> String { database + ".uploads" }

  /// The hub's files, on a loop. Models save where they are by it.
  func open(on loop: EventLoop) -> FileFolder {
    UploadedFile.folder.withLock { $0 = path }
    return FileFolder(path: path, on: loop)
  }

  /// What ends with the process is deleted when it ends.
  func close() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }

  private static let prefix = "oriel-uploads-"

  private static func temporary(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appending(path: prefix + name).path
  }

  /// Deletes what processes of this user have left behind that were killed.
  private static func removeFormer() {
    let folder = FileManager.default.temporaryDirectory
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where name.hasPrefix(prefix) {
      let path = folder.appending(path: name).path
      let owner = try? FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? NSNumber
      guard owner?.uint32Value == getuid(), let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
