import ArgumentParser
import Foundation
import OrielSQLite

/// `store backup`: makes a copy of the store.
struct StoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the store to a new file, also while a server uses it.",
    discussion: """
      The copy is one moment of the store, is checked, and can be used in its place. Beside it are copied the files that \
      users have sent, and the key that cookies are signed with, if it lies beside the store: without it every user is a \
      new one. Keep all as safe as what they were copied from.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var uploads: UploadOptions
  @Argument(help: "The new file.") var file: String

  func run() throws {
    try store.telling {
      let files = try UploadBackup(of: uploads.path(besides: store.path), besides: file)
      do {
        try files.copyNew()
        try StoreInspection(path: store.path).backUp(to: file)
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
