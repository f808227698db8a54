import Oriel

/// The shared documents of a tenant: those that windows show, and the records of the others.
struct SharedDocuments {
  private var byKey: [SharedKey: SharedDocument] = [:]
  private var asleep: [SharedKey: SharedRecord] = [:]
  /// The first letter of their ids, which differ from those of all other documents that a window may show.
  private let prefix: String
  /// The number in the last id.
  private var last = 0

  init(asleep records: [SharedRecord] = [], prefix: String) {
    self.prefix = prefix
    for record in records { sleeps(record) }
    last = records.compactMap { Int($0.id.dropFirst()) }.max() ?? 0
  }

  /// Whether windows show none.
  var isEmpty: Bool { byKey.isEmpty }
  var first: SharedDocument? { byKey.values.first }

  subscript(key: SharedKey) -> SharedDocument? { byKey[key] }

  mutating func nextID() -> String {
    last += 1
    return "\(prefix)\(last)"
  }

  mutating func insert(_ document: SharedDocument) { byKey[document.key] = document }

  mutating func remove(_ document: SharedDocument) { byKey[document.key] = nil }

  // MARK: Those that no window shows

  func record(_ key: SharedKey) -> SharedRecord? { asleep[key] }

  mutating func wakes(_ key: SharedKey) -> SharedRecord? { asleep.removeValue(forKey: key) }

  mutating func sleeps(_ record: SharedRecord) { asleep[record.key] = record }

  /// Removes and returns those that were not shown since this time, and those not shown for longest beyond this number.
  mutating func removeUnshown(since time: Int64, limit: Int) -> [SharedRecord] {
    guard asleep.count > limit || asleep.values.contains(where: { $0.usedAt <= time }) else { return [] }
    let sorted = asleep.values.sorted { ($0.usedAt, $0.id) < ($1.usedAt, $1.id) }
    let taken = sorted.enumerated().filter { $1.usedAt <= time || $0 < sorted.count - limit }.map(\.element)
    for record in taken { asleep[record.key] = nil }
    return taken
  }
}
