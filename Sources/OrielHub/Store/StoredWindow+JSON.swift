import Oriel
import OrielDocument

extension StoredWindow {
  /// The window as one JSON document, for export, import and keeping aside.
  package func exported(_ id: WindowID) -> JSONObject {
    var json: JSONObject = ["window": .string(id.rawValue)]
    if origin.tenant != .app { json["tenant"] = .string(origin.tenant.id) }
    json["user"] = .string(origin.user)
    if !origin.roles.isEmpty { json["roles"] = .array(origin.roles.map(JSONValue.string)) }
    json["scene"] = .string(origin.scene)
    json["value"] = origin.value
    json["title"] = .string(title)
    json["root"] = .string(origin.root)
    json["instance"] = origin.openedBy.map(JSONValue.string)
    json["usedAt"] = .integer(Int(usedAt))
    json["position"] = Self.json(position)
    json["models"] = Self.json(models)
    if !damaged.isEmpty { json["damaged"] = Self.json(damaged) }
    if !triggers.isEmpty { json["triggers"] = .array(triggers.map { .object($0.exported) }) }
    return json
  }

  /// - Throws: `StoredWindowError` if it is not an exported window. Damaged models are omitted.
  package init(exported json: JSONValue) throws(StoredWindowError) {
    let origin = StoredOrigin(
      tenant: Tenant(stored: json["tenant"]?.stringValue ?? ""), user: try json.text("user"),
      roles: json["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      scene: try json.text("scene"), value: json["value"], root: try json.text("root"),
      openedBy: json["instance"]?.stringValue)
    guard case .object(let models) = json["models"] else { throw .missing("models") }
    guard case .object(let position) = json["position"] else { throw .missing("position") }
    self.init(
      origin: origin, position: JSONBytes.encode(.object(position)),
      models: Dictionary(models.map { ($0.key, JSONBytes.encode($0.value)) }, uniquingKeysWith: { first, _ in first }))
    title = try json.text("title")
    usedAt = Int64(try json.whole("usedAt"))
    let window = WindowID(try json.text("window"))
    for trigger in json["triggers"]?.arrayValue ?? [] {
      triggers.append(try StoredTrigger(exported: trigger, window: window))
    }
  }

  /// A turn that stores the window, replacing any earlier one.
  package func turn(_ id: WindowID, replacing old: StoredWindow?) -> StoredTurn {
    var row = StoredWindowChanges(title: title, usedAt: usedAt, position: position)
    row.origin = origin
    row.models = models.map { ($0, $1) }
    row.deletedModels = old.map { Array($0.models.keys) + $0.damaged.keys }?.filter { models[$0] == nil } ?? []
    var turn = StoredTurn()
    turn.windows = [(id, row)]
    turn.triggers = triggers
    return turn
  }

  /// Converts bytes to JSON; invalid JSON is kept as bytes.
  private static func json(_ bytes: [UInt8]) -> JSONValue {
    (try? JSONBytes.decode(bytes)) ?? ["bytes": .string(Base64URL.encode(bytes))]
  }

  /// Sorted by ids, so that exports can be compared.
  private static func json(_ values: [String: [UInt8]]) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.reduce(into: [:]) { $0.append($1.key, json($1.value)) })
  }
}

extension StoredTrigger {
  fileprivate var exported: JSONObject {
    var json: JSONObject = [
      "id": .string(id), "kind": .string(kind), "payload": (try? JSONBytes.decode(payload)) ?? [:],
      "deadline": .integer(Int(deadline)),
    ]
    json["status"] = outcomes.first.map { .string($0.status.rawValue) }
    return json
  }

  fileprivate init(exported json: JSONValue, window: WindowID) throws(StoredWindowError) {
    let id = try json.text("id")
    guard let status = TriggerStatus(rawValue: try json.text("status")) else { throw .missing("status") }
    self.init(
      id: id, kind: try json.text("kind"), payload: JSONBytes.encode(json["payload"] ?? [:]),
      deadline: Int64(try json.whole("deadline")),
      outcomes: [StoredOutcome(trigger: id, window: window, status: status)])
  }
}

extension JSONValue {
  fileprivate func text(_ name: String) throws(StoredWindowError) -> String {
    guard let text = self[name]?.stringValue else { throw .missing(name) }
    return text
  }

  fileprivate func whole(_ name: String) throws(StoredWindowError) -> Int {
    guard let number = self[name]?.integerValue else { throw .missing(name) }
    return number
  }
}

/// The reason why a document is not an exported window.
package enum StoredWindowError: Error, Equatable, CustomStringConvertible {
  case missing(String)

  package var description: String {
    switch self {
    case .missing(let member): "This is not an exported window: its \"\(member)\" is missing or has the wrong type"
    }
  }
}
