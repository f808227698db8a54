import ArgumentParser
import Foundation
import Oriel
import OrielHub
import OrielSQL

/// `store purge`: deletes everything about a user, beyond recovery.
struct StorePurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Delete everything stored about a user.",
    discussion: """
      Deletes windows and their files, saved objects, triggers, and records that were kept aside. Then the store and \
      its log are rewritten, so that nothing is left in either. Stop the server first: it would store again what it \
      holds. Backups and log output are not changed.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var uploads: UploadOptions
  @Option(help: "The user's ID, as \"oriel windows\" shows it.") var user: String

  func run() async throws {
    do {
      let store = try store.address.openOffline()
      let windows = try await store.windows(of: user)
      let counts = try await store.purge(user)
      for window in windows { deleteFiles(of: window) }
      try store.close()
      print(
        "deleted: windows: \(counts.windows), objects: \(counts.objects), rows: \(counts.rows), "
          + "kept aside: \(counts.keptAside)")
    } catch {
      try store.printingErrors { throw error }
    }
  }

  private func deleteFiles(of window: WindowID) {
    try? FileManager.default.removeItem(atPath: "\(uploads.path(besides: store.localPath))/\(window.folder)")
  }
}
