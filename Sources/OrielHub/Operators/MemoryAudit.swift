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

  mutating func deleteOld(_ old: StoreRetention) {
    let young = records.filter { $0.time >= old.auditBefore }
    let ofApp = young.filter { $0.way == .app }.suffix(old.auditKeptOfApp)
    let others = young.filter { $0.way != .app }.suffix(old.auditKept)
    records = (ofApp + others).sorted { $0.number < $1.number }
    ids = Set(records.map(\.id))
  }
}
