import Oriel

extension WindowHub {
  /// Adds a line to the audit. It becomes durable together with what was done in the same turn.
  ///
  /// - Parameter record: Its id and time are filled in.
  package func record(_ record: AuditRecord) {
    var record = record
    record.shorten()
    record.id = context.secretID("a-")
    record.time = context.scheduler.wallTime
    unsaved.audit.append(record)
    commit()
    startSweeping()
  }

  /// Looks into the audit, the newest first, with all that was recorded before.
  package func audit(_ query: AuditQuery, then: @escaping (Result<[AuditRecord], any Error>) -> Void) {
    let isolation = context.isolation
    nonisolated(unsafe) let then = then
    afterWrites(of: .list) { [weak self] in
      self?.assumeIsolated { hub in
        hub.store.audit(query) { result in isolation.perform { then(result) } }
      }
    }
  }

  /// Milliseconds since 1970.
  package var wallTime: Int64 { context.scheduler.wallTime }

  /// How much there may be of everything, as an operator may change it while the server runs.
  package var limits: HubLimits {
    get { context.limits }
    set { context.limits = newValue }
  }

  /// Runs something for an operator: whatever turns it takes, they are stored as one, together with what it adds to the
  /// audit, and what is told of it meanwhile says whose doing it was.
  package func acting<Result>(as who: String, _ body: () throws -> Result) rethrows -> Result {
    let outer = context.events.operatorID
    context.events.operatorID = who
    defer { context.events.operatorID = outer }
    guard !isActing, !isCommitting else { return try body() }
    return try recording(RecordedTurn(.act, of: "operator \(who)")) {
      isActing = true
      defer {
        isActing = false
        commit()
      }
      return try body()
    }
  }
}
