import CLibUV
import Glibc
import OrielGateway
import OrielHub

/// Passes the bytes of a client's connection to another node and back: one request, which may become a WebSocket.
///
/// Bytes that a socket does not take are kept, up to one read, and nothing is read for it meanwhile, so that a page that reads
/// slowly holds up its window's hub as it would without a node in between.
final class Splice {
  /// The node at its other end.
  let life: Life
  /// The address of the client.
  let address: String
  private let server: WebSocketServer
  private let client: SpliceSide
  private let node: SpliceSide
  private var deadline: Deadline?
  /// The handshake that the node has not answered.
  private var unanswered: HTTPRequest?
  private var isClosed = false

  /// Takes both sockets, unless it is `nil`.
  ///
  /// - Parameter address: The address of the client.
  init?(client: Int32, at address: String, node: Int32, of life: Life, server: WebSocketServer) {
    (self.server, self.life, self.address) = (server, life, address)
    guard let clientSide = SpliceSide(client, on: server.loop.uv) else { return nil }
    guard let nodeSide = SpliceSide(node, on: server.loop.uv) else {
      clientSide.forget()
      return nil
    }
    (self.client, self.node) = (clientSide, nodeSide)
    for (side, other) in [(clientSide, nodeSide), (nodeSide, clientSide)] {
      side.polled = { [unowned self, unowned side, unowned other] status, events in
        server.hub.enter { _ in polled(side, other, status, events) }
      }
    }
  }

  /// Begins to pass on.
  ///
  /// - Parameters:
  ///   - first: The bytes that the node gets first.
  ///   - handshake: The handshake, which gets 503 if the node has not begun its answer by the deadline; `nil` for other
  ///     requests.
  func start(_ first: [UInt8], handshake: HTTPRequest?) {
    if let handshake {
      unanswered = handshake
      deadline = Deadline(after: server.configuration.nodeDeadline, on: server.loop.timers) { [weak self] in
        guard let self else { return }
        server.handler.recordUnreached(life)
        close()
      }
    }
    node.output = first
    flush(node)
    updateInterest()
  }

  /// The bytes that it keeps, as the server counts them.
  private(set) var heldBytes = 0

  /// Closes both ends.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    deadline?.cancel()
    if let unanswered {
      let refusal = NodeRoute.unreachable(for: unanswered)
      server.responses.bytes(of: refusal, to: unanswered.method, stays: false).withUnsafeBytes { _ = client.send($0) }
    }
    (client.output, node.output) = ([], [])
    countHeld()
    client.close()
    node.close()
    server.forget(self)
  }

  private func polled(_ side: SpliceSide, _ other: SpliceSide, _ status: Int32, _ events: Int32) {
    guard !isClosed else { return }
    guard status >= 0 else { return close() }
    if events & Int32(UV_WRITABLE.rawValue) != 0 { flush(side) }
    if events & Int32(UV_READABLE.rawValue) != 0, !isClosed, other.output.isEmpty { read(side, to: other) }
    updateInterest()
  }

  private func read(_ side: SpliceSide, to other: SpliceSide) {
    let buffer = server.readBuffer
    let count = Glibc.read(side.descriptor, buffer.baseAddress, buffer.count)
    let isUnanswered = side === node && unanswered != nil
    if count > 0 {
      if isUnanswered {
        unanswered = nil
        deadline?.cancel()
      }
      let sent = other.send(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      guard let sent else { return close() }
      if sent < count { other.output = Array(buffer[sent..<count]) }
    } else if count == 0 {
      if isUnanswered { return close() }
      side.isAtEnd = true
      shutdown(other.descriptor, Int32(SHUT_WR))
      if client.isAtEnd, node.isAtEnd { return close() }
      // After its answer, a client closes.
      if node.isAtEnd {
        deadline = Deadline(after: server.configuration.closeDeadline, on: server.loop.timers) { [weak self] in
          self?.close()
        }
      }
    } else if errno != EAGAIN, errno != EINTR {
      close()
    }
  }

  private func flush(_ side: SpliceSide) {
    guard !side.output.isEmpty else { return }
    guard let sent = side.output.withUnsafeBytes({ side.send($0) }) else { return close() }
    side.output.removeFirst(sent)
  }

  private func countHeld() {
    let held = client.output.count + node.output.count
    server.heldBytes += held - heldBytes
    heldBytes = held
  }

  private func updateInterest() {
    guard !isClosed else { return }
    countHeld()
    client.updateInterest(mayRead: node.output.isEmpty)
    node.updateInterest(mayRead: client.output.isEmpty)
  }
}

/// One of the two sockets of a splice.
private final class SpliceSide {
  let descriptor: Int32
  /// The bytes that it has not taken.
  var output: [UInt8] = []
  /// Whether the peer sends nothing more.
  var isAtEnd = false
  var polled: ((_ status: Int32, _ events: Int32) -> Void)?
  private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  private var interest: Int32 = 0

  init?(_ descriptor: Int32, on loop: UnsafeMutablePointer<uv_loop_t>) {
    self.descriptor = descriptor
    guard uv_poll_init_socket(loop, poll, descriptor) == 0 else {
      poll.deallocate()
      return nil
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// - Returns: The number of bytes that the socket has taken; `nil` after an error.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let sent = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if sent >= 0 { return sent }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// - Parameter mayRead: Whether the other side has taken everything.
  func updateInterest(mayRead: Bool) {
    var wanted: Int32 = 0
    if mayRead, !isAtEnd { wanted |= Int32(UV_READABLE.rawValue) }
    if !output.isEmpty { wanted |= Int32(UV_WRITABLE.rawValue) }
    guard wanted != interest else { return }
    interest = wanted
    guard wanted != 0 else {
      uv_poll_stop(poll)
      return
    }
    uv_poll_start(poll, wanted) { handle, status, events in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<SpliceSide>.fromOpaque(data).takeUnretainedValue().polled?(status, events)
    }
  }

  func close() {
    forget()
    Glibc.close(descriptor)
  }

  /// Stops polling. The caller has the socket.
  func forget() {
    polled = nil
    uv_close(poll.asHandle) { handle in handle.map { UnsafeMutableRawPointer($0).deallocate() } }
  }
}

enum SpliceSocket {
  /// Prepares a socket to another node: nothing waits for more bytes, a node that is gone is noticed within seconds, and
  /// little is kept in between for a page that reads slowly.
  static func prepare(_ descriptor: Int32) {
    set(descriptor, SOL_SOCKET, SO_RCVBUF, 65_536)
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    for (option, value) in [
      (TCP_NODELAY, 1), (TCP_KEEPIDLE, 5), (TCP_KEEPINTVL, 2), (TCP_KEEPCNT, 2), (TCP_USER_TIMEOUT, 5000),
    ] as [(Int32, Int32)] {
      set(descriptor, Int32(IPPROTO_TCP), option, value)
    }
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension RequestHead {
  /// The fields that concern one connection (RFC 9110 §7.6.1), and the one that only nodes may send.
  private static let ownFields = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", NodeRoute.field,
  ]

  /// The request as it is sent on to another node: written from what was understood of it, never repeated as bytes.
  func sentOn(with via: String) -> [UInt8] {
    let named = request.headers["connection"]?.parts(",", atMost: HeaderLimits.elements) ?? []
    let left = Self.ownFields + named.map { String(decoding: $0.trimmed.utf8.map(\.asciiLowercased), as: UTF8.self) }
    var text = "\(request.method) \(request.target) HTTP/1.1\r\n"
    for (name, value) in request.headers where !left.contains(name) { text += "\(name): \(value)\r\n" }
    text += "\(NodeRoute.field): \(via)\r\n"
    text += Handshake.isAskedFor(by: self) ? "connection: Upgrade\r\nupgrade: websocket\r\n" : "connection: close\r\n"
    return Array((text + "\r\n").utf8)
  }
}
