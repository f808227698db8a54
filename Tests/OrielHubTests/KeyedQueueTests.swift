import Testing

@testable import OrielHub

/// The order of a queue whose values are found by their keys.
@Suite struct KeyedQueueTests {
  private func drain(_ queue: inout KeyedQueue<String, Int>) -> [String] {
    var all: [String] = []
    while let (key, value) = queue.popFirst() { all.append("\(key) \(value)") }
    return all
  }

  @Test func `values leave in the order in which they came`() {
    var queue = KeyedQueue<String, Int>()
    for (value, key) in ["a", "b", "c"].enumerated() { queue.append(value, for: key) }
    #expect(queue.count == 3)
    #expect(["a", "c", "d"].map { queue[$0] } == [0, 2, nil])
    #expect(drain(&queue) == ["a 0", "b 1", "c 2"])
    #expect(queue.count == 0)
  }

  @Test func `a key that comes again is behind the others, with its new value`() {
    var queue = KeyedQueue<String, Int>()
    for (value, key) in ["a", "b", "a"].enumerated() { queue.append(value, for: key) }
    #expect(drain(&queue) == ["b 1", "a 2"])
  }

  @Test func `what was removed does not come, unless it has come back`() {
    var queue = KeyedQueue<String, Int>()
    for (value, key) in ["a", "b", "c"].enumerated() { queue.append(value, for: key) }
    queue.remove("a")
    queue.removeAll { $0 == 1 }
    #expect(queue["a"] == nil)
    queue.append(3, for: "a")
    #expect(drain(&queue) == ["c 2", "a 3"])
  }

  @Test func `past its limit the oldest leave`() {
    var queue = KeyedQueue<Int, Int>(limit: 1000)
    for number in 0..<50_000 { queue.append(number, for: number) }
    #expect(queue.count == 1000)
    #expect([48_999, 49_000, 49_999].map { queue[$0] } == [nil, 49_000, 49_999])
    queue.append(0, for: 49_000)
    queue.append(1, for: 50_000)
    #expect([49_000, 49_001, 50_000].map { queue[$0] } == [0, nil, 1])
  }

  @Test func `keys that come and go leave nothing behind`() {
    var queue = KeyedQueue<Int, Int>()
    queue.append(-1, for: -1)
    for number in 0..<50_000 {
      queue.append(number, for: number)
      if number % 2 == 0 { queue.remove(number) } else { queue.removeAll { $0 == number } }
    }
    #expect(queue.order.count <= 32)
    #expect(queue.popFirst()?.key == -1)
  }
}
