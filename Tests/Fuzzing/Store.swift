import Foundation
import GRDB
import Oriel
import OrielDocument
import OrielHub

@testable import OrielSQL
@testable import OrielSQLite

/// A store's file that is not as it was written. Each line puts one value into one column: a letter for the column, one
/// for the kind of value, and the value.
///
/// SQLite finds damage to its own structure; of a value it knows neither the type nor the content.
func fuzzStore(_ input: [UInt8]) {
  do {
    try FuzzedStore.shared.get().withRows { db in
      for line in input.split(separator: UInt8(ascii: "\n")).prefix(8) {
        guard line.count >= 2 else { continue }
        db.put(Array(line.dropFirst(2)), as: line[line.startIndex + 1], at: Int(line[line.startIndex]))
      }
      db.readAll()
    }
  } catch {
    require(false, "\(error)")
  }
}

private final class FuzzedStore {
  nonisolated(unsafe) static let shared = Result { try FuzzedStore() }  // Guard: inputs come one after another.
  private let queue: DatabaseQueue

  private init() throws {
    queue = try DatabaseQueue()
    try Schema.prepare(queue, path: "memory")
    // Damage does not ask what a column may be.
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table';
          PRAGMA writable_schema = RESET;
          """)
    }
  }

  /// Gives what was written by a few turns; afterwards it is forgotten.
  func withRows(_ body: (Database) throws -> Void) throws {
    try queue.inDatabase { db in
      try db.inSavepoint {
        for turn in FuzzedStore.turns { try db.apply(turn) }
        try body(db)
        return .rollback
      }
    }
  }

  private static let turns: [StoredTurn] = {
    var row = StoredWindowChanges(title: "Notes", usedAt: 1000, position: Array(#"{"applied":{},"next":3}"#.utf8))
    row.origin = StoredOrigin(user: "ann", roles: ["admin"], scene: "main", value: 7, root: "m1", openedBy: "page")
    row.models = [("m1", Array(#"{"type":["A","1A"],"properties":{}}"#.utf8))]
    var turn = StoredTurn()
    turn.windows = [(fuzzedWindow, row)]
    turn.objects = [StoredObject(user: "ann", type: "A", value: row.models[0].value)]
    let key = StoredElement.Key(tenant: "acme", user: "", type: "A", name: "rows", id: Array("1".utf8))
    turn.rows = [StoredElement(key, position: 1, value: Array("{}".utf8))]
    turn.timers = [StoredTimer(tenant: "acme", type: "A", id: "t", due: 1, message: Array("{}".utf8))]
    turn.tenants = [StoredMark("acme", isAwake: true, state: .closed)]
    turn.triggers = [
      StoredTrigger(
        id: "t-1", kind: "notify", payload: Array("{}".utf8), deadline: 60_000,
        outcomes: [StoredOutcome(trigger: "t-1", window: fuzzedWindow)])
    ]
    turn.access = [
      AccessChange(user: "bob", kind: .ban, time: 1), AccessChange(user: "bob", kind: .signOut, time: 2),
    ]
    turn.audit = [AuditRecord(who: "admin", way: .api, act: "dismiss")]
    var later = StoredTurn()
    later.keptAside = [
      SalvageOrder(.window(fuzzedWindow), reason: "damaged", time: 1),
      SalvageOrder(.object(user: "ann", type: "A"), reason: "damaged", time: 1),
      SalvageOrder(
        .row(StoredElement.Key(tenant: "acme", user: "", type: "A", name: "rows", id: Array("1".utf8))),
        reason: "damaged", time: 1),
    ]
    return [turn, later]
  }()
}

private let fuzzedWindow = WindowID("w-1")

extension Database {
  private static let columns = [
    (
      "windows",
      ["id", "user", "scene", "openedBy", "origin", "originSum", "title", "usedAt", "position", "positionSum"]
    ),
    ("models", ["window", "id", "value", "sum"]),
    ("objects", ["user", "type", "value", "sum"]),
    ("triggers", ["id", "kind", "payload", "deadline", "sum"]),
    ("outcomes", ["trigger", "window", "place", "status", "value", "sum"]),
    ("keptAside", ["user", "window", "type", "reason", "time", "record"]),
    ("access", ["user", "bannedAt", "signedOutAt"]),
    ("audit", ["id", "time", "who", "act", "target", "record", "sum"]),
    ("windows", ["home"]),
    ("objects", ["home"]),
    ("keptAside", ["home", "name", "element"]),
    ("rows", ["home", "user", "type", "name", "id", "place", "version", "value", "sum"]),
    ("timers", ["home", "type", "id", "due", "message", "sum"]),
    ("owners", ["home", "awake", "state", "sum"]),
  ].flatMap { table, names in names.map { (table, $0) } }

  /// Columns are counted from `A`, in the order of the schema.
  fileprivate func put(_ value: [UInt8], as kind: UInt8, at place: Int) {
    let (table, column) = Self.columns[abs(place - 65) % Self.columns.count]
    let text = String(decoding: value, as: UTF8.self)
    let stored: DatabaseValue =
      switch kind {
      case UInt8(ascii: "i"): (Int64(text) ?? 7).databaseValue
      case UInt8(ascii: "r"): (Double(text) ?? 0.5).databaseValue
      case UInt8(ascii: "t"): text.databaseValue
      case UInt8(ascii: "n"): .null
      default: Data(value).databaseValue
      }
    // A key may not be what another row's is.
    try? execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = ?", arguments: [stored])
  }

  /// All that a server and `store` ask for.
  fileprivate func readAll() {
    _ = try? window(fuzzedWindow)
    _ = try? recordedWindow(fuzzedWindow)?.exported(fuzzedWindow)
    _ = try? windows(StoredWindowQuery(limit: 10))
    _ = try? count(StoredWindowQuery(user: "ann"))
    _ = try? storedObjects(of: .app, user: "ann")
    _ = try? member("ann", of: "acme")
    _ = try? tenant("acme")
    _ = try? tenants(after: nil, limit: 10)
    _ = try? summary(of: "acme")
    _ = try? contents(of: "acme")
    _ = try? posts(to: "acme", after: 0, limit: 10)
    _ = try? waitingPosts()
    _ = try? dueTenants(at: 10)
    _ = try? publications(of: nil)
    _ = try? trigger("t-1")
    _ = try? access()
    _ = try? audit(AuditQuery())
    _ = try? closedWindow(fuzzedWindow)
    _ = try? keptAside(of: nil)
    var findings = StoreFindings()
    try? checkRows(&findings)
    _ = try? purge("ann")
    _ = try? delete("acme")
  }
}
