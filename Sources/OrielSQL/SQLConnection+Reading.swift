import Oriel
import OrielDocument
import OrielHub

extension SQLConnection {
  // MARK: Windows

  /// - Throws: `DamagedRecord` if it is not as it was written, but for its models: those are told apart.
  package func window(_ id: WindowID) throws -> StoredWindow? {
    guard let (window, isWhole) = try readWindow(id) else { return nil }
    guard isWhole else { throw DamagedRecord("The record of a window") }
    return window
  }

  /// Reads the readable parts of a window, damaged or not.
  package func recordedWindow(_ id: WindowID) throws -> StoredWindow? { try readWindow(id)?.window }

  private func readWindow(_ id: WindowID) throws -> (window: StoredWindow, isWhole: Bool)? {
    let key = Bytes(id.rawValue)
    let found = try queryFirst(
      #"SELECT "user", origin, originSum, title, usedAt, position, positionSum, home FROM windows WHERE id = ?"#, [key]
    ) { row in
      let (user, json, title, position) = (row.bytes(0), row.bytes(1), row.bytes(3), row.bytes(5))
      let (tenant, origin) = (Tenant(stored: row.bytes(7).text), StoredOrigin(encoded: json.bytes))
      var window = StoredWindow(
        origin: origin ?? StoredOrigin(tenant: tenant, user: user.text, scene: "", root: ""), position: position.bytes,
        models: [:])
      window.title = title.text
      window.usedAt = row.number(4) ?? 0
      let isWhole =
        origin?.user == user.text && origin?.tenant.id == row.bytes(7).text
        && row.number(2) == Sum.of(key.bytes, json.bytes)
        && row.number(6) == Sum.of(key.bytes, title.bytes, position.bytes, number: window.usedAt)
      return (window: window, isWhole: isWhole)
    }
    guard var found else { return nil }
    try readModels(of: key, into: &found.window)
    found.window.triggers = try openTriggers(of: id)
    return found
  }

  private func readModels(of window: Bytes, into stored: inout StoredWindow) throws {
    try forEachRow(#"SELECT id, value, sum FROM models WHERE "window" = ?"#, [window]) { row in
      let (id, value) = (row.bytes(0), row.bytes(1))
      if row.number(2) == Sum.of(window.bytes, id.bytes, value.bytes) {
        stored.models[id.text] = value.bytes
      } else {
        stored.damaged[id.text] = value.bytes
      }
    }
  }

  package func count(_ query: StoredWindowQuery) throws -> Int {
    let conditions = Conditions(query)
    return try number("SELECT count(*) FROM windows WHERE \(conditions.sql)", conditions.arguments)
  }

  package func windows(_ query: StoredWindowQuery) throws -> [StoredSummary] {
    var conditions = Conditions(query)
    conditions.add("id > ?", query.after.map { Bytes($0.rawValue) })
    return try self.query(
      """
      SELECT id, "user", scene, title, usedAt, origin, home FROM windows
      WHERE \(conditions.sql) ORDER BY \(query.isLatestFirst ? "usedAt DESC, id" : "id") LIMIT ?
      """, conditions.arguments + [query.limit]
    ) { row in
      StoredSummary(
        id: WindowID(row.bytes(0).text), tenant: Tenant(stored: row.bytes(6).text), user: row.bytes(1).text,
        scene: row.bytes(2).text, value: StoredOrigin(encoded: row.bytes(5).bytes)?.value, title: row.bytes(3).text,
        usedAt: row.number(4) ?? 0)
    }
  }

  // MARK: Triggers

  private func openTriggers(of window: WindowID) throws -> [StoredTrigger] {
    try query(
      """
      SELECT id, kind, payload, deadline, triggers.sum, status, value FROM outcomes
      JOIN triggers ON id = trigger
      WHERE "window" = ? AND status IN ('pending', 'blocked') ORDER BY number
      """, [Bytes(window.rawValue)]
    ) { row in
      // A damaged one is no reason not to wake the window.
      guard var trigger = try? storedTrigger(row) else { return nil }
      trigger.outcomes = [try outcome(of: trigger.id, in: window, status: row.bytes(5), value: row.bytesIfAny(6))]
      return trigger
    }
  }

  package func trigger(_ id: String) throws -> StoredTrigger? {
    var trigger = try queryFirst(
      "SELECT id, kind, payload, deadline, sum FROM triggers WHERE id = ?", [Bytes(id)], storedTrigger)
    trigger?.outcomes = try query(
      #"SELECT "window", status, value FROM outcomes WHERE trigger = ? ORDER BY place"#, [Bytes(id)]
    ) { row in
      try outcome(of: id, in: WindowID(row.bytes(0).text), status: row.bytes(1), value: row.bytesIfAny(2))
    }
    return trigger
  }

  private func storedTrigger(_ row: any SQLRow) throws -> StoredTrigger {
    let trigger = StoredTrigger(
      id: row.bytes(0).text, kind: row.bytes(1).text, payload: row.bytes(2).bytes, deadline: row.number(3) ?? 0,
      outcomes: [])
    guard row.number(4) == trigger.sum else { throw DamagedRecord("A trigger") }
    return trigger
  }

  private func outcome(
    of trigger: String, in window: WindowID, status: Bytes, value: Bytes?
  ) throws -> StoredOutcome {
    guard let status = TriggerStatus(rawValue: status.text) else {
      throw DamagedRecord("The outcome of a trigger")
    }
    return StoredOutcome(trigger: trigger, window: window, status: status, value: value?.bytes)
  }
}

extension StoredTrigger {
  /// Of all that never changes of it.
  var sum: Int64 { Sum.of(Array(id.utf8), Array(kind.utf8), payload, number: deadline) }
}

extension StoredOutcome {
  var sum: Int64 {
    Sum.of(Array(trigger.utf8), Array(window.rawValue.utf8), Array(status.rawValue.utf8), value ?? [])
  }
}

extension StoredOrigin {
  var encoded: [UInt8] {
    var json: JSONObject = ["user": .string(user), "scene": .string(scene), "root": .string(root)]
    if tenant != .app { json["tenant"] = .string(tenant.id) }
    if !roles.isEmpty { json["roles"] = .array(roles.map(JSONValue.string)) }
    json["value"] = value
    json["instance"] = openedBy.map(JSONValue.string)
    return JSONBytes.encode(.object(json))
  }

  /// `nil` where it is not what `encoded` gives.
  init?(encoded: [UInt8]) {
    guard let json = try? JSONBytes.decode(encoded), let user = json["user"]?.stringValue,
      let scene = json["scene"]?.stringValue, let root = json["root"]?.stringValue
    else { return nil }
    self.init(
      tenant: Tenant(stored: json["tenant"]?.stringValue ?? ""), user: user,
      roles: json["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [], scene: scene, value: json["value"], root: root,
      openedBy: json["instance"]?.stringValue)
  }
}
