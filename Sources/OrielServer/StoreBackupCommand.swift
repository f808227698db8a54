import ArgumentParser
import Foundation
import OrielSQLite

/// `store backup`: makes a copy of the store.
struct StoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the store to a new file, even while a server uses it.",
    discussion: """
      The copy is a consistent snapshot; it is checked and can take the store's place. Uploaded files are copied beside \
      it, and so is the key that signs cookies, if it is beside the store: without that key every user is a new one. Keep \
      the copies as safe as the originals.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var uploads: UploadOptions
  @Argument(help: "The new file.") var file: String

  func run() throws {
    try store.printingErrors {
      guard case .file = store.address else { throw StoreAddressError.backup }
      let files = try UploadBackup(of: uploads.path(besides: store.path), besides: file)
      do {
        try files.copyNew()
        try SQLiteInspection(path: store.path).backUp(to: file)
        try files.copyNew()
      } catch {
        files.remove()
        throw error
      }
      let hasKey = try Secret.copy(beside: store.path, to: file)
      let beside = (hasKey ? [Secret.path(beside: file)] : []) + (files.areThere ? [files.copy] : [])
      print(([file] + beside).joined(separator: " and ") + " written")
    }
  }
}
