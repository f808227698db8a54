import CLibUV
import CSystemCalls

/// The system calls that libwebsockets makes through Oriel. CSystemCalls explains why and how.
enum SystemCalls {
  /// Passes the bytes that libwebsockets receives on this thread to their connections first. `nil` stops this; until
  /// then the table must stay alive.
  static func showWhatIsReceived(to table: ConnectionTable?) {
    guard let table else { return receive_tap_set(nil, nil) }
    receive_tap_set(
      { context, socket, bytes, count in
        guard let context else { return count }
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        // Other sockets that are read on the loop's thread are ignored.
        return table[socket]?.heard(UnsafeMutableRawBufferPointer(start: bytes, count: count)) ?? count
      }, Unmanaged.passUnretained(table).toOpaque())
  }

  static var areInPlace: Bool { system_calls_are_in_place() }
}

/// The event descriptor of a libwebsockets context. When the context ends, libwebsockets 4.1.6 closes the descriptor
/// immediately (`lws_plat_pipe_close`), and closes the same number again a moment later, when libuv has released it.
struct EventDescriptor {
  private var number: Int32 = -1

  /// Finds the descriptor. Call this while the context's descriptor is the only one that the loop polls.
  init(in loop: UnsafeMutablePointer<uv_loop_t>) {
    uv_walk(
      loop,
      { handle, found in
        guard let handle, handle.pointee.type == UV_POLL else { return }
        var descriptor: uv_os_fd_t = -1
        if uv_fileno(handle, &descriptor) == 0 { found?.storeBytes(of: descriptor, as: Int32.self) }
      }, &number)
  }

  /// Keeps the descriptor open until `letGo` on the same thread, so that its number can't be reused.
  func hold() { close_hold(number) }

  func letGo() { close_let_go() }
}
