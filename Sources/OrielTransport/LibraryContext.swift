import CLibUV
import CLibWebSockets
import Glibc

/// A libwebsockets context on our loop, with everything that must live as long as the context.
final class LibraryContext {
  private var context: OpaquePointer?
  private var host: OpaquePointer?
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let policy: UnsafeMutablePointer<lws_retry_bo_t>
  private let names: [UnsafeMutablePointer<CChar>]
  private var eventDescriptor: EventDescriptor?

  /// The size of each connection's receive buffer. A control frame must fit. Messages are assembled by us, so larger
  /// ones only arrive in more pieces.
  private static let receiveBufferBytes = 192
  /// The size of the buffer for the 101 response and the configured header fields.
  private static let scratchBytes: UInt32 = 16_384
  /// The largest write that libwebsockets neither splits nor copies. It exceeds the protocol's largest message.
  private static let largestWrite = 4 << 20

  /// Creates a context; `nil` if libwebsockets fails. `user` is the server, and is passed to every callback.
  init?(on loop: UnsafeMutablePointer<uv_loop_t>, subprotocols: [String], user: UnsafeMutableRawPointer) {
    names = (["oriel-none"] + subprotocols).map { strdup($0) }
    protocols = .allocate(capacity: names.count + 1)
    protocols.initialize(repeating: lws_protocols(), count: names.count + 1)
    for (index, name) in names.enumerated() { protocols[index] = Self.description(name) }
    // All fields are zero, so libwebsockets sends no pings and sets no validity timers. Its timers are a sorted list
    // that every message would walk.
    policy = .allocate(capacity: 1)
    policy.initialize(to: lws_retry_bo_t())
    guard make(on: loop, user) else { return nil }
    eventDescriptor = EventDescriptor(in: loop)
  }

  private func make(on loop: UnsafeMutablePointer<uv_loop_t>, _ user: UnsafeMutableRawPointer) -> Bool {
    var loops: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(loop)
    context = withUnsafeMutablePointer(to: &loops) { loops in
      var info = Self.options()
      info.protocols = UnsafePointer(protocols)
      info.foreign_loops = loops
      info.retry_and_idle_policy = UnsafePointer(policy)
      info.user = user
      return lws_create_context(&info)
    }
    host = context.flatMap { lws_get_vhost_by_name($0, "default") }
    return host != nil
  }

  deinit {
    for name in names { free(name) }
    protocols.deallocate()
    policy.deallocate()
  }

  /// Passes a socket to libwebsockets, along with the handshake as if it had been read from the socket. When this
  /// returns, the handshake is complete or the socket is closed.
  func adopt(_ descriptor: Int32, handshake: [UInt8]) {
    handshake.withUnsafeBytes { bytes in
      _ = lws_adopt_socket_vhost_readbuf(
        host, descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// The first of two phases of ending. Closes all sockets, each with its callback. It is complete when libwebsockets'
  /// last handle has left the loop. Call it on the loop, but not in one of libwebsockets' callbacks.
  func beginToEnd() {
    eventDescriptor?.hold()
    lws_context_destroy(context)
  }

  /// The second phase. Call it while the loop is not running: the handles of the first phase must be closed before
  /// libwebsockets unloads its plugin.
  func end() {
    lws_context_destroy(context)
    context = nil
    eventDescriptor?.letGo()
  }

  private static func description(_ name: UnsafeMutablePointer<CChar>) -> lws_protocols {
    var description = lws_protocols()
    description.name = UnsafePointer(name)
    description.callback = libraryCallback
    description.per_session_data_size = MemoryLayout<UnsafeRawPointer>.size
    description.rx_buffer_size = receiveBufferBytes
    description.tx_packet_size = largestWrite
    return description
  }

  private static func options() -> lws_context_creation_info {
    var info = lws_context_creation_info()
    // We listen ourselves, with `Listener`.
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.options = UInt64(LWS_SERVER_OPTION_LIBUV) | UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
    info.pt_serv_buf_size = scratchBytes
    // Keep the process's user and group.
    info.uid = -1
    info.gid = -1
    return info
  }
}
