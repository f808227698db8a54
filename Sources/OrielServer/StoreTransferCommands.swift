import ArgumentParser
import Foundation
import Oriel
import OrielDocument
import OrielHub
import OrielSQL

/// `store export`: one JSON document per window, and one for the objects of each user and tenant.
struct StoreExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print every window as a JSON document, one per line.",
    discussion: """
      The saved objects of each user and tenant follow, one line for each, and then the archived rows. While a server uses the store, the output is a \
      consistent snapshot.
      """)

  @OptionGroup var store: StoreOptions
  @Option(help: "Export only this window.") var window: String?
  @Option(help: "Export only this tenant.", transform: tenant(named:)) var tenant: Tenant?

  func validate() throws {
    if window != nil, tenant != nil { throw ValidationError("Use one of --window and --tenant.") }
  }

  func run() throws {
    try store.printingErrors {
      let inspection = try store.address.inspect()
      try inspection.inspect(export)
    }
  }

  private func export(_ store: any SQLConnection) throws {
    try store.forEachWindow { id, stored in
      guard tenant == nil || tenant == stored.origin.tenant else { return }
      if window == nil || window == id.rawValue { print(JSONValue.object(stored.exported(id))) }
    }
    guard window == nil else { return }
    try store.forEachMember { of, user, saved in
      if tenant == nil || tenant == of { print(JSONValue.object(saved.exported(of: of, user: user))) }
    }
    try store.forEachTenant { stored, posts in
      if tenant == nil || tenant == stored.mark.tenant { print(JSONValue.object(stored.exported(with: posts))) }
    }
    try store.forEachArchivedRow(of: tenant) { print(JSONValue.object($0.exportedAlone)) }
  }
}

/// `store import`: stores the output of `export`, replacing the same windows, users and tenants.
struct StoreImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Store windows that were exported.",
    discussion: "Stop the server first. Either every line is imported or none is; what has the same ID is replaced.")

  @OptionGroup var store: StoreOptions
  @Argument(help: "A file with one JSON document per line, or - for standard input.") var file: String

  func run() async throws {
    let lines = try store.printingErrors { try Self.lines(of: file) }
    let address = store.address
    do {
      let store = try address.openOffline()
      var turns: [StoredTurn] = []
      for line in lines { turns.append(try await store.turn(importing: line)) }
      try await store.commit(turns)
      try store.close()
      print("\(lines.count) documents stored in \(address)")
    } catch {
      try self.store.printingErrors { throw error }
    }
  }

  private static func lines(of file: String) throws(UnreadableFile) -> [ArraySlice<UInt8>] {
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    guard let data else { throw UnreadableFile(path: file) }
    return [UInt8](data).split(separator: UInt8(ascii: "\n"))
  }
}

/// The reason why nothing is imported.
struct UnreadableFile: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) can't be read." }
}

extension OfflineStore {
  fileprivate func turn(importing line: ArraySlice<UInt8>) async throws -> StoredTurn {
    let document = try ExportedDocument(line: line)
    return try await answer { stored in
      switch document {
      case .window(let id, let exported): exported.turn(id, replacing: try stored.window(id))
      case .member(let user, let tenant, let turn):
        turn.replacing(try stored.member(user, of: tenant).saved, of: SavedOwner(tenant, user: ScalarKey(user)))
      case .archived(let row): StoredTurn(row)
      case .tenant(let tenant, let turn):
        turn.replacing(try stored.tenant(tenant), posts: try stored.posts(to: tenant, after: 0, limit: .max))
      }
    }
  }
}
