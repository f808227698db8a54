/// Limits how often something happens for each key: a number at once, and as many again in the course of a period. Times are
/// those of a monotonic clock in milliseconds.
package struct RateLimit<Key: Hashable> {
  /// The maximum number of keys. Further ones share a bucket until others are full again.
  static var keys: Int { 10_000 }

  private let period: Int64
  /// `nil` is the key of the bucket that others share.
  private var buckets: [Key?: TokenBucket] = [:]
  /// When full buckets were last removed: at most once a second, because that looks at all of them.
  private var swept = Int64.min / 2

  package init(perMinutes minutes: Int64) { period = minutes * 60_000 }

  /// - Returns: Whether it may happen once more.
  package mutating func consume(_ key: Key, of limit: Int, now: Int64) -> Bool {
    let (key, rate) = (bucket(of: key, limit, now), rate(limit))
    return buckets[key, default: TokenBucket(full: rate, now: now)].consume(rate, now: now)
  }

  /// Whether `consume` would return `true`.
  mutating func hasLeft(_ key: Key, of limit: Int, now: Int64) -> Bool {
    buckets[bucket(of: key, limit, now)].map { $0.tokens(rate(limit), now: now) >= 1 } ?? true
  }

  private mutating func bucket(of key: Key, _ limit: Int, _ now: Int64) -> Key? {
    if buckets[key] == nil, buckets.count >= Self.keys, now - swept >= 1000 {
      swept = now
      // A full bucket is like none.
      buckets = buckets.filter { $0.value.tokens(rate(limit), now: now) < Double(limit) }
    }
    return buckets[key] != nil || buckets.count < Self.keys ? key : nil
  }

  private func rate(_ limit: Int) -> TokenRate {
    TokenRate(burst: Double(limit), perMillisecond: Double(limit) / Double(period))
  }
}
