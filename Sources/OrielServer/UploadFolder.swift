import Foundation
import Oriel
import OrielSystem
import OrielTransport

/// The folder of uploaded files, which outlives the process if windows do.
struct UploadFolder {
  let path: String
  /// Whether it is deleted with the process.
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
    configuration.localPath.map(path(besides:))
  }

  static func path(besides database: String) -> String { database + ".uploads" }

  /// Opens the folder on each loop. Models save the paths of files relative to it.
  func open(on loops: [EventLoop]) -> [FileFolder] {
    UploadedFile.folder.withLock { $0 = path }
    return FileFolder.shared(path: path, by: loops)
  }

  /// Deletes a temporary folder when the process ends.
  func close() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }

  private static let prefix = "oriel-uploads-"

  private static func temporary(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appending(path: prefix + name).path
  }

  /// Deletes the folders left behind by killed processes of this user.
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
