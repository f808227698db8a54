import Oriel

extension WindowHub {
  /// Adds a record to the audit, which becomes durable together with the other changes of the turn.
  ///
  /// - Parameter record: The record; its id and time are set here.
  package func record(_ record: AuditRecord) {
    var record = record
    record.shorten()
    record.id = context.secretID("a-")
    record.time = context.scheduler.wallTime
    unsaved.audit.append(record)
    commit()
    startSweeping()
  }

  /// Queries the audit, newest first, including all earlier records.
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

  /// The limits, which operators can change while the server runs.
  package var limits: HubLimits {
    get { context.limits }
    set { context.limits = newValue }
  }

  /// Runs code for an operator. All its turns are stored as one, together with its records in the audit, and its
  /// navigation events carry the operator's id.
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
