import CLibUV  // for SHUT_WR: compiled as a whole, the module finds it only where libuv's header first brought it
import CLibWebSockets
import Glibc
import OrielGateway
import OrielHub
import OrielWire

/// One WebSocket on libwebsockets.
///
/// Output waits until the end of the iteration and leaves in one write. It is sent `RAW`, as finished frames, so that
/// nothing is copied or framed again, and a broadcast's frame is the same bytes for all.
///
/// An idle connection is this object, its slot in the table, and what libwebsockets keeps.
final class WebSocketConnection: Connection {
  let descriptor: Int32
  unowned let server: WebSocketServer
  /// Set while it is open.
  var socket: OpaquePointer?
  var delegate: (any ConnectionDelegate)?
  var opening: ((any Connection) -> any ConnectionDelegate)?

  /// Most ticks send one frame: an array only for more.
  var firstFrame: Frame?
  var moreFrames: [Frame] = []
  /// A ping and pongs, which overtake queued frames.
  var control: [UInt8] = []
  /// A close frame, the last thing that is sent.
  var lastFrame: [UInt8] = []
  var queuedBytes = 0
  var isMarked = false
  private(set) var isChoked = false

  /// The fragments of a message received so far.
  var assembled: [UInt8] = []
  var scanner = FrameScanner()
  var lastHeard: Int64
  var lastPinged: Int64 = 0

  var phase = Phase.open
  var peerCode: UInt16?
  var deadline: ScheduledTimer?

  enum Phase: UInt8 {
    case open
    /// A close frame is queued or sent; input is thrown away until the peer's.
    case closing
    /// The peer broke the rules. Our side has ended, input is kept from libwebsockets.
    case failed
    case closed
  }

  init(_ descriptor: Int32, server: WebSocketServer) {
    self.descriptor = descriptor
    self.server = server
    lastHeard = server.loop.timers.now
  }

  func send(_ frame: Frame) {
    guard phase == .open, socket != nil else { return }
    if firstFrame == nil { firstFrame = frame } else { moreFrames.append(frame) }
    queuedBytes += frame.count
    // A single frame may exceed the cap; the next one waits for it.
    if isChoked, queuedBytes > server.configuration.queuedBytes, !moreFrames.isEmpty { return hangUp() }
    mark()
  }

  func close(_ code: UInt16, reason: String) {
    guard phase == .open else { return }
    phase = .closing
    lastFrame = CloseFrame.bytes(code, reason: reason)
    assembled = []
    deadline = server.loop.timers.schedule(after: server.configuration.closeDeadline) { [weak self] in self?.hangUp() }
    mark()
  }

  /// Cuts the connection. `closed` follows from the loop, when libwebsockets has seen it.
  func hangUp() {
    guard phase != .closed else { return }
    if phase == .open { phase = .closing }
    dropOutbox()
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func mark() {
    if isMarked { return }
    isMarked = true
    server.hasOutput(self)
  }

  func dropOutbox() {
    firstFrame = nil
    moreFrames = []
    control = []
    lastFrame = []
    queuedBytes = 0
  }
}

extension WebSocketConnection {
  /// Writes the queued frames, unless the socket is still back-pressured.
  func flush() {
    isMarked = false
    guard let socket, phase != .closed, !isChoked else { return }
    if let frame = firstFrame, moreFrames.isEmpty, control.isEmpty, lastFrame.isEmpty {
      dropOutbox()
      frame.withUnsafeBytes { write($0, to: socket) }
    } else {
      let bytes = joined()
      dropOutbox()
      if !bytes.isEmpty { bytes.withUnsafeBytes { write($0, to: socket) } }
    }
    if phase == .failed, !isChoked { shutdown(descriptor, Int32(SHUT_WR)) }
  }

  private func joined() -> [UInt8] {
    var bytes = control
    bytes.reserveCapacity(queuedBytes + control.count + lastFrame.count)
    firstFrame?.withUnsafeBytes { bytes.append(contentsOf: $0) }
    for frame in moreFrames { frame.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    bytes.append(contentsOf: lastFrame)
    return bytes
  }

  /// Straight to the socket: libwebsockets has nothing to add to a finished frame, and as long as it keeps nothing of this
  /// connection's, nothing can be overtaken.
  private func write(_ bytes: UnsafeRawBufferPointer, to socket: OpaquePointer) {
    let taken = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if taken == bytes.count { return }
    guard taken >= 0 || errno == EAGAIN || errno == EINTR else { return hangUp() }
    keep(UnsafeRawBufferPointer(rebasing: bytes[max(taken, 0)...]), for: socket)
  }

  /// libwebsockets copies the bytes that the socket doesn't take, and reports when they are sent; another write before
  /// that would grow its list without bound. `LWS_WRITE_HTTP` is the value of the macro `LWS_WRITE_RAW`.
  private func keep(_ bytes: UnsafeRawBufferPointer, for socket: OpaquePointer) {
    let start = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    guard lws_write(socket, start, bytes.count, LWS_WRITE_HTTP) >= 0 else { return hangUp() }
    noteWhetherChoked()
  }

  /// Whether libwebsockets still has something to write, as the end of a handshake's answer.
  func noteWhetherChoked() {
    isChoked = socket.map { lws_partial_buffered($0) != 0 } ?? false
  }

  /// libwebsockets has sent its copied bytes.
  func writable(hub: isolated WindowHub) {
    guard isChoked, let socket, lws_partial_buffered(socket) == 0 else { return }
    isChoked = false
    flush()
    if !isChoked, phase == .open { delegate?.drained(hub: hub) }
  }
}
