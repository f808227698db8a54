import Oriel
import OrielDocument

extension TenantContents {
  /// The lines of an export: the windows, the objects of each member, and those of the tenant itself.
  package var exported: [JSONObject] {
    windows.map { $0.window.exported($0.id) }
      + members.map { $0.saved.exported(of: tenant.mark.tenant, user: $0.user) }
      + (tenant.isEmpty && posts.isEmpty ? [] : [tenant.exported(with: posts)])
      // After those of their owners, which replace them.
      + archived.map(\.exportedAlone)
  }
}

extension StoredObjects {
  /// The objects and rows of a member as one JSON document, for export and import.
  package func exported(of tenant: Tenant, user: String) -> JSONObject {
    var json: JSONObject = [:]
    if tenant != .app { json["tenant"] = .string(tenant.id) }
    json["user"] = .string(user)
    add(to: &json)
    return json
  }

  fileprivate func add(to json: inout JSONObject) {
    let values = objects.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { json, object in
      json.append(object.key, (try? JSONBytes.decode(object.value)) ?? [:])
    }
    json["objects"] = .object(values)
    if !rows.isEmpty { json["rows"] = .array(rows.sorted { $0.key.precedes($1.key) }.map(\.exported)) }
  }
}

extension StoredTenant {
  /// The tenant's own objects, rows, timers and mark, and the messages to it, as one JSON document.
  package func exported(with posts: [StoredPost]) -> JSONObject {
    var json: JSONObject = ["tenant": .string(mark.tenant.id), "state": .string(mark.state.rawValue)]
    if mark.isAwake { json["awake"] = true }
    saved.add(to: &json)
    if !timers.isEmpty { json["timers"] = .array(timers.map(\.exported)) }
    if !posts.isEmpty { json["posts"] = .array(posts.map(\.exported)) }
    if !publications.isEmpty { json["publications"] = .array(publications.map(\.exported)) }
    return json
  }
}

extension StoredPublication {
  fileprivate var exported: JSONValue {
    [
      "type": .string(key.type), "number": .integer(Int(number)),
      "value": value.flatMap { try? JSONBytes.decode($0) } ?? .null,
    ]
  }
}

extension StoredElement.Key {
  /// Whether it is before another one in an export, so that exports can be compared.
  fileprivate func precedes(_ other: Self) -> Bool {
    if type != other.type { return type < other.type }
    if name != other.name { return name < other.name }
    return id.count != other.id.count ? id.count < other.id.count : id.lexicographicallyPrecedes(other.id)
  }
}

extension StoredElement {
  /// An archived row as a JSON document of its own, because there may be many.
  package var exportedAlone: JSONObject {
    var json: JSONObject = [:]
    if key.tenant != .app { json["tenant"] = .string(key.tenant.id) }
    if !key.user.isEmpty { json["user"] = .string(key.user) }
    json["archived"] = exported
    json["keys"] = .array((keys ?? []).map { .string(Base16.encode($0)) })
    return json
  }

  fileprivate var exported: JSONValue {
    [
      "type": .string(key.type), "name": .string(key.name), "id": (try? JSONBytes.decode(key.id)) ?? .null,
      "position": .integer(Int(position)), "version": .integer(version),
      "value": value.flatMap { try? JSONBytes.decode($0) } ?? .null,
    ]
  }
}

extension StoredTimer {
  fileprivate var exported: JSONValue {
    [
      "type": .string(type), "id": .string(id), "due": .integer(Int(due)),
      "message": message.flatMap { try? JSONBytes.decode($0) } ?? .null,
    ]
  }
}

extension StoredPost {
  fileprivate var exported: JSONValue {
    [
      "from": .string(sender.id), "type": .string(type),
      "message": message.flatMap { try? JSONBytes.decode($0) } ?? .null,
    ]
  }
}
