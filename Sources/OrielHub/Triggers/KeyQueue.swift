import DequeModule
import OrielDocument

/// Keys in the order in which they came, each once. Every operation takes constant time on average.
struct KeyQueue {
  private var order: Deque<(key: ScalarKey, number: Int)> = []
  /// The number under which each key is in the queue. Entries with other numbers have left it.
  private var numbers: [ScalarKey: Int] = [:]
  private var lastNumber = 0

  /// Adds a key behind all others, unless it is there.
  mutating func append(_ key: ScalarKey) {
    guard numbers[key] == nil else { return }
    lastNumber += 1
    numbers[key] = lastNumber
    order.append((key, lastNumber))
    compact()
  }

  mutating func remove(_ key: ScalarKey) { numbers[key] = nil }

  mutating func takeFirst() -> ScalarKey? {
    while let entry = order.popFirst() {
      guard numbers[entry.key] == entry.number else { continue }
      numbers[entry.key] = nil
      return entry.key
    }
    return nil
  }

  private mutating func compact() {
    guard order.count > 2 * numbers.count + 16 else { return }
    order.removeAll { numbers[$0.key] != $0.number }
  }
}
