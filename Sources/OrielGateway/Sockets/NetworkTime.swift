import OrielHub

/// The time on the loop that networks have used and not paid for. Each pays with a share of its own.
///
/// An open connection pays with its share. When it ends, its network pays the rest at the same rate, as it does for HTTP
/// requests, and its next pages and requests wait for that, so that connecting again brings no time.
struct NetworkTime {
  private let rate: TokenRate
  private var networks: [RemoteNetwork: TokenBucket] = [:]
  /// When those that have paid were last removed: at most once a second, because that looks at all of them.
  private var swept = Int64.min / 2

  /// The number of remembered networks. Others owe nothing until some have paid.
  static let remembered = 10_000

  /// - Parameter rate: In nanoseconds.
  init(_ rate: TokenRate) { self.rate = rate }

  /// A network has used this.
  mutating func add(_ nanoseconds: Int64, of network: RemoteNetwork, now: Int64) {
    guard nanoseconds > 0 else { return }
    if networks[network] == nil, networks.count >= Self.remembered {
      guard now - swept >= 1000 else { return }
      swept = now
      networks = networks.filter { $0.value.tokens(rate, now: now) < rate.burst }
      guard networks.count < Self.remembered else { return }
    }
    var time = networks[network] ?? TokenBucket(full: rate, now: now)
    time.charge(Double(nanoseconds), rate, now: now)
    time.limitWait(to: GatewayLimits.longestWait, rate, now: now)
    networks[network] = time
  }

  /// Milliseconds until a network owes nothing; 0 if that is so now.
  func wait(of network: RemoteNetwork, now: Int64) -> Int64 { networks[network]?.wait(rate, now: now) ?? 0 }

  /// Whether it has used less than half of the burst.
  func isAmple(of network: RemoteNetwork, now: Int64) -> Bool { networks[network]?.isAmple(rate, now: now) ?? true }
}

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
