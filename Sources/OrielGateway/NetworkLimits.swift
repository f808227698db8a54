import OrielHub
import Synchronization

/// Counts what each network uses, for all gateways of a process: if each gateway counted alone, a network could use every
/// limit once for each of them.
///
/// May be used on any thread. Times are milliseconds of a monotonic clock that the gateways share.
package final class NetworkLimits: Sendable {
  private struct State {
    var sockets = SocketCounts()
    var handshakes = RateLimit(perMinutes: 1)
    /// The time that closed connections and requests have left unpaid.
    var unpaid: NetworkTime
    /// The time that all connections have used.
    var used: NetworkTime
    var throttle = SignInThrottle()
    var lines = LineLimit()
    var counts = GatewayCounts()
  }

  private let limits: GatewayLimits
  private let state: Mutex<State>

  package init(_ limits: GatewayLimits = GatewayLimits()) {
    self.limits = limits
    let share = limits.loopTimePerSecond
    state = Mutex(
      State(
        unpaid: NetworkTime(share: share, burst: limits.unpaidLoopTime),
        used: NetworkTime(share: share, burst: limits.networkTimeBurst)))
  }

  // MARK: Sockets

  /// The open WebSockets.
  var socketCount: Int { state.withLock { $0.sockets.all } }

  /// Why one more of this network is not let in; `nil` if it is.
  func refusal(of network: RemoteNetwork) -> SocketCounts.Refusal? {
    state.withLock { $0.sockets.refusal(of: network, limits) }
  }

  func opened(from network: RemoteNetwork) { state.withLock { $0.sockets.opened(from: network) } }

  func attached(from network: RemoteNetwork) { state.withLock { $0.sockets.attached(from: network) } }

  func closed(from network: RemoteNetwork, hadAttached: Bool) {
    state.withLock { $0.sockets.closed(from: network, hadAttached: hadAttached) }
  }

  /// - Returns: Whether the network may have one more handshake in this minute.
  func takeHandshake(of network: RemoteNetwork, now: Int64) -> Bool {
    state.withLock { $0.handshakes.take(network.text, of: limits.handshakesPerMinute, now: now) }
  }

  // MARK: Time

  /// A connection has ended with this unpaid, or a request has taken it.
  func add(unpaid nanoseconds: Int64, of network: RemoteNetwork, now: Int64) {
    state.withLock { $0.unpaid.add(nanoseconds, of: network, now: now) }
  }

  /// Milliseconds that the next page or request of a network has to wait; 0 if it may go on.
  func wait(of network: RemoteNetwork, now: Int64) -> Int64 {
    state.withLock { $0.unpaid.wait(of: network, now: now) }
  }

  func add(used nanoseconds: Int64, by network: RemoteNetwork, now: Int64) {
    state.withLock { $0.used.add(nanoseconds, of: network, now: now) }
  }

  /// Whether a network has used little time lately.
  func hasUsedLittle(_ network: RemoteNetwork, now: Int64) -> Bool {
    state.withLock { $0.used.isAmple(of: network, now: now) }
  }

  // MARK: Signing in

  /// Seconds that the address has to wait before another token is looked at; 0 if it may try.
  func waitToSignIn(of address: String, now: Int64) -> Int {
    state.withLock { $0.throttle.wait(of: address, now: now) }
  }

  func failedToSignIn(_ address: String, now: Int64) { state.withLock { $0.throttle.failed(address, now: now) } }

  // MARK: Counters

  var counts: GatewayCounts { state.withLock { $0.counts } }

  func count(_ counter: WritableKeyPath<GatewayCounts, Int>) { state.withLock { $0.counts[keyPath: counter] += 1 } }

  // MARK: The log

  /// - Returns: The repeats that a line also stands for; `nil` if it is too soon for another one.
  func admitLine(_ kind: String, of network: RemoteNetwork, now: Int64) -> LineLimit.Repeats? {
    state.withLock { $0.lines.admit("\(kind) \(network.text)", now: now) }
  }
}
