import ArgumentParser
import Foundation
import Oriel
import OrielDocument
import OrielHub
import OrielSQLite

/// `store export`: one JSON document per window, and one for the objects of each user and tenant.
struct StoreExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print every window as a JSON document, one per line.",
    discussion: """
      The saved objects of each user and tenant follow, one line for each. While a server uses the store, the output is a \
      consistent snapshot.
      """)

  @OptionGroup var store: StoreOptions
  @Option(help: "Export only this window.") var window: String?
  @Option(help: "Export only this tenant.", transform: tenant(named:)) var tenant: Tenant?

  func validate() throws {
    if window != nil, tenant != nil { throw ValidationError("Use one of --window and --tenant.") }
  }

  func run() throws {
    try store.telling {
      let inspection = try StoreInspection(path: store.path)
      try inspection.forEachWindow { id, stored in
        guard tenant == nil || tenant == stored.origin.tenant else { return }
        if window == nil || window == id.rawValue { print(JSONValue.object(stored.exported(id))) }
      }
      guard window == nil else { return }
      try inspection.forEachMember { of, user, saved in
        if tenant == nil || tenant == of { print(JSONValue.object(saved.exported(of: of, user: user))) }
      }
      try inspection.forEachTenant { stored, posts in
        if tenant == nil || tenant == stored.mark.tenant { print(JSONValue.object(stored.exported(with: posts))) }
      }
    }
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
    let lines = try store.telling { try Self.lines(of: file) }
    let path = store.path
    do {
      let store = try SQLiteWindowStore(path: path)
      var turns: [StoredTurn] = []
      for line in lines { turns.append(try await store.turn(importing: line)) }
      try await store.commit(turns)
      try store.close()
      print("\(lines.count) documents stored in \(path)")
    } catch {
      try self.store.telling { throw error }
    }
  }

  private static func lines(of file: String) throws(ImportError) -> [ArraySlice<UInt8>] {
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    guard let data else { throw .unreadable(file) }
    return [UInt8](data).split(separator: UInt8(ascii: "\n"))
  }
}

/// The reason why nothing is imported.
enum ImportError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case noJSON(String)
  case noDocument

  var description: String {
    switch self {
    case .unreadable(let file): "\(file) can't be read."
    case .noJSON(let line): "This line is not JSON: \(line)"
    case .noDocument: "A line is neither an exported window nor the objects of a user or tenant."
    }
  }
}

extension SQLiteWindowStore {
  fileprivate func turn(importing line: ArraySlice<UInt8>) async throws -> StoredTurn {
    guard let json = try? JSONBytes.decode(Array(line)) else {
      throw ImportError.noJSON(String(decoding: line.prefix(80), as: UTF8.self))
    }
    if let id = json["window"]?.stringValue {
      let id = WindowID(id)
      return try StoredWindow(exported: json).turn(id, replacing: try await window(id))
    }
    guard case .object(let objects) = json["objects"] else { throw ImportError.noDocument }
    let tenant = Tenant(stored: json["tenant"]?.stringValue ?? "")
    guard let user = json["user"]?.stringValue else { return try await turn(importing: json, objects, of: tenant) }
    return try StoredTurn(importing: json, objects, of: tenant, user: user, over: try await saved(user, of: tenant))
  }

  private func turn(importing json: JSONValue, _ objects: JSONObject, of tenant: Tenant) async throws -> StoredTurn {
    guard let state = TenantState(rawValue: json["state"]?.stringValue ?? "") else { throw ImportError.noDocument }
    let before = try await stored(tenant)
    var turn = try StoredTurn(importing: json, objects, of: tenant, user: "", over: before.saved)
    turn.timers = before.timers.map {
      StoredTimer(tenant: tenant, type: $0.type, id: $0.id, due: $0.due, message: nil)
    }
    turn.posts = try await posts(to: tenant).map { post in
      StoredPost(number: post.number, to: tenant, from: post.sender, type: post.type, message: nil)
    }
    for post in json["posts"]?.arrayValue ?? [] { turn.posts.append(try StoredPost(post, of: tenant)) }
    for timer in json["timers"]?.arrayValue ?? [] { turn.timers.append(try StoredTimer(timer, of: tenant)) }
    for former in before.publications {
      turn.publications[former.key] = StoredPublication(former.key, number: 0, value: nil)
    }
    for publication in json["publications"]?.arrayValue ?? [] {
      let publication = try StoredPublication(publication, of: tenant)
      turn.publications[publication.key] = publication
    }
    turn.tenants = [StoredMark(tenant, isAwake: json["awake"]?.boolValue ?? false, state: state)]
    return turn
  }
}

extension StoredTurn {
  /// Replaces the objects of a member, or of a tenant itself, and all of their rows.
  fileprivate init(
    importing json: JSONValue, _ objects: JSONObject, of tenant: Tenant, user: String, over before: StoredObjects
  ) throws(ImportError) {
    self.init()
    self.objects = objects.map {
      StoredObject(tenant: tenant, user: user, type: $0.key, value: JSONBytes.encode($0.value))
    }
    rows = (before.rows + before.damagedRows).map { StoredElement($0.key, value: nil) }
    for row in json["rows"]?.arrayValue ?? [] { rows.append(try StoredElement(row, of: tenant, user: user)) }
  }
}

extension StoredElement {
  fileprivate init(_ json: JSONValue, of tenant: Tenant, user: String) throws(ImportError) {
    guard let type = json["type"]?.stringValue, let name = json["name"]?.stringValue, let id = json["id"],
      let position = json["position"]?.integerValue, let version = json["version"]?.integerValue,
      let value = json["value"]
    else { throw .noDocument }
    let key = Key(tenant: tenant, user: user, type: type, name: name, id: JSONBytes.encode(id))
    self.init(key, position: Int64(position), version: version, value: JSONBytes.encode(value))
  }
}

extension StoredTimer {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ImportError) {
    guard let type = json["type"]?.stringValue, let id = json["id"]?.stringValue,
      let due = json["due"]?.integerValue, let message = json["message"]
    else { throw .noDocument }
    self.init(tenant: tenant, type: type, id: id, due: Int64(due), message: JSONBytes.encode(message))
  }
}

extension StoredPost {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ImportError) {
    guard let sender = json["from"]?.stringValue, let type = json["type"]?.stringValue, let message = json["message"]
    else { throw .noDocument }
    self.init(to: tenant, from: Tenant(stored: sender), type: type, message: JSONBytes.encode(message))
  }
}

extension StoredPublication {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ImportError) {
    guard let type = json["type"]?.stringValue, let number = json["number"]?.integerValue, let value = json["value"]
    else { throw .noDocument }
    self.init(Key(tenant: tenant, type: type), number: Int64(number), value: JSONBytes.encode(value))
  }
}
