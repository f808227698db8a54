import Oriel
import OrielDocument

/// A shared model as it is stored: a row for itself, and one for each of its models.
struct SharedRecord {
  let id: String
  let key: SharedKey
  /// The id of its root.
  var root: String
  var nextModel: Int
  /// Sent values that were not received yet, or are paused.
  var sending: JSONValue?
  /// The restoration key of its scene.
  var restorationKey: String?
  /// When a window last showed it, in milliseconds since 1970.
  var usedAt: Int64
  /// As JSON, by their ids.
  var models: [String: [UInt8]] = [:]

  /// No class has such a name.
  private static let type = "/shared"
  private static let headID = Array("null".utf8)

  /// The row for the shared model itself.
  func head(of tenant: Tenant) -> StoredElement {
    var head: JSONObject = [
      "kind": .string(key.kind), "value": key.value, "root": .string(root), "next": .integer(nextModel),
      "usedAt": .integer(Int(usedAt)),
    ]
    head["sending"] = sending
    head["key"] = restorationKey.map(JSONValue.string)
    return StoredElement(Self.key(Self.headID, of: id, tenant), value: JSONBytes.encode(.object(head)))
  }

  /// The row of one of its models.
  static func row(_ model: String, _ value: [UInt8]?, of id: String, _ tenant: Tenant) -> StoredElement {
    StoredElement(key(JSONBytes.encode(.string(model)), of: id, tenant), value: value)
  }

  /// Deletes all of its rows.
  func deletion(of tenant: Tenant) -> [StoredElement] {
    [StoredElement(Self.key(Self.headID, of: id, tenant), value: nil)]
      + models.keys.sorted().map { Self.row($0, nil, of: id, tenant) }
  }

  private static func key(_ row: [UInt8], of id: String, _ tenant: Tenant) -> StoredElement.Key {
    StoredElement.Key(tenant: tenant, user: "", type: type, name: id, id: row)
  }

  private init(id: String, head: JSONValue, models: [String: [UInt8]]) throws(SavedError) {
    guard let kind = head["kind"]?.stringValue, let value = head["value"], let root = head["root"]?.stringValue,
      let next = head["next"]?.integerValue
    else { throw .wrongType(property: "shared") }
    self.id = id
    key = SharedKey(kind: kind, value: value)
    self.root = root
    nextModel = next
    sending = head["sending"]
    restorationKey = head["key"]?.stringValue
    usedAt = Int64(head["usedAt"]?.integerValue ?? 0)
    self.models = models
  }

  init(_ document: SharedDocument, usedAt: Int64) {
    id = document.id
    key = document.key
    root = document.graph.root._node.id
    nextModel = document.graph.ids.next
    sending = document.graph.savedSending
    restorationKey = document.scene.restorationKey
    self.usedAt = usedAt
  }

  /// Removes the shared models of a tenant from its rows, and returns them. Those that can't be read stay there.
  static func extract(from rows: inout [StoredElement]) -> [SharedRecord] {
    var found: [SharedRecord] = []
    let shared = Dictionary(grouping: rows.filter { $0.key.type == type }, by: \.key.name)
    for (id, all) in shared {
      guard let head = all.first(where: { $0.key.id == headID })?.value, let json = try? JSONBytes.decode(head) else {
        continue
      }
      let models = all.compactMap { row -> (String, [UInt8])? in
        guard let id = (try? JSONBytes.decode(row.key.id))?.stringValue, let value = row.value else { return nil }
        return (id, value)
      }
      guard let record = try? SharedRecord(id: id, head: json, models: Dictionary(models) { $1 }) else { continue }
      found.append(record)
      rows.removeAll { $0.key.type == type && $0.key.name == id }
    }
    return found
  }
}
