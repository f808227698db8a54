import DequeModule
import OrielDocument

/// The identity of a tenant's scheduled message.
struct ScheduledKey: Hashable {
  private let type: String
  private let id: ScalarKey

  init(_ type: String, _ id: String) { (self.type, self.id) = (type, ScalarKey(id)) }
  init(_ timer: StoredTimer) { self.init(timer.type, timer.id) }
}

/// A tenant's scheduled messages, in the order in which they are due; among equals, in which they were scheduled.
///
/// A message is due at its time, or when the turn that has scheduled it is durable, if that is later.
struct Agenda {
  /// Those of each type, in order.
  private var queues: [String: Deque<StoredTimer>] = [:]
  private var due: [ScheduledKey: StoredTimer] = [:]
  /// Those whose turns are not durable yet, with the numbers of the turns.
  private var unsaved: [ScheduledKey: (timer: StoredTimer, turn: Int)] = [:]
  /// The size of the messages.
  private var bytes = 0

  init(_ timers: [StoredTimer] = []) {
    for timer in timers.sorted(by: { $0.precedes($1) }) { set(timer) }
  }

  var count: Int { due.count + unsaved.count }
  var hasUnsaved: Bool { !unsaved.isEmpty }

  /// The size of the messages with one that is added, or replaces another.
  func bytes(with timer: StoredTimer) -> Int { bytes - (self[timer.type, timer.id]?.bytes ?? 0) + timer.bytes }

  private subscript(type: String, id: String) -> StoredTimer? {
    let key = ScheduledKey(type, id)
    return unsaved[key]?.timer ?? due[key]
  }

  var first: StoredTimer? { queues.values.lazy.compactMap(\.first).min { $0.precedes($1) } }

  /// The first that is due later.
  func first(after time: Int64) -> StoredTimer? {
    queues.values.lazy.compactMap { $0.dropFirst($0.position { $0.due <= time }).first }.min { $0.precedes($1) }
  }

  /// The time of the first one, also of those whose turns are not durable yet.
  var nextDue: Int64? { [first?.due, unsaved.values.lazy.map(\.timer.due).min()].compactMap(\.self).min() }

  func contains(_ timer: StoredTimer) -> Bool { self[timer.type, timer.id] != nil }

  /// Those that the store has.
  var saved: some Sequence<StoredTimer> { due.values }

  /// Adds a message that the store has, or replaces the one of the same type and id.
  mutating func set(_ timer: StoredTimer) {
    remove(type: timer.type, id: timer.id)
    due[ScheduledKey(timer)] = timer
    let position = queues[timer.type, default: []].position { $0.precedes(timer) }
    queues[timer.type, default: []].insert(timer, at: position)
    bytes += timer.bytes
  }

  /// Adds a message that the store has when this turn is durable, or replaces the one of the same type and id.
  mutating func set(_ timer: StoredTimer, scheduledBy turn: Int) {
    remove(type: timer.type, id: timer.id)
    unsaved[ScheduledKey(timer)] = (timer, turn)
    bytes += timer.bytes
  }

  /// The turns up to this one are durable.
  ///
  /// - Returns: Whether this message can now be due. It can't if a later turn has scheduled it again.
  mutating func saved(_ timer: StoredTimer, upTo turn: Int) -> Bool {
    guard let entry = unsaved[ScheduledKey(timer)], entry.turn <= turn else { return false }
    set(entry.timer)
    return true
  }

  /// - Returns: Whether there was one.
  @discardableResult
  mutating func remove(type: String, id: String) -> Bool {
    let key = ScheduledKey(type, id)
    guard let timer = self[type, id] else { return false }
    bytes -= timer.bytes
    if unsaved.removeValue(forKey: key) == nil, due.removeValue(forKey: key) != nil {
      if let position = queues[type]?.position(where: { $0.precedes(timer) }) { queues[type]?.remove(at: position) }
      if queues[type]?.isEmpty == true { queues[type] = nil }
    }
    return true
  }

  /// The first that is due and whose type is not one of these.
  func due(at time: Int64, exceptOf types: Set<String>) -> StoredTimer? {
    queues.lazy.filter { !types.contains($0.key) }.compactMap(\.value.first).filter { $0.due <= time }
      .min { $0.precedes($1) }
  }
}

extension Deque<StoredTimer> {
  /// The number of the first messages for which this is true.
  fileprivate func position(where isBefore: (StoredTimer) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension StoredTimer {
  var bytes: Int { message?.count ?? 0 }

  fileprivate func precedes(_ other: StoredTimer) -> Bool {
    if due != other.due { return due < other.due }
    if number != other.number { return number < other.number }
    let (own, others) = type == other.type ? (id, other.id) : (type, other.type)
    return own.utf8.lexicographicallyPrecedes(others.utf8)
  }
}
