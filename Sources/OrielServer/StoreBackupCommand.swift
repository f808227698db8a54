import ArgumentParser
import Foundation
import OrielSQLite

/// `store backup`: a copy to put away.
struct StoreBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the store to a new file, also while a server uses it.",
    discussion: """
      The copy is one moment of the store, is checked, and can be used in its place. The key that cookies are signed \
      with is copied beside it, if it lies beside the store: without it every user is a new one. Keep both as safe as \
      what they were copied from.
      """)

  @OptionGroup var store: StoreOptions
  @Argument(help: "The new file.") var file: String

  func run() throws {
    try store.telling {
      try StoreInspection(path: store.path).backUp(to: file)
      let hasKey = try Secret.copy(beside: store.path, to: file)
      print(hasKey ? "\(file) and \(Secret.path(beside: file)) written" : "\(file) written")
    }
  }
}
