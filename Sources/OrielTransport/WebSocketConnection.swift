import CLibUV  // for SHUT_WR: a whole-module build finds it only in the module that included its header first
import CLibWebSockets
import Glibc
import OrielGateway
import OrielHub
import OrielWire

/// A WebSocket on libwebsockets.
///
/// Output waits until the end of the iteration and is sent in one write. It consists of finished frames that are sent
/// `RAW`, so that nothing is copied or framed again, and a broadcast sends the same bytes to all connections.
///
/// An idle connection consists only of this object, its slot in the table, and libwebsockets' own data.
final class WebSocketConnection: Connection {
  let descriptor: Int32
  let server: WebSocketServer
  /// libwebsockets' socket, set while the connection is open.
  var socket: OpaquePointer?
  var delegate: (any ConnectionDelegate)?

  /// Most ticks send one frame. The array is used only for further ones.
  var firstFrame: Frame?
  var moreFrames: [Frame] = []
  /// A ping and pongs, which are sent before queued frames.
  var control: [UInt8] = []
  /// A close frame, which is sent last.
  var lastFrame: [UInt8] = []
  var queuedBytes = 0 { didSet { server.heldBytes += queuedBytes - oldValue } }
  /// The bytes that libwebsockets keeps until the socket takes them.
  var keptBytes = 0 { didSet { server.heldBytes += keptBytes - oldValue } }
  /// The bytes of `assembled`.
  private var startedBytes = 0 { didSet { server.heldBytes += startedBytes - oldValue } }
  var heldBytes: Int { queuedBytes + keptBytes + startedBytes }
  var isMarked = false
  private(set) var isChoked = false
  /// Whether nothing is read from the socket, and whether libwebsockets has been told so.
  private var isReadingStopped = false
  private var isReadingOff = false

  /// The fragments of a message received so far.
  private(set) var assembled: [UInt8] = []
  /// How many of them were empty.
  var emptyFragments = 0
  var scanner = FrameScanner()
  var lastHeard: Int64
  var lastPinged: Int64 = 0

  var phase = Phase.open
  var peerCode: UInt16?
  var deadline: Deadline?

  enum Phase: UInt8 {
    case open
    /// A close frame is queued or sent. Input is discarded until the peer's close frame.
    case closing
    /// The peer violated the protocol. Our side has ended, and libwebsockets receives no more input.
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
    // A single frame may exceed the limit, but nothing may be queued behind it then.
    if isChoked, queuedBytes > server.configuration.queuedBytes, !moreFrames.isEmpty { return hangUp() }
    mark()
  }

  func close(_ code: UInt16, reason: String) {
    guard phase == .open else { return }
    phase = .closing
    lastFrame = CloseFrame.bytes(code, reason: reason)
    _ = drainAssembled()
    deadline = Deadline(after: server.configuration.closeDeadline, on: server.loop.timers) { [weak self] in
      self?.hangUp()
    }
    mark()
  }

  func stopReading(for milliseconds: Int64) {
    guard phase == .open, !isReadingStopped else { return }
    isReadingStopped = true
    mark()
    _ = server.loop.timers.schedule(after: milliseconds) { [weak self] in
      guard let self, phase == .open else { return }
      isReadingStopped = false
      mark()
    }
  }

  /// Cuts the connection. The loop calls `closed` later, when libwebsockets has noticed.
  func hangUp() {
    guard phase != .closed else { return }
    if phase == .open { phase = .closing }
    socket.map(updateReading)
    dropOutbox()
    _ = drainAssembled()
    keptBytes = 0
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func assemble(_ piece: UnsafeRawBufferPointer) {
    assembled.append(contentsOf: piece)
    startedBytes = assembled.count
  }

  func drainAssembled() -> [UInt8] {
    defer { (assembled, startedBytes, emptyFragments) = ([], 0, 0) }
    return assembled
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
  /// Writes the queued frames, unless the socket still exerts back-pressure.
  func flush() {
    isMarked = false
    guard let socket, phase != .closed else { return }
    updateReading(socket)
    guard !isChoked else { return }
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

  /// Stops reading, or goes on. libwebsockets keeps what it has read meanwhile, and may not be told so while it reads. A
  /// connection that ends is read, because its end would not be noticed otherwise.
  private func updateReading(_ socket: OpaquePointer) {
    let isOff = isReadingStopped && phase == .open
    guard isOff != isReadingOff else { return }
    isReadingOff = isOff
    if lws_rx_flow_control(socket, isOff ? 0 : 1) < 0 { hangUp() }
  }

  private func joined() -> [UInt8] {
    var bytes = control
    bytes.reserveCapacity(queuedBytes + control.count + lastFrame.count)
    firstFrame?.withUnsafeBytes { bytes.append(contentsOf: $0) }
    for frame in moreFrames { frame.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    bytes.append(contentsOf: lastFrame)
    return bytes
  }

  /// Writes directly to the socket. libwebsockets has nothing to add to a finished frame, and as long as it has
  /// buffered nothing for this connection, no bytes can be overtaken.
  private func write(_ bytes: UnsafeRawBufferPointer, to socket: OpaquePointer) {
    let taken = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if taken == bytes.count { return }
    guard taken >= 0 || errno == EAGAIN || errno == EINTR else { return hangUp() }
    keep(UnsafeRawBufferPointer(rebasing: bytes[max(taken, 0)...]), for: socket)
  }

  /// Passes libwebsockets the bytes that the socket doesn't take. It copies them, and reports when they are sent;
  /// another write before that would make its list grow without bound. `LWS_WRITE_HTTP` is the value of the macro
  /// `LWS_WRITE_RAW`.
  private func keep(_ bytes: UnsafeRawBufferPointer, for socket: OpaquePointer) {
    let start = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    guard lws_write(socket, start, bytes.count, LWS_WRITE_HTTP) >= 0 else { return hangUp() }
    keptBytes = bytes.count
    refreshChoked()
  }

  /// Asks whether libwebsockets still has bytes to write, such as the end of the response to a handshake.
  func refreshChoked() {
    isChoked = socket.map { lws_partial_buffered($0) != 0 } ?? false
  }

  /// Called when libwebsockets has sent the bytes that it copied.
  func writable(hub: WindowHub) {
    guard isChoked, let socket, lws_partial_buffered(socket) == 0 else { return }
    isChoked = false
    keptBytes = 0
    flush()
    if !isChoked, phase == .open { delegate?.unchoked(hub: hub) }
  }
}
