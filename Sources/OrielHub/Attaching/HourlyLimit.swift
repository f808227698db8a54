/// Limits how often something happens for each key: a number at once, and as many again in the course of an hour (RFC
/// 2697's bucket with one colour). Times are those of a monotonic clock in milliseconds.
struct HourlyLimit {
  private struct Bucket {
    var left: Double
    var filled: Int64
  }

  private static let hour = 3_600_000.0
  /// The maximum number of keys. Further ones share a bucket until others are full again.
  static let keys = 10_000

  private var buckets: [String: Bucket] = [:]

  /// - Returns: Whether it may happen once more.
  mutating func take(_ key: String, of perHour: Int, now: Int64) -> Bool {
    if buckets[key] == nil, buckets.count >= Self.keys {
      // A full bucket is like none.
      buckets = buckets.filter { self.left(in: $0.value, perHour, now) < Double(perHour) }
    }
    let key = buckets[key] != nil || buckets.count < Self.keys ? key : ""
    let left = buckets[key].map { self.left(in: $0, perHour, now) } ?? Double(perHour)
    guard left >= 1 else { return false }
    buckets[key] = Bucket(left: left - 1, filled: now)
    return true
  }

  private func left(in bucket: Bucket, _ perHour: Int, _ now: Int64) -> Double {
    min(Double(perHour), bucket.left + Double(now - bucket.filled) * Double(perHour) / Self.hour)
  }
}
