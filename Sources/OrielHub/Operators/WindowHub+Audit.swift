import Oriel

extension WindowHub {
  /// Adds a record to the audit, which becomes durable together with the other changes of the turn.
  ///
  /// - Parameters:
  ///   - record: The record; its id and time are set here, and its tenant if the target is in one.
  ///   - target: The target of the act; `nil` for the server.
  package func record(_ record: AuditRecord, on target: WindowTarget?) {
    note(record, on: target)
    commit()
  }

  /// Adds a record that becomes durable with the next commit.
  private func note(_ record: AuditRecord, on target: WindowTarget?) {
    guard !record.isOfRefusal || sweeper.admitsRefusal(of: record.who) else {
      return log(
        .warning, onceAMinute: "refusals of \(record.who)",
        """
        Acts of an operator were refused or have failed more than \(limits.auditRefusalsOfOperator) times within an hour: further \
        ones are not in the audit
        """, ["user": "\(record.who)"])
    }
    var record = record
    if let target {
      record.target = target.description
      record.tenant = record.tenant ?? tenant(of: target)
    }
    record.shorten()
    record.id = secretID("a-")
    record.time = scheduler.wallTime
    writer.record(\.audit, record)
    if record.way == .app { sweeper.addedAuditRecordOfApp() }
    sweeper.start()
  }

  /// An operator begins to look at a window, or has looked. A commit follows.
  func noteLook(_ outcome: AuditRecord.Outcome, of observer: Attachment) {
    guard !observer.window.isConsole else { return }
    let seconds = (scheduler.now - observer.attachedAt) / 1000
    note(
      AuditRecord(
        who: observer.user.text, way: .console, act: OperatorRights.look, outcome: outcome,
        detail: outcome == .begun ? "mirror" : "mirror, \(seconds) s"),
      on: .window(observer.window.id))
  }

  /// The tenant of a window in memory, or of a user who has windows in memory in one tenant alone.
  package func tenant(of target: WindowTarget) -> Tenant? {
    let windows: [Window]
    switch target.whole {
    case .tenant(let tenant): return tenant
    case .window(let id): windows = [self.windows[id]].compactMap(\.self)
    case .user(let user): windows = users.windows(of: user)
    case .scene, .tag, .everyone, .attached: return nil
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
}
