import CLibUV
import Glibc
import OrielHub

/// Connects to another node.
final class Dial {
  private let server: WebSocketServer
  private var then: ((Int32?) -> Void)?
  private var descriptor: Int32 = -1
  private var poll: UnsafeMutablePointer<uv_poll_t>?
  private var deadline: Deadline?

  /// A node in the same network answers at once, or does not.
  static let deadline: Int64 = 1000

  /// - Parameters:
  ///   - address: An IP address with a port.
  ///   - then: Called once with the connected socket, which it owns; with `nil` if there is none after a second.
  init(_ address: String, on server: WebSocketServer, then: @escaping (Int32?) -> Void) {
    (self.server, self.then) = (server, then)
    deadline = Deadline(after: Self.deadline, on: server.loop.timers) { [weak self] in self?.end(nil) }
    if let found = NodeAddress(address, looksUpNames: false) { connect(found) } else { endSoon() }
  }

  private func connect(_ address: NodeAddress) {
    descriptor = socket(
      Int32(address.storage.ss_family), Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return endSoon() }
    SpliceSocket.prepare(descriptor)
    let result = address.withSockaddr { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 || errno == EINPROGRESS else { return endSoon() }
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    guard uv_poll_init_socket(server.loop.uv, poll, descriptor) == 0 else {
      poll.deallocate()
      return endSoon()
    }
    self.poll = poll
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_poll_start(poll, Int32(UV_WRITABLE.rawValue)) { handle, _, _ in
      guard let data = handle?.pointee.data else { return }
      let dial = Unmanaged<Dial>.fromOpaque(data).takeUnretainedValue()
      dial.server.hub.enter { _ in dial.connected() }
    }
  }

  private func connected() {
    var (failure, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length)
    end(failure == 0 ? descriptor : nil)
  }

  /// Its owner may not have it yet.
  private func endSoon() { deadline = Deadline(after: 0, on: server.loop.timers) { [weak self] in self?.end(nil) } }

  private func end(_ socket: Int32?) {
    let then = then
    cancel(keeping: socket != nil)
    then?(socket)
  }

  /// Gives up.
  func cancel() { cancel(keeping: false) }

  private func cancel(keeping isKept: Bool) {
    then = nil
    deadline?.cancel()
    poll.map { uv_close($0.asHandle) { handle in handle.map { UnsafeMutableRawPointer($0).deallocate() } } }
    poll = nil
    if !isKept, descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
