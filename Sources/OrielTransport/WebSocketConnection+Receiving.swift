import CLibWebSockets
import Glibc
import OrielGateway
import OrielHub
import OrielWire

extension WebSocketConnection {
  /// Scans received bytes before libwebsockets reads them, and removes pings.
  ///
  /// - Returns: The number of bytes left for libwebsockets.
  func heard(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard phase != .failed else { return 0 }
    lastHeard = server.now
    do {
      return try scanner.scan(bytes) { pinged($0) }
    } catch {
      fail(1002, error.rawValue)
      return 0
    }
  }

  /// Answers a ping, unless a close frame was sent.
  private func pinged(_ payload: [UInt8]) {
    guard phase == .open else { return }
    // Answering the latest of several pings is enough (RFC 6455 §5.5.3), so a client that doesn't read can't create a
    // queue.
    if isChoked { control = [] }
    control += [0x8A, UInt8(payload.count)] + payload
    mark()
  }

  /// *Fails the WebSocket Connection* (RFC 6455 §7.1.7): sends the reason, ends our side, and ignores all further
  /// input. The peer has until the deadline to end its side.
  private func fail(_ code: UInt16, _ reason: String) {
    let wasOpen = phase == .open
    close(code, reason: reason)
    phase = .failed
    if !wasOpen { hangUp() }
  }

  /// Handles a piece of a message. `left` is the number of bytes left in its frame.
  func received(
    _ piece: UnsafeRawBufferPointer, left: Int, isFinal: Bool, isBinary: Bool, hub: WindowHub
  ) {
    guard phase == .open else { return }
    if isBinary { return fail(1003, "only text") }
    // The announced rest of the frame counts too, so that a gigabyte is refused before it arrives.
    let limit = server.configuration.messageBytes
    guard left <= limit, assembled.count + piece.count + left <= limit else {
      return fail(1009, "message too big")
    }
    if isFinal, assembled.isEmpty {
      delegate?.received(piece, hub: hub)
    } else {
      if piece.isEmpty, !isFinal {
        emptyFragments += 1
        if emptyFragments > server.configuration.emptyFragments { return fail(1009, "too many empty fragments") }
      }
      assemble(piece)
      if isFinal { receivedWhole(hub: hub) }
    }
  }

  private func receivedWhole(hub: WindowHub) {
    let message = drainAssembled()
    // libwebsockets detects an incomplete character only in a frame with a payload. An empty last fragment has none.
    guard String(validating: message, as: UTF8.self) != nil else { return fail(1007, "not UTF-8") }
    message.withUnsafeBytes { delegate?.received($0, hub: hub) }
  }

  /// Handles the peer's close frame.
  ///
  /// - Returns: Whether libwebsockets should answer it. It should not if the frame is the answer to ours.
  func peerCloses(_ payload: UnsafeRawBufferPointer) -> Bool {
    if payload.count >= 2 { peerCode = UInt16(payload[0]) << 8 | UInt16(payload[1]) }
    guard phase == .open else { return false }
    phase = .closing
    dropOutbox()
    return true
  }

  /// Called when libwebsockets has released the socket.
  func ended(hub: WindowHub) {
    phase = .closed
    socket = nil
    deadline?.cancel()
    dropOutbox()
    _ = drainAssembled()
    keptBytes = 0
    server.forget(self)
    let delegate = delegate
    self.delegate = nil
    delegate?.closed(code: peerCode, hub: hub)
  }
}

enum CloseFrame {
  /// Returns a close frame (RFC 6455 §5.5.1). A control frame has at most 125 bytes of payload, so a long reason is cut
  /// between characters.
  static func bytes(_ code: UInt16, reason: String) -> [UInt8] {
    var text = ""
    for character in reason {
      guard text.utf8.count + character.utf8.count <= 123 else { break }
      text.append(character)
    }
    return [0x88, UInt8(2 + text.utf8.count), UInt8(code >> 8), UInt8(code & 0xFF)] + text.utf8
  }
}
