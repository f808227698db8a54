/// How a bucket fills.
package struct TokenRate: Sendable, Equatable {
  /// The tokens of a full bucket.
  package var burst: Double
  package var perMillisecond: Double

  package init(burst: Double, perMillisecond: Double) { (self.burst, self.perMillisecond) = (burst, perMillisecond) }
}

/// A bucket of tokens that fills at a steady rate, up to a burst (RFC 2697's bucket with one colour). Times are those of a
/// monotonic clock in milliseconds.
package struct TokenBucket {
  /// The tokens at the time `filled`; below zero, they are owed.
  private var tokens: Double
  private var filled: Int64

  package init(full rate: TokenRate, now: Int64) { (tokens, filled) = (rate.burst, now) }

  package func tokens(_ rate: TokenRate, now: Int64) -> Double {
    min(rate.burst, tokens + Double(now - filled) * rate.perMillisecond)
  }

  /// Takes tokens, also more than there are.
  package mutating func charge(_ count: Double, _ rate: TokenRate, now: Int64) {
    (tokens, filled) = (tokens(rate, now: now) - count, now)
  }

  /// Forgives what takes longer to pay than this, in milliseconds.
  package mutating func limitWait(to longest: Int64, _ rate: TokenRate, now: Int64) {
    (tokens, filled) = (max(tokens(rate, now: now), -Double(longest) * rate.perMillisecond), now)
  }

  /// Consumes one token.
  ///
  /// - Returns: Whether there was one.
  package mutating func consume(_ rate: TokenRate, now: Int64) -> Bool {
    guard tokens(rate, now: now) >= 1 else { return false }
    charge(1, rate, now: now)
    return true
  }

  /// Milliseconds until nothing is owed; 0 if that is so now.
  package func wait(_ rate: TokenRate, now: Int64) -> Int64 {
    let tokens = tokens(rate, now: now)
    return tokens > 0 ? 0 : Int64(-tokens / rate.perMillisecond) + 1
  }

  /// Whether less than half of the burst is used.
  package func isAmple(_ rate: TokenRate, now: Int64) -> Bool { tokens(rate, now: now) * 2 >= rate.burst }
}
