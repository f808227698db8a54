import CLibWebSockets
import OrielHub

/// The callback of libwebsockets. It runs on the loop's thread, but outside its jobs. Most reasons are irrelevant and
/// arrive constantly, so they are filtered out first. For each of the others, the hub is entered once.
func libraryCallback(
  _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
  _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  switch reason {
  case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_CLOSED,
    LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_ADD_HEADERS:
    guard let socket, let context = lws_get_context(socket), let owner = lws_context_user(context) else { return 0 }
    let event = LibraryEvent(socket: socket, reason: reason, user: user, input: input, count: count)
    return Unmanaged<WebSocketServer>.fromOpaque(owner).takeUnretainedValue().handle(event)
  default: return 0
  }
}

struct LibraryEvent {
  let socket: OpaquePointer
  let reason: lws_callback_reasons
  let user: UnsafeMutableRawPointer?
  let input: UnsafeMutableRawPointer?
  let count: Int

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: input, count: count) }

  /// The connection, stored in the eight bytes of user data that libwebsockets keeps for each socket.
  var connection: WebSocketConnection? {
    guard let pointer = user?.load(as: UnsafeRawPointer?.self) else { return nil }
    return Unmanaged<WebSocketConnection>.fromOpaque(pointer).takeUnretainedValue()
  }
}

extension WebSocketServer {
  fileprivate func handle(_ event: LibraryEvent) -> Int32 {
    hub.enter { hub in dispatch(event, hub: hub) }
  }

  /// Returns 0 to keep the socket. Any other value makes libwebsockets close it.
  private func dispatch(_ event: LibraryEvent, hub: WindowHub) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_ADD_HEADERS: return addHeaders(event)
    case LWS_CALLBACK_ESTABLISHED: return established(event, hub: hub)
    case LWS_CALLBACK_RECEIVE:
      event.connection?.received(
        event.bytes, left: lws_remaining_packet_payload(event.socket),
        isFinal: lws_is_final_fragment(event.socket) != 0, isBinary: lws_frame_is_binary(event.socket) != 0, hub: hub)
    case LWS_CALLBACK_SERVER_WRITEABLE: event.connection?.writable(hub: hub)
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return event.connection?.peerCloses(event.bytes) == true ? 0 : -1
    case LWS_CALLBACK_CLOSED: ended(event, hub: hub)
    default: break
    }
    return 0
  }

  private func established(_ event: LibraryEvent, hub: WindowHub) -> Int32 {
    guard let connection = connections[lws_get_socket_fd(event.socket)], let user = event.user, connection.socket == nil
    else { return -1 }
    user.storeBytes(of: Unmanaged.passRetained(connection).toOpaque(), as: UnsafeRawPointer?.self)
    connection.socket = event.socket
    connection.refreshChoked()
    return 0
  }

  private func ended(_ event: LibraryEvent, hub: WindowHub) {
    guard let connection = event.connection else { return }
    event.user?.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    connection.ended(hub: hub)
    Unmanaged.passUnretained(connection).release()
  }

  /// Adds the configured header fields to the 101 response that libwebsockets writes.
  private func addHeaders(_ event: LibraryEvent) -> Int32 {
    guard let arguments = event.input?.assumingMemoryBound(to: lws_process_html_args.self) else { return 0 }
    let fields = responses.commonFields
    // Leaves 8 bytes for the end of the head.
    guard fields.count + 8 <= Int(arguments.pointee.max_len), let end = arguments.pointee.p else { return -1 }
    fields.withUnsafeBytes {
      UnsafeMutableRawPointer(end).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(end), byteCount: $0.count)
    }
    arguments.pointee.p = end + fields.count
    return 0
  }
}
