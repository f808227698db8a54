/// The counters of a hub since it began, which only grow. Measure by taking differences.
package struct HubFacts: Equatable, Sendable {
  /// The number of answered events, and of those that were refused or failed.
  package private(set) var events = 0
  package private(set) var rejections = 0
  /// The number of patches, and their bytes; each may go to many pages.
  package private(set) var patches = 0
  package private(set) var patchBytes = 0
  /// The time from each event's arrival to its answer.
  package private(set) var latency = LatencyHistogram()
  /// The time between a message of a page and its answer, as pages measure it.
  package private(set) var roundTrips = LatencyHistogram()

  /// The number of pages attached to the app's windows.
  package private(set) var pages = 0

  mutating func attached(_ change: Int) { pages += change }

  mutating func answered(in nanoseconds: Int64, isApplied: Bool) {
    events += 1
    if !isApplied { rejections += 1 }
    latency.add(nanoseconds: nanoseconds)
  }

  mutating func measured(roundTrip milliseconds: Int) {
    roundTrips.add(nanoseconds: Int64(min(milliseconds, 60_000)) * 1_000_000)
  }

  mutating func patched(_ patch: EncodedPatch) {
    patches += 1
    patchBytes += patch.bytes.count
  }

  /// The counters of two hubs.
  static func + (one: HubFacts, other: HubFacts) -> HubFacts {
    var sum = one
    sum.events += other.events
    sum.rejections += other.rejections
    sum.patches += other.patches
    sum.patchBytes += other.patchBytes
    sum.latency.add(other.latency)
    sum.roundTrips.add(other.roundTrips)
    sum.pages += other.pages
    return sum
  }
}
