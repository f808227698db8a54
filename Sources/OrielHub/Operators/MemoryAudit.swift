/// The audit, kept as long as the process lives.
struct MemoryAudit {
  private var records: [AuditRecord] = []
  private var ids: Set<String> = []
  private var last = 0

  /// Adds a record, unless it was added before.
  mutating func add(_ record: AuditRecord) {
    guard ids.insert(record.id).inserted else { return }
    last += 1
    var record = record
    record.number = last
    records.append(record)
  }

  func records(_ query: AuditQuery) -> [AuditRecord] {
    Array(records.reversed().lazy.filter(query.matches).prefix(query.limit))
  }

  mutating func discard(before time: Int64, keeping count: Int) {
    let old = records.prefix { $0.time < time }.count
    let dropped = records.prefix(max(old, records.count - count))
    for record in dropped { ids.remove(record.id) }
    records.removeFirst(dropped.count)
  }
}
