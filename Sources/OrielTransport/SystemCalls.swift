import CLibUV
import CSystemCalls

/// The system calls that libwebsockets makes through Oriel. CSystemCalls explains why and how.
enum SystemCalls {
  /// Shows connections what libwebsockets receives for them on this thread, before it does. `nil` ends it; the table
  /// must live until then.
  static func showWhatIsReceived(to table: ConnectionTable?) {
    guard let table else { return receive_tap_set(nil, nil) }
    receive_tap_set(
      { context, socket, bytes, count in
        guard let context else { return count }
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        // Any other socket that is read on the loop's thread is none of our business.
        return table[socket]?.heard(UnsafeMutableRawBufferPointer(start: bytes, count: count)) ?? count
      }, Unmanaged.passUnretained(table).toOpaque())
  }

  static var areInPlace: Bool { system_calls_are_in_place() }
}

/// The event descriptor of a libwebsockets context. When the context ends, 4.1.6 closes it at once
/// (`lws_plat_pipe_close`), and when libuv has let go of it, a moment later, the same number again.
struct EventDescriptor {
  private var number: Int32 = -1

  /// To be made while the context's is the only descriptor that the loop polls.
  init(in loop: UnsafeMutablePointer<uv_loop_t>) {
    uv_walk(
      loop,
      { handle, found in
        guard let handle, handle.pointee.type == UV_POLL else { return }
        var descriptor: uv_os_fd_t = -1
        if uv_fileno(handle, &descriptor) == 0 { found?.storeBytes(of: descriptor, as: Int32.self) }
      }, &number)
  }

  /// Keeps it open, and so its number from being another's, until `letGo` on the same thread.
  func hold() { close_hold(number) }

  func letGo() { close_let_go() }
}
