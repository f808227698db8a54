import OrielHub

/// Pings who is silent and closes who stays so: one sweep over all connections, on one timer.
final class Heartbeat {
  private unowned let server: WebSocketServer
  private let pingAfter: Int64
  private let reapAfter: Int64
  private var timer: ScheduledTimer?

  /// RFC 6455 §5.5.2, without a payload.
  static let ping: [UInt8] = [0x89, 0x00]

  init(_ server: WebSocketServer) {
    self.server = server
    pingAfter = server.configuration.pingAfter
    reapAfter = server.configuration.reapAfter
  }

  func start() {
    // A tenth late is early enough, and keeps the sweeps rare.
    timer = server.loop.timers.schedule(after: max(min(pingAfter, reapAfter) / 10, 1)) { [unowned self] in
      sweep()
      start()
    }
  }

  func stop() { timer?.cancel() }

  private func sweep() {
    let now = server.loop.timers.now
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

  /// A peer that began to close and then does not read our answer has no deadline of its own.
  private func reap(_ connection: WebSocketConnection, _ now: Int64) {
    if connection.deadline == nil, now - connection.lastHeard >= reapAfter { connection.hangUp() }
  }
}
