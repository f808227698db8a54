/// What has happened on a hub since it began, in numbers that only grow. Whoever measures takes differences.
package struct HubFacts: Equatable, Sendable {
  /// Events that were answered, and those of them that were refused or failed.
  package private(set) var events = 0
  package private(set) var rejections = 0
  /// Patches that were made, and their bytes; each may go to many pages.
  package private(set) var patches = 0
  package private(set) var patchBytes = 0
  /// How long the hub was busy with each event, from its arrival to its answer.
  package private(set) var latency = LatencyHistogram()

  mutating func answered(in nanoseconds: Int64, isApplied: Bool) {
    events += 1
    if !isApplied { rejections += 1 }
    latency.add(nanoseconds: nanoseconds)
  }

  mutating func patched(_ patch: EncodedPatch) {
    patches += 1
    patchBytes += patch.bytes.count
  }
}
