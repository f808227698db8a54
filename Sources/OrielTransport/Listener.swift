import CLibUV
import CLibWebSockets
import Glibc

/// Accepts connections on a listening socket of our own. libwebsockets' listener spins when descriptors run out, and
/// does not say why it could not bind.
final class Listener {
  private let descriptor: Int32
  private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  private let accepted: (Int32, String) -> Void
  private let descriptorsRanOut: () -> Void
  /// A spare descriptor. When no other descriptor is left, it is closed briefly so that the first connection in the
  /// queue can be accepted and closed.
  private var reserve: Int32

  /// The maximum number of sockets accepted per iteration.
  private static let batch = 64

  /// Starts accepting connections.
  ///
  /// - Parameters:
  ///   - accepted: Called with a non-blocking socket, which it must close, and the peer's address.
  ///   - descriptorsRanOut: Called when no descriptors are left. Nothing is accepted until `resume`.
  init(
    _ descriptor: Int32, on loop: UnsafeMutablePointer<uv_loop_t>, accepted: @escaping (Int32, String) -> Void,
    descriptorsRanOut: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.accepted = accepted
    self.descriptorsRanOut = descriptorsRanOut
    reserve = Self.openReserve()
    uv_poll_init_socket(loop, poll, descriptor)
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    resume()
  }

  func resume() {
    if reserve < 0 { reserve = Self.openReserve() }
    uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { handle, _, _ in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().accept()
    }
  }

  /// Stops accepting.
  func close() {
    uv_close(poll.asHandle) { handle in
      guard let handle else { return }
      UnsafeMutableRawPointer(handle).deallocate()
    }
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
    reserve = -1
  }

  private func accept() {
    for _ in 0..<Self.batch {
      var peer = sockaddr_storage()
      let socket = clws_accept(descriptor, &peer)
      if socket >= 0 {
        disableNagle(socket)
        accepted(socket, SocketAddress.text(of: peer))
      } else if errno == EMFILE || errno == ENFILE {
        return turnOneAway()
      } else if errno == ENOBUFS || errno == ENOMEM {
        return pause()
      } else if errno != ECONNABORTED, errno != EINTR {
        return
      }
    }
  }

  /// Closes the first connection in the queue. If it could not be accepted, the listening socket would stay readable,
  /// and the loop would spin.
  private func turnOneAway() {
    if reserve >= 0 {
      Glibc.close(reserve)
      var peer = sockaddr_storage()
      let socket = clws_accept(descriptor, &peer)
      if socket >= 0 { Glibc.close(socket) }
      reserve = Self.openReserve()
    }
    pause()
  }

  private func pause() {
    uv_poll_stop(poll)
    descriptorsRanOut()
  }

  private func disableNagle(_ socket: Int32) {
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func openReserve() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
