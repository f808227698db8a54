/// The numbers of open sockets, by the network they come from.
struct SocketCounts {
  private struct Count {
    var all = 0
    var waiting = 0
  }

  private(set) var all = 0
  private var counts: [RemoteNetwork: Count] = [:]

  /// Which of ``GatewayLimits`` is met.
  enum Refusal: String {
    case all = "The server has as many connections as it may"
    case address = "Your network has as many connections as it may"
    case unattached = "Your network has too many connections that have not attached"
  }

  /// Why one more of this network is not let in; `nil` if it is.
  func refusal(of network: RemoteNetwork, _ limits: GatewayLimits) -> Refusal? {
    let own = counts[network] ?? Count()
    if all >= limits.connections { return .all }
    if own.all >= limits.connectionsPerAddress { return .address }
    return own.waiting >= limits.unattachedPerAddress ? .unattached : nil
  }

  mutating func opened(from network: RemoteNetwork) {
    all += 1
    counts[network, default: Count()].all += 1
    counts[network, default: Count()].waiting += 1
  }

  /// A page has attached: its socket does not count as waiting from now on.
  mutating func attached(from network: RemoteNetwork) { counts[network]?.waiting -= 1 }

  mutating func closed(from network: RemoteNetwork, hadAttached: Bool) {
    guard var own = counts[network] else { return }
    all -= 1
    own.all -= 1
    if !hadAttached { own.waiting -= 1 }
    counts[network] = own.all > 0 ? own : nil
  }
}
