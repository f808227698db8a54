/// The time on the loop that the closed connections of each network have used and not paid for.
///
/// An open connection pays with its share. When it ends, its network pays the rest at the same rate, and the next pages
/// of this network wait for that before they attach, so that connecting again brings no time.
struct UnpaidTime {
  private let share: Int64
  private let burst: Int64
  private var networks: [RemoteNetwork: LoopTime] = [:]
  /// When those that have paid were last removed: at most once a second, because that looks at all of them.
  private var swept = Int64.min / 2

  /// The number of remembered networks. Others owe nothing until some have paid.
  static let remembered = 10_000
  /// The longest wait in milliseconds: one slow event must not keep an office out.
  static let longestWait: Int64 = 10_000

  init(_ limits: GatewayLimits) {
    share = limits.loopTimePerSecond
    burst = limits.unpaidLoopTime
  }

  /// A connection has ended with this unpaid.
  mutating func add(_ nanoseconds: Int64, of network: RemoteNetwork, now: Int64) {
    guard nanoseconds > 0 else { return }
    if networks[network] == nil, networks.count >= Self.remembered {
      guard now - swept >= 1000 else { return }
      swept = now
      networks = networks.filter { _, time in
        var time = time
        return time.unpaid(now: now) > 0
      }
      guard networks.count < Self.remembered else { return }
    }
    var time = networks[network] ?? LoopTime(share: share, burst: burst, now: now)
    let room = (burst + Self.longestWait * share / 1000) * 1_000_000 - time.unpaid(now: now)
    time.charge(min(nanoseconds, max(0, room)))
    networks[network] = time
  }

  /// Milliseconds that the next page of a network has to wait; 0 if it may attach.
  mutating func wait(of network: RemoteNetwork, now: Int64) -> Int64 { networks[network]?.wait(now: now) ?? 0 }
}

extension Gateway {
  /// A connection from this address has ended, with this time unpaid.
  func left(unpaid nanoseconds: Int64, by address: String) {
    if let network = limitedNetwork(address) { networks.add(unpaid: nanoseconds, of: network, now: scheduler.now) }
  }

  /// Milliseconds until a page may attach, because its network pays for closed connections; 0 if it may.
  func waitToAttach(from address: String) -> Int64 {
    let wait = limitedNetwork(address).map { networks.waitToAttach(of: $0, now: scheduler.now) } ?? 0
    if wait > 0 {
      log(
        "Pages wait to attach: closed connections of their network have used more than its share of the time", "unpaid",
        from: address)
    }
    return wait
  }
}
