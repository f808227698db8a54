import ArgumentParser
import Foundation
import Oriel
import OrielHub
import OrielSQLite

/// `store purge`: deletes everything about a user, beyond recovery.
struct StorePurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete all that is stored of a user.",
    discussion: """
      Windows, their files, the objects they share, their triggers, and records that were kept aside; then the store \
      and its log are written anew, so that nothing is left in either. No server may use the store meanwhile: it would store again what \
      it holds. Backups and what a server has printed are not reached.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var uploads: UploadOptions
  @Option(help: "The user's id, as oriel windows shows it.") var user: String

  func run() async throws {
    do {
      let store = try SQLiteSessionStore(path: store.path)
      let windows = try await store.windows(of: user)
      let counts = try await store.purge(user)
      for window in windows { deleteFiles(of: window) }
      try store.close()
      print("deleted: windows: \(counts.windows), objects: \(counts.objects), kept aside: \(counts.keptAside)")
    } catch {
      try store.telling { throw error }
    }
  }

  private func deleteFiles(of window: WindowID) {
    try? FileManager.default.removeItem(atPath: "\(uploads.path(besides: store.path))/\(window.folder)")
  }
}
