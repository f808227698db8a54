/// Keeps what repeats from flooding a log: for each key one line a minute, which says what it stands for.
package struct LineLimit {
  private struct Last {
    var line: Int64
    var repeats = Repeats()
  }

  /// What has happened since the line before, without a line of its own.
  package struct Repeats: Equatable, Sendable {
    package var count = 0
    /// The largest value that came with it.
    package var largest: Int64 = 0
  }

  /// Milliseconds from one line of a key to the next.
  package static let interval: Int64 = 60_000
  /// Keys that are told apart: what comes on top within a minute shares one line.
  package static let keys = 1000

  private var last: [String: Last] = [:]

  package init() {}

  /// - Parameters:
  ///   - value: How much it was, where that is counted.
  ///   - now: Milliseconds of a clock that never goes back.
  /// - Returns: What the line stands for besides this; `nil` where it is not time for another.
  package mutating func admit(_ key: String, value: Int64 = 0, now: Int64) -> Repeats? {
    if last[key] == nil, last.count >= Self.keys { last = last.filter { now - $0.value.line < Self.interval } }
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
