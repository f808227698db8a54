import Oriel

extension WindowHub {
  /// Adds a record to the audit, which becomes durable together with the other changes of the turn.
  ///
  /// - Parameter record: The record; its id and time are set here, and its tenant if the target is in one.
  package func record(_ record: AuditRecord) {
    var record = record
    record.tenant = record.tenant ?? tenant(ofTarget: record.target)
    record.shorten()
    record.id = secretID("a-")
    record.time = scheduler.wallTime
    writer.note(\.audit, record)
    if record.way == .app { sweeper.addedAuditRecordOfApp() }
    commit()
    sweeper.start()
  }

  /// The tenant of a window in memory, or of a user who has windows in memory in one tenant alone.
  ///
  /// - Parameter target: The target as the audit has it.
  package func tenant(ofTarget target: String) -> Tenant? {
    let parts = target.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    var name = parts[1]
    if name.hasSuffix(" attached") { name.removeLast(" attached".count) }
    let windows: [Window]
    switch parts[0] {
    case "tenant": return Tenant(named: String(name))
    case "window": windows = [self.windows[WindowID(String(name))]].compactMap(\.self)
    case "user": windows = users.windows(of: String(name))
    default: return nil
    }
    let tenants = Set(windows.lazy.filter { !$0.isConsole }.map(\.user.account.tenant))
    return tenants.count == 1 ? tenants.first : nil
  }

  /// Queries the audit, newest first, including all earlier records.
  package func audit(_ query: AuditQuery) async throws -> [AuditRecord] { try await read { try $0.audit(query) } }

  /// Runs code for an operator. All its turns are stored as one, together with its records in the audit, and its
  /// navigation events carry the operator's id.
  package func acting<Result>(as who: String, _ body: () throws -> Result) rethrows -> Result {
    let outer = events.operatorID
    events.operatorID = who
    defer { events.operatorID = outer }
    return try asOneTurn(CrashJournalEntry(.act, of: "operator \(who)"), body)
  }

  /// Runs an act, of an operator or of a member. All its changes are stored as one turn.
  func asOneTurn<Result>(_ turn: CrashJournalEntry, _ body: () throws -> Result) rethrows -> Result {
    guard transactions.beginAct() else { return try body() }
    return try recording(turn) {
      defer {
        transactions.endAct()
        commit()
      }
      return try body()
    }
  }
}
