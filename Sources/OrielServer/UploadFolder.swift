import Foundation
import Oriel
import OrielSystem
import OrielTransport

/// The folder of uploaded files, which outlives the process if windows do.
struct UploadFolder {
  let path: String
  /// Whether it is deleted with the process.
  private let isTemporary: Bool
  private let isOfNode: Bool
  /// Whether users may upload files: not if the windows of other nodes could not find them.
  let areAccepted: Bool

  init(_ configuration: ServerConfiguration) {
    isOfNode = configuration.nodeAddress != nil
    areAccepted = !isOfNode || configuration.uploads != nil
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
    return FileFolder.shared(path: path, by: loops, isOfNodes: isOfNode)
  }

  /// The mark of the folder that nodes share, by which they see that it is the same; `nil` if there is none.
  func mark() throws(ConfigurationError) -> String? {
    guard isOfNode, areAccepted else { return nil }
    let (mark, new) = ("\(path)/.mark", "\(path)/.mark.\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if !FileManager.default.fileExists(atPath: mark) {
        try Data(SystemRandomness().hexadecimal(16).utf8).write(to: URL(filePath: new), options: .withoutOverwriting)
        defer { try? FileManager.default.removeItem(atPath: new) }
        let file = try FileHandle(forUpdating: URL(filePath: new))
        try file.synchronize()
        try file.close()
        // Of several nodes that start together, one makes it.
        do {
          try FileManager.default.linkItem(atPath: new, toPath: mark)
        } catch {
          guard FileManager.default.fileExists(atPath: mark) else { throw error }
        }
      }
      return try String(contentsOfFile: mark, encoding: .utf8)
    } catch {
      throw .unusableUploads(path, reason: error.localizedDescription)
    }
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
