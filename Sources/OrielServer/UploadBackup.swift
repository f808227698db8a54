import ArgumentParser
import Foundation
import OrielSQLite

/// The option that selects the folder of uploaded files.
struct UploadOptions: ParsableArguments {
  @Option(help: "The folder of uploaded files. Defaults to ORIEL_UPLOADS, then to the one beside the store.")
  var uploads: String?

  func path(besides database: String) -> String {
    uploads ?? ProcessInfo.processInfo.environment["ORIEL_UPLOADS"] ?? UploadFolder.path(besides: database)
  }
}

/// Copies uploaded files to a folder beside a backup of the store, which refers to them.
///
/// A file gets its name once it is complete, and never changes afterwards. Files are copied before the store, so that
/// they are there even if they are deleted meanwhile, and again after it, for those that arrived meanwhile.
struct UploadBackup {
  let folder: String
  let copy: String
  private var files: FileManager { .default }

  init(of folder: String, besides backup: String) throws(SQLiteStoreError) {
    self.folder = folder
    copy = UploadFolder.path(besides: backup)
    guard !FileManager.default.fileExists(atPath: copy) else { throw .backupExists(copy) }
  }

  /// Copies the files that were not copied before.
  func copyNew() throws {
    for window in names(in: folder) where !window.hasPrefix(".") {
      for file in names(in: "\(folder)/\(window)") where !file.hasPrefix(".") && !file.hasSuffix(".part") {
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

  /// Whether there are any files.
  var areThere: Bool { files.fileExists(atPath: copy) }

  private func names(in folder: String) -> [String] { (try? files.contentsOfDirectory(atPath: folder)) ?? [] }
}
