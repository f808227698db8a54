import Glibc
import OrielGateway
import OrielHub
import Synchronization

/// The servers of one process, one for each loop: they accept from one listening socket, count connections together, and
/// hand them to one another.
package final class ServerGroup: Sendable {
  let openConnections = OpenConnections()
  private let servers = Mutex<[Place]>([])

  private struct Place { weak var server: WebSocketServer? }

  package init() {}

  /// Adds the next server.
  func add(_ server: WebSocketServer) { servers.withLock { $0.append(Place(server: server)) } }

  var count: Int { servers.withLock { $0.count } }

  /// Hands a connection to a server, which closes it if it has ended.
  func hand(_ connection: HandedConnection, to index: Int) {
    guard let server = servers.withLock({ index < $0.count ? $0[index].server : nil }) else { return drop(connection) }
    server.hub.run { server.adopt(connection, hub: $0) }
  }

  /// Closes a connection that no loop takes.
  func drop(_ connection: HandedConnection) {
    openConnections.requestEnded(connection.network)
    Glibc.close(connection.descriptor)
  }
}

/// A connection on its way to another loop, with all that was read of it. It is counted meanwhile.
struct HandedConnection: Sendable {
  var descriptor: Int32
  var remoteAddress: String
  /// The network that it is counted for.
  var network: RemoteNetwork?
  var input: [UInt8] = []
  /// How often it has been handed over.
  var handovers = 0

  /// Requests that come together could name loops in turn, and each would be read twice. After this many, a connection ends
  /// with its next answer.
  static let mostHandovers = 8
}

/// Counts the open connections of a process, and those that speak HTTP by their network.
final class OpenConnections: Sendable {
  private struct Counts {
    var all = 0
    var requests = PrefixCounts<[RemoteNetwork: Int]>()
  }

  private let counts = Mutex(Counts())

  /// Which limit of ``WebSocketServerConfiguration`` is met.
  enum Refusal { case all, network }

  /// Counts a connection that speaks HTTP, unless a limit is met.
  ///
  /// - Parameter network: `nil` for a network without a limit.
  func refuseOrCount(_ network: RemoteNetwork?, _ configuration: WebSocketServerConfiguration) -> Refusal? {
    counts.withLock { counts in
      guard counts.all < configuration.connections else { return .all }
      if let network {
        guard counts.requests.hasRoom(network, of: configuration.requestsOfNetwork) else { return .network }
        counts.requests.count(1, of: network)
      }
      counts.all += 1
      return nil
    }
  }

  /// Counts a connection that speaks HTTP and is handed over, until it is taken.
  func requestHanded(_ network: RemoteNetwork?) {
    counts.withLock { counts in
      counts.all += 1
      if let network { counts.requests.count(1, of: network) }
    }
  }

  /// A connection no longer speaks HTTP.
  func requestEnded(_ network: RemoteNetwork?) {
    counts.withLock { counts in
      counts.all -= 1
      if let network { counts.requests.count(-1, of: network) }
    }
  }

  func webSocketOpened() { counts.withLock { $0.all += 1 } }

  func webSocketEnded() { counts.withLock { $0.all -= 1 } }
}
