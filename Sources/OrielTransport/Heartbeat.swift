import OrielHub

/// Pings silent connections and closes those that stay silent: one timer, and one sweep over all connections.
final class Heartbeat {
  private unowned let server: WebSocketServer
  private let pingAfter: Int64
  private let reapAfter: Int64
  private var timer: Deadline?

  /// A ping frame without a payload (RFC 6455 §5.5.2).
  static let ping: [UInt8] = [0x89, 0x00]

  init(_ server: WebSocketServer) {
    self.server = server
    pingAfter = server.configuration.pingAfter
    reapAfter = server.configuration.reapAfter
  }

  func start() {
    // Each interval may be exceeded by a tenth, which keeps the sweeps rare.
    timer = Deadline(after: max(min(pingAfter, reapAfter) / 10, 1), on: server.loop.timers) { [unowned self] in
      sweep()
      start()
    }
  }

  func stop() { timer?.cancel() }

  private func sweep() {
    let now = server.loop.timers.now
    server.closeLostSplices()
    server.connections.forEach { connection in
      guard connection.phase == .open else { return reap(connection, now) }
      if now - connection.lastHeard >= reapAfter {
        connection.close(4001, reason: "no heartbeat")
      } else if now - max(connection.lastHeard, connection.lastPinged) >= pingAfter, !connection.isChoked {
        connection.lastPinged = now
        connection.control += Self.ping
        connection.mark()
      }
    }
  }

  /// Closes a connection that has no deadline of its own: its peer began to close it, but doesn't read our answer.
  private func reap(_ connection: WebSocketConnection, _ now: Int64) {
    if connection.deadline == nil, now - connection.lastHeard >= reapAfter { connection.hangUp() }
  }
}
