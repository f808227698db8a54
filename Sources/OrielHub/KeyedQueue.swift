import DequeModule

/// Values in the order in which they came, each under a key. Every operation but
/// `removeAll` takes constant time on average.
struct KeyedQueue<Key: Hashable, Value> {
  private(set) var order: Deque<(key: Key, number: Int)> = []
  /// Each key's value, and the number of its entry in `order`. Entries with other numbers have left the queue.
  private var entries: [Key: (value: Value, number: Int)] = [:]
  private var lastNumber = 0
  private let limit: Int

  /// - Parameter limit: The number of values kept: beyond it, the oldest leave the queue.
  init(limit: Int = .max) { self.limit = limit }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? { entries[key]?.value }

  /// Adds a value behind all others. It takes the place of the one under the same key.
  mutating func append(_ value: Value, for key: Key) {
    lastNumber += 1
    entries[key] = (value, lastNumber)
    order.append((key, lastNumber))
    if count > limit { _ = popFirst() }
    compact()
  }

  mutating func remove(_ key: Key) { entries[key] = nil }

  mutating func removeAll(where isLeaving: (Value) -> Bool) {
    entries = entries.filter { !isLeaving($0.value.value) }
  }

  mutating func popFirst() -> (key: Key, value: Value)? {
    while let (key, number) = order.popFirst() {
      guard let entry = entries[key], entry.number == number else { continue }
      entries[key] = nil
      return (key, entry.value)
    }
    return nil
  }

  private mutating func compact() {
    guard order.count > 2 * entries.count + 16 else { return }
    order.removeAll { entries[$0.key]?.number != $0.number }
  }
}
