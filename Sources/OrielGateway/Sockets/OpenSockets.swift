/// The open sockets, by the network they come from.
///
/// A socket is added when its handshake is accepted and removed when the transport reports its end, however it ended,
/// so that no place is ever lost. Its page's attaching only moves it from one count to the other.
struct OpenSockets {
  private struct Entry {
    let page: PageConnection
    let network: RemoteNetwork
    var hasAttached = false
  }

  private struct Count {
    var all = 0
    var waiting = 0
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var counts: [RemoteNetwork: Count] = [:]

  var count: Int { entries.count }
  var pages: [PageConnection] { entries.values.map(\.page) }

  /// Why one more of this address is not let in; `nil` where it is.
  func refusal(of address: String, _ limits: GatewayLimits) -> Refusal? {
    let own = counts[RemoteNetwork(of: address)] ?? Count()
    if entries.count >= limits.connections { return .all }
    if own.all >= limits.connectionsPerAddress { return .address }
    return own.waiting >= limits.unattachedPerAddress ? .unattached : nil
  }

  /// Which of ``GatewayLimits`` is met.
  enum Refusal: String {
    case all = "The server has as many connections as it may"
    case address = "Your network has as many connections as it may"
    case unattached = "Your network has too many connections that have not attached"
  }

  mutating func open(_ page: PageConnection, from address: String) {
    let network = RemoteNetwork(of: address)
    entries[ObjectIdentifier(page)] = Entry(page: page, network: network)
    counts[network, default: Count()].all += 1
    counts[network, default: Count()].waiting += 1
  }

  /// Its page has attached: it does not count as waiting from now on.
  mutating func attached(_ page: PageConnection) {
    guard let entry = entries[ObjectIdentifier(page)], !entry.hasAttached else { return }
    entries[ObjectIdentifier(page)]?.hasAttached = true
    counts[entry.network]?.waiting -= 1
  }

  mutating func closed(_ page: PageConnection) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(page)), var own = counts[entry.network] else {
      return
    }
    own.all -= 1
    if !entry.hasAttached { own.waiting -= 1 }
    counts[entry.network] = own.all > 0 ? own : nil
  }
}
