// The Gateway and the Transport count by it too.
@_exported import struct OrielHub.RemoteNetwork
import OrielHub
import Synchronization

/// Counts what each network uses, for all gateways of a process: if each gateway counted alone, a network could use every
/// limit once for each of them.
///
/// May be used on any thread. Times are milliseconds of a monotonic clock that the gateways share.
package final class NetworkLimits: Sendable {
  private struct State {
    var sockets = PrefixCounts { _ in SocketCounts() }
    var handshakes = PrefixCounts(perMinutes: 1)
    /// The time that closed connections and requests have left unpaid.
    var unpaid: PrefixCounts<NetworkTime>
    /// The time that all connections have used.
    var used: PrefixCounts<NetworkTime>
    var throttle = PrefixCounts { SignInThrottle<RemoteNetwork>(free: SignInThrottle<RemoteNetwork>.free * $0) }
    var lines = LineLimit()
    var counts = GatewayCounts()
  }

  private let limits: GatewayLimits
  private let state: Mutex<State>

  package init(_ limits: GatewayLimits = GatewayLimits()) {
    self.limits = limits
    func time(burst: Int64) -> PrefixCounts<NetworkTime> {
      PrefixCounts { NetworkTime(limits.loopTime(burst: burst * Int64($0))) }
    }
    state = Mutex(State(unpaid: time(burst: limits.unpaidLoopTime), used: time(burst: limits.networkTimeBurst)))
  }

  // MARK: Sockets

  /// The open WebSockets.
  var socketCount: Int { state.withLock { $0.sockets.ofAddresses.all } }

  /// Why one more of this network is not let in; `nil` if it is.
  func refusal(of network: RemoteNetwork) -> SocketCounts.Refusal? {
    state.withLock { state in
      let refusals = state.sockets.each(network) { $0.refusal(of: $1, limits.times($2)) }
      return refusals.lazy.compactMap(\.self).first
    }
  }

  func opened(from network: RemoteNetwork) { count(network) { $0.opened(from: $1) } }

  func attached(from network: RemoteNetwork) { count(network) { $0.attached(from: $1) } }

  func closed(from network: RemoteNetwork, hadAttached: Bool) {
    count(network) { $0.closed(from: $1, hadAttached: hadAttached) }
  }

  private func count(_ network: RemoteNetwork, _ change: @Sendable (inout SocketCounts, RemoteNetwork) -> Void) {
    state.withLock { state in _ = state.sockets.each(network) { counts, prefix, _ in change(&counts, prefix) } }
  }

  /// - Returns: Whether the network may have one more handshake in this minute.
  func admitHandshake(of network: RemoteNetwork, now: Int64) -> Bool {
    state.withLock { $0.handshakes.consume(network, of: limits.handshakesPerMinute, now: now) }
  }

  /// Whether `admitHandshake` would return `true`.
  func hasHandshake(of network: RemoteNetwork, now: Int64) -> Bool {
    state.withLock { $0.handshakes.hasLeft(network, of: limits.handshakesPerMinute, now: now) }
  }

  // MARK: Time

  /// A connection has ended with this unpaid, or a request has taken it.
  func add(unpaid nanoseconds: Int64, of network: RemoteNetwork, now: Int64) {
    state.withLock { state in
      _ = state.unpaid.each(network) { time, prefix, _ in time.add(nanoseconds, of: prefix, now: now) }
    }
  }

  /// Milliseconds that the next page or request of a network has to wait; 0 if it may go on.
  func wait(of network: RemoteNetwork, now: Int64) -> Int64 {
    state.withLock { state in
      state.unpaid.each(network) { time, prefix, _ in time.wait(of: prefix, now: now) }.max() ?? 0
    }
  }

  func add(used nanoseconds: Int64, by network: RemoteNetwork, now: Int64) {
    state.withLock { state in
      _ = state.used.each(network) { time, prefix, _ in time.add(nanoseconds, of: prefix, now: now) }
    }
  }

  /// Whether a network has used little time lately.
  func hasUsedLittle(_ network: RemoteNetwork, now: Int64) -> Bool {
    state.withLock { state in
      state.used.each(network) { time, prefix, _ in time.isAmple(of: prefix, now: now) }.allSatisfy(\.self)
    }
  }

  // MARK: Signing in

  /// Seconds that the address has to wait before another token is looked at; 0 if it may try.
  func waitToSignIn(of address: String, now: Int64) -> Int {
    state.withLock { state in
      state.throttle.each(RemoteNetwork(of: address)) { throttle, prefix, _ in throttle.wait(of: prefix, now: now) }
        .max() ?? 0
    }
  }

  func failedToSignIn(_ address: String, now: Int64) {
    state.withLock { state in
      _ = state.throttle.each(RemoteNetwork(of: address)) { throttle, prefix, _ in throttle.failed(prefix, now: now) }
    }
  }

  // MARK: Counters

  var counts: GatewayCounts { state.withLock { $0.counts } }

  func count(_ counter: WritableKeyPath<GatewayCounts, Int>, by change: Int = 1) {
    state.withLock { $0.counts[keyPath: counter] += change }
  }

  // MARK: The log

  /// - Returns: The repeats that a line also stands for; `nil` if it is too soon for another one.
  func admitLine(_ kind: String, of network: RemoteNetwork, now: Int64) -> LineLimit.Repeats? {
    state.withLock { $0.lines.admit("\(kind) \(network.widest.text)", now: now) }
  }
}

extension GatewayLimits {
  /// The limits of a network that is counted for more than one customer. The loop is one, so it has no more time for it in
  /// the long run.
  fileprivate func times(_ factor: Int) -> GatewayLimits {
    var limits = self
    limits.unattachedPerAddress *= factor
    limits.connectionsPerAddress *= factor
    limits.unpaidLoopTime *= Int64(factor)
    return limits
  }
}
