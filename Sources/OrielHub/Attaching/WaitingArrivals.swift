/// The pages that wait to be attached, while something is read or loaded for them: their number, and the size of their
/// messages in bytes. A page that hangs up meanwhile still counts, because what it has begun goes on.
struct WaitingArrivals {
  private(set) var count = 0
  private(set) var bytes = 0

  /// - Returns: Whether there was room for one more.
  mutating func add(_ more: Int, _ limits: HubLimits) -> Bool {
    guard count < limits.waitingArrivals, bytes + more <= limits.waitingArrivalBytes else { return false }
    count += 1
    bytes += more
    return true
  }

  mutating func remove(_ bytes: Int) {
    count -= 1
    self.bytes -= bytes
  }
}
