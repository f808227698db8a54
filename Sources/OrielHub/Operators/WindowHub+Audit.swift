import Oriel

extension WindowHub {
  /// Adds a record to the audit, which becomes durable together with the other changes of the turn.
  ///
  /// - Parameter record: The record; its id and time are set here.
  package func record(_ record: AuditRecord) {
    var record = record
    record.shorten()
    record.id = secretID("a-")
    record.time = scheduler.wallTime
    writer.note(\.audit, record)
    commit()
    startSweeping()
  }

  /// Queries the audit, newest first, including all earlier records.
  package func audit(_ query: AuditQuery, then: @escaping (Result<[AuditRecord], any Error>) -> Void) {
    read(.list, { $0.audit(query, then: $1) }, then: then)
  }

  /// Runs code for an operator. All its turns are stored as one, together with its records in the audit, and its
  /// navigation events carry the operator's id.
  package func acting<Result>(as who: String, _ body: () throws -> Result) rethrows -> Result {
    let outer = events.operatorID
    events.operatorID = who
    defer { events.operatorID = outer }
    guard transactions.beginAct() else { return try body() }
    return try recording(CrashJournalEntry(.act, of: "operator \(who)")) {
      defer {
        transactions.endAct()
        commit()
      }
      return try body()
    }
  }
}
