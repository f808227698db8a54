/// Keeps repeated messages from flooding a log: one line a minute for each key, with the number of repeats.
package struct LineLimit {
  private struct Last {
    var line: Int64
    var repeats = Repeats()
  }

  /// The repeats since the previous line.
  package struct Repeats: Equatable, Sendable {
    package var count = 0
    /// The largest value among them.
    package var largest: Int64 = 0
  }

  /// The time between two lines of a key, in milliseconds.
  package static let interval: Int64 = 60_000
  /// The maximum number of keys. Further ones within a minute share one line.
  package static let keys = 1000

  private var last: [String: Last] = [:]
  /// When old keys were last removed: at most once a second, because that looks at all of them.
  private var swept = Int64.min / 2

  package init() {}

  /// - Parameters:
  ///   - value: The value to count, if there is one.
  ///   - now: The time of a monotonic clock in milliseconds.
  /// - Returns: The repeats that the line also stands for; `nil` if it is too soon for another line.
  package mutating func admit(_ key: String, value: Int64 = 0, now: Int64) -> Repeats? {
    if last[key] == nil, last.count >= Self.keys, now - swept >= 1000 {
      swept = now
      last = last.filter { now - $0.value.line < Self.interval }
    }
    let key = last[key] != nil || last.count < Self.keys ? key : ""
    guard var known = last[key] else {
      last[key] = Last(line: now)
      return Repeats()
    }
    guard now - known.line < Self.interval else {
      last[key] = Last(line: now)
      return known.repeats
    }
    known.repeats.count += 1
    known.repeats.largest = max(known.repeats.largest, value)
    last[key] = known
    return nil
  }
}
