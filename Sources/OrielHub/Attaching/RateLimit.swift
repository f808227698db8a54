/// Limits how often something happens for each key: a number at once, and as many again in the course of a period (RFC
/// 2697's bucket with one colour). Times are those of a monotonic clock in milliseconds.
package struct RateLimit {
  private struct Bucket {
    var left: Double
    var filled: Int64
  }

  /// The maximum number of keys. Further ones share a bucket until others are full again.
  static let keys = 10_000

  private let period: Int64
  private var buckets: [String: Bucket] = [:]
  /// When full buckets were last removed: at most once a second, because that looks at all of them.
  private var swept = Int64.min / 2

  package init(perMinutes minutes: Int64) { period = minutes * 60_000 }

  /// - Returns: Whether it may happen once more.
  package mutating func take(_ key: String, of limit: Int, now: Int64) -> Bool {
    if buckets[key] == nil, buckets.count >= Self.keys, now - swept >= 1000 {
      swept = now
      // A full bucket is like none.
      buckets = buckets.filter { self.left(in: $0.value, limit, now) < Double(limit) }
    }
    let key = bucket(of: key)
    let left = buckets[key].map { self.left(in: $0, limit, now) } ?? Double(limit)
    guard left >= 1 else { return false }
    buckets[key] = Bucket(left: left - 1, filled: now)
    return true
  }

  /// Whether `take` would return `true`.
  func hasLeft(_ key: String, of limit: Int, now: Int64) -> Bool {
    buckets[bucket(of: key)].map { left(in: $0, limit, now) >= 1 } ?? true
  }

  private func bucket(of key: String) -> String { buckets[key] != nil || buckets.count < Self.keys ? key : "" }

  private func left(in bucket: Bucket, _ limit: Int, _ now: Int64) -> Double {
    min(Double(limit), bucket.left + Double(now - bucket.filled) * Double(limit) / Double(period))
  }
}
