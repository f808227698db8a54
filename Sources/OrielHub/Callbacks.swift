/// Callbacks that wait for the same answer, which is looked for once.
struct Callbacks<Key: Hashable, Answer> {
  private var waiting: [Key: [(Answer) -> Void]] = [:]

  var isEmpty: Bool { waiting.isEmpty }
  func isWaiting(for key: Key) -> Bool { waiting[key] != nil }

  /// - Returns: Whether it is the first, so that the answer has to be looked for.
  mutating func add(_ callback: @escaping (Answer) -> Void, for key: Key) -> Bool {
    waiting[key, default: []].append(callback)
    return waiting[key]?.count == 1
  }

  mutating func removeAll(for key: Key) -> [(Answer) -> Void] { waiting.removeValue(forKey: key) ?? [] }
}
