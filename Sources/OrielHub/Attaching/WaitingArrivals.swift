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

extension WindowHub {
  /// Counts a page until it is attached or refused. Beyond the limit it is told to try later.
  func arrival(_ request: AttachRequest, _ client: any WindowClient, _ then: @escaping (AttachAnswer) -> Void)
    -> Arrival?
  {
    // Decoded, a value may take many times its size.
    let bytes = request.bytes + (request.attach.value?.heapBytes ?? 0)
    guard arrivals.add(bytes, limits) else {
      if let repeats = lines.admit("arrivals", now: scheduler.now) {
        let others = repeats.count == 0 ? "" : ", and \(repeats.count) before it"
        logger.error("A page was told to try later\(others): \(arrivals.count) wait for the store or for their tenant")
      }
      client.deliver(.closing(.unavailable))
      then(.refused)
      return nil
    }
    return Arrival(request: request, client: client) { [self] answer in
      arrivals.remove(bytes)
      then(answer)
    }
  }
}
