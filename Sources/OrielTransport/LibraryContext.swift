import CLibUV
import CLibWebSockets
import Glibc

/// libwebsockets' context on a loop of ours, with everything that has to live as long as it does.
final class LibraryContext {
  private var context: OpaquePointer?
  private var host: OpaquePointer?
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let policy: UnsafeMutablePointer<lws_retry_bo_t>
  private let names: [UnsafeMutablePointer<CChar>]
  private var eventDescriptor: EventDescriptor?

  /// For each connection; control frames must fit. Messages are put together here, so larger ones only take more pieces.
  private static let receiveBufferBytes = 1024
  /// Room for the 101 and the caller's header fields.
  private static let scratchBytes: UInt32 = 16_384
  /// The largest write that is not cut and copied: more than the largest message of the protocol.
  private static let largestWrite = 4 << 20

  /// `nil` where libwebsockets refuses. `user` is the server's, and comes back in every callback.
  init?(on loop: UnsafeMutablePointer<uv_loop_t>, subprotocols: [String], user: UnsafeMutableRawPointer) {
    names = (["oriel-none"] + subprotocols).map { strdup($0) }
    protocols = .allocate(capacity: names.count + 1)
    protocols.initialize(repeating: lws_protocols(), count: names.count + 1)
    for (index, name) in names.enumerated() { protocols[index] = Self.description(name) }
    // All fields zero: no pings and no validity timers of its own, which are a sorted list that every message walks.
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

  /// Gives a socket away, with the handshake as if it had been read from it. When this returns the handshake is done or
  /// the socket closed.
  func adopt(_ descriptor: Int32, handshake: [UInt8]) {
    handshake.withUnsafeBytes { bytes in
      _ = lws_adopt_socket_vhost_readbuf(
        host, descriptor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// The first of two phases, on the loop but in no callback of libwebsockets': closes all sockets, each with its
  /// callback. It is over when libwebsockets' last handle has left the loop.
  func beginToEnd() {
    eventDescriptor?.hold()
    lws_context_destroy(context)
  }

  /// The second phase, outside of the loop: the first one's handles must have been closed before libwebsockets unloads
  /// its plugin.
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
    // The listener is ours.
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.options = UInt64(LWS_SERVER_OPTION_LIBUV) | UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
    info.pt_serv_buf_size = scratchBytes
    // Stay who we are.
    info.uid = -1
    info.gid = -1
    return info
  }
}
