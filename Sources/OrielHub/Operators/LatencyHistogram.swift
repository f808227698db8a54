/// A histogram of durations, with four buckets for every doubling, from 1 µs to a minute.
///
/// Counting costs one addition, and the memory doesn't depend on the number of durations.
package struct LatencyHistogram: Equatable, Sendable {
  package private(set) var counts = [Int](repeating: 0, count: Self.bucketCount)
  package private(set) var total = 0
  /// The sum of all durations in nanoseconds.
  package private(set) var sum: Int64 = 0

  package static let bucketCount = 4 * 26

  package init() {}

  package mutating func add(nanoseconds: Int64) {
    counts[Self.bucket(of: nanoseconds)] += 1
    total += 1
    sum &+= max(0, nanoseconds)
  }

  mutating func add(_ other: LatencyHistogram) {
    for bucket in counts.indices { counts[bucket] += other.counts[bucket] }
    total += other.total
    sum &+= other.sum
  }

  /// The durations counted since `earlier`, a former value of this histogram.
  package func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
    var difference = self
    for bucket in counts.indices { difference.counts[bucket] -= earlier.counts[bucket] }
    difference.total -= earlier.total
    difference.sum &-= earlier.sum
    return difference
  }

  /// The percentile in nanoseconds, at most a quarter too high; `nil` if nothing was counted.
  package func percentile(_ share: Double) -> Int64? {
    guard total > 0 else { return nil }
    let wanted = Int((share * Double(total)).rounded(.up))
    var seen = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= max(1, wanted) { return Self.upperBound(of: bucket) }
    }
    return nil
  }

  /// The octave is the number's highest bit, the quarter the two bits below it.
  static func bucket(of nanoseconds: Int64) -> Int {
    let quarters = UInt64(max(nanoseconds, 0)) / 250
    guard quarters >= 4 else { return 0 }
    let octave = 61 - quarters.leadingZeroBitCount
    return min(octave * 4 + Int(quarters >> UInt64(octave)) - 4, bucketCount - 1)
  }

  /// The upper bound of a bucket in nanoseconds.
  package static func upperBound(of bucket: Int) -> Int64 {
    (Int64(bucket & 3) + 5) * 250 << Int64(bucket >> 2)
  }
}
