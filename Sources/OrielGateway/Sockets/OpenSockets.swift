/// The open sockets of a gateway, each counted for the network it comes from.
///
/// A socket is added when its handshake is accepted and removed when the transport reports its end, however it ended,
/// so that no place is ever lost. Its page's attaching only moves it from one count to the other.
struct OpenSockets {
  private struct Entry {
    let page: PageConnection
    let network: RemoteNetwork
    var hasAttached = false
  }

  private let networks: NetworkLimits
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(_ networks: NetworkLimits) { self.networks = networks }

  var pages: [PageConnection] { entries.values.map(\.page) }

  mutating func open(_ page: PageConnection) {
    let network = RemoteNetwork(of: page.address)
    entries[ObjectIdentifier(page)] = Entry(page: page, network: network)
    networks.opened(from: network)
  }

  mutating func attached(_ page: PageConnection) {
    guard let entry = entries[ObjectIdentifier(page)], !entry.hasAttached else { return }
    entries[ObjectIdentifier(page)]?.hasAttached = true
    networks.attached(from: entry.network)
  }

  mutating func closed(_ page: PageConnection) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(page)) else { return }
    networks.closed(from: entry.network, hadAttached: entry.hasAttached)
  }
}
