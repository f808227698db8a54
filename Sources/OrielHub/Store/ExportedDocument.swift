import Oriel
import OrielDocument

/// A line of an export, read: a window, an archived row, or the objects of a member or of a tenant.
package enum ExportedDocument: Sendable {
  case window(WindowID, StoredWindow)
  case member(String, of: Tenant, StoredTurn)
  /// With its timers, the messages to it, its publications and its mark.
  case tenant(Tenant, StoredTurn)
  case archived(StoredElement)

  /// - Throws: ``ExportError`` or ``StoredWindowError``.
  package init(line: some Collection<UInt8>) throws {
    guard let json = try? JSONBytes.decode(Array(line)) else {
      throw ExportError.noJSON(String(decoding: line.prefix(80), as: UTF8.self))
    }
    if let id = json["window"]?.stringValue {
      self = .window(WindowID(id), try StoredWindow(exported: json))
      return
    }
    let tenant = Tenant(stored: json["tenant"]?.stringValue ?? "")
    if let row = json["archived"] {
      var element = try StoredElement(row, of: tenant, user: json["user"]?.stringValue ?? "")
      element.keys = json["keys"]?.arrayValue?.compactMap { $0.stringValue.flatMap(Base16.decode) } ?? []
      self = .archived(element)
      return
    }
    if let user = json["user"]?.stringValue {
      self = .member(user, of: tenant, try StoredTurn(exported: json, of: tenant, user: user))
    } else {
      self = .tenant(tenant, try StoredTurn(exported: json, of: tenant))
    }
  }

  /// A turn that stores it in a store that has nothing of it.
  package var turn: StoredTurn {
    switch self {
    case .window(let id, let window): window.turn(id, replacing: nil)
    case .member(_, _, let turn), .tenant(_, let turn): turn
    case .archived(let row): StoredTurn(row)
    }
  }
}

extension StoredTurn {
  package init(_ row: StoredElement) {
    self.init()
    rows = [row]
  }

  /// Deletes the rows of a member or a tenant before it stores others.
  package func replacing(_ before: StoredObjects, of owner: SavedOwner) -> StoredTurn {
    var turn = self
    turn.emptiedArchives = [owner]
    turn.rows = (before.rows + before.damagedRows).map { StoredElement($0.key, value: nil) } + rows
    return turn
  }

  /// Deletes what a tenant has, except its objects, which are overwritten, before it stores others.
  package func replacing(_ before: StoredTenant, posts former: [StoredPost]) -> StoredTurn {
    let tenant = before.mark.tenant
    var turn = replacing(before.saved, of: SavedOwner(tenant))
    turn.timers =
      before.timers.map { StoredTimer(tenant: tenant, type: $0.type, id: $0.id, due: $0.due, message: nil) } + timers
    turn.posts =
      former.map { StoredPost(number: $0.number, to: tenant, from: $0.sender, type: $0.type, message: nil) } + posts
    turn.publications = before.publications.reduce(into: [:]) { all, former in
      all[former.key] = StoredPublication(former.key, number: 0, value: nil)
    }
    turn.publications.merge(publications) { $1 }
    return turn
  }

  fileprivate init(exported json: JSONValue, of tenant: Tenant, user: String) throws(ExportError) {
    guard case .object(let objects) = json["objects"] else { throw .noDocument }
    self.init()
    self.objects = objects.map {
      StoredObject(tenant: tenant, user: user, type: $0.key, value: JSONBytes.encode($0.value))
    }
    for row in json["rows"]?.arrayValue ?? [] { rows.append(try StoredElement(row, of: tenant, user: user)) }
  }

  fileprivate init(exported json: JSONValue, of tenant: Tenant) throws(ExportError) {
    guard let state = TenantState(rawValue: json["state"]?.stringValue ?? "") else { throw .noDocument }
    try self.init(exported: json, of: tenant, user: "")
    for post in json["posts"]?.arrayValue ?? [] { posts.append(try StoredPost(post, of: tenant)) }
    for timer in json["timers"]?.arrayValue ?? [] { timers.append(try StoredTimer(timer, of: tenant)) }
    for publication in json["publications"]?.arrayValue ?? [] {
      let publication = try StoredPublication(publication, of: tenant)
      publications[publication.key] = publication
    }
    tenants = [StoredMark(tenant, isAwake: json["awake"]?.boolValue ?? false, state: state)]
  }
}

/// The reason why a line is not of an export.
package enum ExportError: Error, Equatable, CustomStringConvertible {
  case noJSON(String)
  case noDocument
  /// The tenant has more archived rows than the server exports.
  case tooManyArchived

  package var description: String {
    switch self {
    case .noJSON(let line): "This line is not JSON: \(line)"
    case .tooManyArchived:
      "The tenant has more than \(ArchiveLimits.exportedRows) archived rows: use 'oriel store export --tenant' on the server"
    case .noDocument: "A line is neither an exported window nor the objects of a user or tenant."
    }
  }
}

extension StoredElement {
  fileprivate init(_ json: JSONValue, of tenant: Tenant, user: String) throws(ExportError) {
    guard let type = json["type"]?.stringValue, let name = json["name"]?.stringValue, let id = json["id"],
      let position = json["position"]?.integerValue, let version = json["version"]?.integerValue,
      let value = json["value"]
    else { throw .noDocument }
    let key = Key(tenant: tenant, user: user, type: type, name: name, id: JSONBytes.encode(id))
    self.init(key, position: Int64(position), version: version, value: JSONBytes.encode(value))
  }
}

extension StoredTimer {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ExportError) {
    guard let type = json["type"]?.stringValue, let id = json["id"]?.stringValue,
      let due = json["due"]?.integerValue, let message = json["message"]
    else { throw .noDocument }
    self.init(tenant: tenant, type: type, id: id, due: Int64(due), message: JSONBytes.encode(message))
  }
}

extension StoredPost {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ExportError) {
    guard let sender = json["from"]?.stringValue, let type = json["type"]?.stringValue, let message = json["message"]
    else { throw .noDocument }
    self.init(to: tenant, from: Tenant(stored: sender), type: type, message: JSONBytes.encode(message))
  }
}

extension StoredPublication {
  fileprivate init(_ json: JSONValue, of tenant: Tenant) throws(ExportError) {
    guard let type = json["type"]?.stringValue, let number = json["number"]?.integerValue, let value = json["value"]
    else { throw .noDocument }
    self.init(Key(tenant: tenant, type: type), number: Int64(number), value: JSONBytes.encode(value))
  }
}

/// RFC 4648 §8.
enum Base16 {
  static func encode(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") ? $0 - 48 : $0 &- 55 }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
