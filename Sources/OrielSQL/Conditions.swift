import OrielHub

/// The conditions of a query.
struct Conditions {
  private var all = ["TRUE"]
  private(set) var arguments: SQLArguments = []

  var sql: String { all.joined(separator: " AND ") }

  /// - Parameter condition: With one `?` for the value; without a value there is none.
  mutating func add(_ condition: String, _ value: (any SQLArgument)?) {
    guard let value else { return }
    all.append(condition)
    arguments.append(value)
  }

  init(_ query: StoredWindowQuery) {
    add("home = ?", query.tenant.map { Bytes($0.id) })
    add(#""user" = ?"#, query.user.map { Bytes($0) })
    add("scene = ?", query.scene.map { Bytes($0) })
    add("scene <> ?", query.exceptScene.map { Bytes($0) })
    add("openedBy = ?", query.openedBy.map { Bytes($0) })
    add("usedAt < ?", query.unusedSince)
  }

  init(_ query: AuditQuery) {
    add("who = ?", query.who.map { Bytes($0) })
    add("act = ?", query.act.map { Bytes($0) })
    add("target = ?", query.target.map { Bytes($0) })
    add("home = ?", query.tenant.map { Bytes($0.id) })
    add("time >= ?", query.since)
    add("number < ?", query.before)
  }
}
