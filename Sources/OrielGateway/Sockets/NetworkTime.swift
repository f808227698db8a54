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
