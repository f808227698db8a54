import Oriel
import OrielHub

extension SQLConnection {
  /// Within a transaction; in the order of the turn's members.
  package func apply(_ turn: StoredTurn) throws {
    for order in turn.keptAside { try keepAside(order) }
    // Before those that this turn closes, perhaps once more.
    for id in turn.reopenedWindows { try forgetClosed(id) }
    for (id, row) in turn.windows { try apply(row, to: id) }
    for order in turn.closedWindows { try close(order) }
    for id in turn.deletedWindows { try delete(id) }
    for object in turn.objects { try save(object) }
    for move in turn.movedArchives { try moveArchive(from: move.from, to: move.to) }
    for owner in turn.emptiedArchives { try emptyArchive(of: owner) }
    for row in turn.rows { try save(row) }
    for timer in turn.timers { try save(timer) }
    for post in turn.posts { try save(post) }
    for mark in turn.tenants { try save(mark) }
    for publication in turn.publications.values { try save(publication) }
    for trigger in turn.triggers { try add(trigger) }
    for outcome in turn.outcomes { try save(outcome) }
    for access in turn.access { try save(access) }
    for record in turn.audit { try add(record) }
  }

  // MARK: Windows

  private func apply(_ row: StoredWindowChanges, to id: WindowID) throws {
    let key = Bytes(id.rawValue)
    if let origin = row.origin { try save(origin, of: key) }
    try update(row, key)
    for (model, value) in row.models {
      let model = Bytes(model)
      try send(Upsert.models, [key, model, Bytes(value), Sum.of(key.bytes, model.bytes, value)])
    }
    for model in row.deletedModels {
      try send(#"DELETE FROM models WHERE "window" = ? AND id = ?"#, [key, Bytes(model)])
    }
  }

  private func save(_ origin: StoredOrigin, of key: Bytes) throws {
    let json = origin.encoded
    try send(
      """
      INSERT INTO windows (
        id, "user", scene, openedBy, origin, originSum, title, usedAt, position, positionSum, home)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?8, 0, ?8, 0, ?7)
      ON CONFLICT (id) DO UPDATE SET
        home = excluded.home, "user" = excluded."user", scene = excluded.scene, openedBy = excluded.openedBy,
        origin = excluded.origin, originSum = excluded.originSum
      """,
      [
        key, Bytes(origin.user), Bytes(origin.scene), origin.openedBy.map { Bytes($0) }, Bytes(json),
        Sum.of(key.bytes, json), Bytes(origin.tenant.id), Bytes([]),
      ])
  }

  private func update(_ row: StoredWindowChanges, _ key: Bytes) throws {
    let title = Bytes(row.title)
    try send(
      "UPDATE windows SET title = ?, usedAt = ?, position = ?, positionSum = ? WHERE id = ?",
      [title, row.usedAt, Bytes(row.position), Sum.of(key.bytes, title.bytes, row.position, number: row.usedAt), key])
  }

  private func delete(_ id: WindowID) throws {
    let key = Bytes(id.rawValue)
    try send("DELETE FROM windows WHERE id = ?", [key])
    try send(#"DELETE FROM models WHERE "window" = ?"#, [key])
  }

  // MARK: Objects and triggers

  private func save(_ object: StoredObject) throws {
    let (home, user, type) = (Bytes(object.tenant.id), Bytes(object.user), Bytes(object.type))
    try send(
      Upsert.objects, [home, user, type, Bytes(object.value), Sum.ofObject(home, user, type, object.value)])
  }

  private func add(_ trigger: StoredTrigger) throws {
    let id = Bytes(trigger.id)
    try send(
      "INSERT INTO triggers (id, kind, payload, deadline, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [id, Bytes(trigger.kind), Bytes(trigger.payload), trigger.deadline, trigger.sum])
    for (place, outcome) in trigger.outcomes.enumerated() {
      try send(
        """
        INSERT INTO outcomes (trigger, "window", place, status, value, sum) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """,
        [
          id, Bytes(outcome.window.rawValue), place, outcome.status.rawValue, outcome.value.map { Bytes($0) },
          outcome.sum,
        ])
    }
  }

  private func save(_ outcome: StoredOutcome) throws {
    try send(
      "UPDATE outcomes SET status = ?, value = ?, sum = ? WHERE trigger = ? AND \"window\" = ?",
      [
        outcome.status.rawValue, outcome.value.map { Bytes($0) }, outcome.sum, Bytes(outcome.trigger),
        Bytes(outcome.window.rawValue),
      ])
  }

  // MARK: Kept aside, and gone

  /// - Returns: Whether there was such a record.
  @discardableResult
  func keepAside(_ order: SalvageOrder) throws -> Bool {
    let (reason, time) = (Bytes(order.reason), order.time)
    switch order.subject {
    case .window(let id):
      guard let window = try recordedWindow(id) else { return false }
      let record = Bytes(JSONBytes.encode(.object(window.exported(id))))
      return try run(
        #"INSERT INTO keptAside ("user", "window", reason, time, record, home) VALUES (?, ?, ?, ?, ?, ?)"#,
        [Bytes(window.origin.user), Bytes(id.rawValue), reason, time, record, Bytes(window.origin.tenant.id)]) > 0
    case .object(let tenant, let user, let type):
      return try run(
        """
        INSERT INTO keptAside ("user", type, reason, time, record, home)
        SELECT "user", type, ?, ?, value, home FROM objects WHERE home = ? AND "user" = ? AND type = ?
        """, [reason, time, Bytes(tenant.id), Bytes(user), Bytes(type)]) > 0
    case .row(let key):
      return try run(
        """
        INSERT INTO keptAside ("user", type, reason, time, record, home, name, element, position, version)
        SELECT "user", type, ?, ?, value, home, name, id, position, version FROM rows WHERE \(Self.isRow)
        """, [reason, time] + key.arguments) > 0
    }
  }

  package func purge(_ user: String) throws -> PurgedCounts {
    let counts = try delete(where: #""user""#, Bytes(user))
    try send("DELETE FROM access WHERE \"user\" = ? AND bannedAt IS NULL", [Bytes(user)])
    return counts
  }

  package func delete(_ tenant: Tenant) throws -> PurgedCounts {
    let counts = try delete(where: "home", Bytes(tenant.id))
    for table in ["timers", "posts", "publications"] {
      try send("DELETE FROM \(table) WHERE home = ?", [Bytes(tenant.id)])
    }
    try save(StoredMark(tenant, state: .deleted))
    return counts
  }

  private func delete(where column: String, _ value: Bytes) throws -> PurgedCounts {
    var counts = PurgedCounts()
    func delete(_ rest: String) throws -> Int {
      try run("DELETE FROM \(rest)", [value])
    }
    _ = try delete(#"models WHERE "window" IN (SELECT id FROM windows WHERE \#(column) = ?)"#)
    _ = try delete(#"outcomes WHERE "window" IN (SELECT id FROM windows WHERE \#(column) = ?)"#)
    try send("DELETE FROM triggers WHERE id NOT IN (SELECT trigger FROM outcomes)", [])
    counts.windows = try delete("windows WHERE \(column) = ?")
    counts.keptAside = try delete("keptAside WHERE \(column) = ?")
    // A tenant's own objects have no user: who has an empty id does not own them.
    if column != "home", value.bytes.isEmpty { return counts }
    counts.objects = try delete("objects WHERE \(column) = ?")
    counts.rows = try delete("rows WHERE \(column) = ?") + delete("archive WHERE \(column) = ?")
    return counts
  }

  package func deleteOld(_ old: StoreRetention) throws {
    try send(
      "DELETE FROM outcomes WHERE trigger IN (SELECT id FROM triggers WHERE deadline < ?)", [old.triggersExpiredBefore])
    try send("DELETE FROM triggers WHERE deadline < ?", [old.triggersExpiredBefore])
    try deleteTriggers(old)
    try deleteClosed(before: old.closedBefore)
    try deleteOldOperations(old)
  }

  /// Of those for which no window waits, keeps the newest.
  private func deleteTriggers(_ old: StoreRetention) throws {
    try send(
      """
      DELETE FROM triggers WHERE number IN (
        SELECT number FROM (
          SELECT number, row_number() OVER newest AS place, sum(length(payload)) OVER newest AS bytes FROM triggers
          WHERE deadline < ? OR id NOT IN (SELECT trigger FROM outcomes WHERE status IN ('pending', 'blocked'))
          WINDOW newest AS (ORDER BY number DESC)) AS placed
        WHERE place > ? OR bytes > ?)
      """, [old.now, old.triggersKept, old.triggerBytesKept])
    try send("DELETE FROM outcomes WHERE trigger NOT IN (SELECT id FROM triggers)", [])
  }
}
