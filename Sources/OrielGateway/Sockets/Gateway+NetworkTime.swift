import OrielHub

extension Gateway {
  /// A connection from this address has ended, or a request was answered, with this time unpaid.
  func left(unpaid nanoseconds: Int64, by address: String) {
    if let network = limitedNetwork(address) { networks.add(unpaid: nanoseconds, of: network, now: scheduler.now) }
  }

  /// The work of a client at this address has taken this time.
  func used(_ nanoseconds: Int64, by address: String) {
    if let network = limitedNetwork(address) { networks.add(used: nanoseconds, by: network, now: scheduler.now) }
  }

  /// Whether the clients at this address have used little time together.
  func hasUsedLittle(_ address: String) -> Bool {
    limitedNetwork(address).map { networks.hasUsedLittle($0, now: scheduler.now) } ?? true
  }

  /// Milliseconds until a page may attach, or a request is answered, because its network pays for others; 0 if that may be
  /// now.
  package func waitForTime(of address: String) -> Int64 {
    let wait = limitedNetwork(address).map { networks.wait(of: $0, now: scheduler.now) } ?? 0
    if wait > 0 {
      log(
        "Pages and requests wait: those of their network before them have used more than its share of the time",
        "unpaid",
        from: address)
    }
    return wait
  }

  /// Whether one more message may wait.
  func mayKeep(_ bytes: Int, from address: String) -> Bool {
    if keptBytes + bytes <= limits.allWaitingBytes { return true }
    log("Messages of all pages together that wait have \(keptBytes) bytes: a page was closed", "waiting", from: address)
    return false
  }
}
