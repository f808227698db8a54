/// The time on the loop that a connection may use: a steady share and a burst (RFC 2697's bucket with one colour).
///
/// The loop is shared by all windows. A connection whose messages take long uses its burst up, and then waits until its
/// share has paid for what it took.
struct LoopTime {
  private let perMillisecond: Int64
  private let burst: Int64
  /// Nanoseconds; below zero, they are owed.
  private var left: Int64
  /// Milliseconds on the scheduler's clock.
  private var filled: Int64

  /// - Parameters:
  ///   - share: Milliseconds for each second.
  ///   - burst: Milliseconds.
  init(share: Int64, burst: Int64, now: Int64) {
    perMillisecond = share * 1000
    self.burst = burst * 1_000_000
    left = self.burst
    filled = now
  }

  mutating func charge(_ nanoseconds: Int64) { left -= nanoseconds }

  /// Whether less than half of the burst is used.
  mutating func isAmple(now: Int64) -> Bool {
    fill(now)
    return left * 2 >= burst
  }

  /// Milliseconds until nothing is owed; 0 if that is so now.
  mutating func wait(now: Int64) -> Int64 {
    fill(now)
    return left > 0 ? 0 : -left / perMillisecond + 1
  }

  /// The nanoseconds of the burst and beyond it that the share has not paid for yet.
  mutating func unpaid(now: Int64) -> Int64 {
    fill(now)
    return burst - left
  }

  private mutating func fill(_ now: Int64) {
    left = min(burst, left + (now - filled) * perMillisecond)
    filled = now
  }
}
