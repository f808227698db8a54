import ArgumentParser
import Foundation
import OrielSQLite

/// Where the files are that users send.
struct UploadOptions: ParsableArguments {
  @Option(help: "The folder of the files that users send. Without it ORIEL_UPLOADS, else beside the store.")
  var uploads: String?

  func path(besides database: String) -> String {
    uploads ?? ProcessInfo.processInfo.environment["ORIEL_UPLOADS"] ?? UploadFolder.path(besides: database)
  }
}

/// Copies the files that users have sent to beside a backup of the store, which names them.
///
/// A file has its name when it is whole, and never changes after. Those that are copied before the store are there even if
/// they are deleted meanwhile; those that are copied after it may have come meanwhile.
struct UploadBackup {
  let folder: String
  let copy: String
  private var files: FileManager { .default }

  init(of folder: String, besides backup: String) throws(SQLiteStoreError) {
    self.folder = folder
    copy = UploadFolder.path(besides: backup)
    guard !FileManager.default.fileExists(atPath: copy) else { throw .backupExists(copy) }
  }

  /// Copies what was not copied before.
  func copyNew() throws {
    for window in names(in: folder) where !window.hasPrefix(".") {
      for file in names(in: "\(folder)/\(window)") where !file.hasSuffix(".part") {
        try copy("\(window)/\(file)", in: window)
      }
    }
  }

  private func copy(_ file: String, in window: String) throws {
    let target = "\(copy)/\(file)"
    guard !files.fileExists(atPath: target) else { return }
    try files.createDirectory(
      atPath: "\(copy)/\(window)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      try files.copyItem(atPath: "\(folder)/\(file)", toPath: target)
    } catch CocoaError.fileReadNoSuchFile {
      return  // It was deleted just now.
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: target))
    try handle.synchronize()
    try handle.close()
  }

  func remove() { try? files.removeItem(atPath: copy) }

  /// Whether there are any.
  var areThere: Bool { files.fileExists(atPath: copy) }

  private func names(in folder: String) -> [String] { (try? files.contentsOfDirectory(atPath: folder)) ?? [] }
}
