import CLibUV
import Glibc
import OrielGateway
import OrielHub

/// A response's body that is asked for piece by piece, as its client takes them.
final class OutgoingBody: WorkPayer {
  let source: any BodySource
  private weak var connection: HTTPConnection?
  private var workStart: Int64?
  /// Whether the length is told with each piece (RFC 9112 §7.1), because it was not in the head.
  let isChunked: Bool
  /// Whether the source has been asked for the next piece.
  var isAsking = false

  init(_ source: any BodySource, to connection: HTTPConnection, isChunked: Bool) {
    self.source = source
    self.connection = connection
    self.isChunked = isChunked
  }

  func framed(_ bytes: [UInt8]) -> [UInt8] {
    guard isChunked else { return bytes }
    return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  func beginWork() -> Bool {
    guard let connection, workStart == nil else { return false }
    workStart = connection.server.loop.timers.nanoseconds
    return true
  }

  func endWork() {
    guard let start = workStart else { return }
    workStart = nil
    connection?.server.hub.enter { connection?.charge(since: start, $0) }
  }
}

extension HTTPConnection {
  func writeAnswer(_ response: HTTPResponse, to method: String) {
    let isChunkable = if case .answering(let head) = state { !head.isVersion10 } else { false }
    answered += 1
    receiver = nil
    state = .sending
    setDeadline(server.configuration.answerDeadline)
    let isEndless = response.stream != nil && response.stream?.length == nil
    if isEndless, !isChunkable { stays = false }
    let isChunked = isEndless && isChunkable
    if let stream = response.stream, method != "HEAD" {
      outgoing = OutgoingBody(stream.source, to: self, isChunked: isChunked)
    }
    write(server.responses.bytes(of: response, to: method, stays: stays, isChunked: isChunked))
    settle()
  }

  func write(_ bytes: [UInt8]) {
    output.append(contentsOf: bytes)
    sendOutput()
  }

  func flush(hub: WindowHub) {
    sendOutput()
    if case .sending = state, written - timed >= server.configuration.bodyBytes {
      timed = written
      setDeadline(server.configuration.answerDeadline)
    }
    if output.isEmpty, outgoing?.isAsking == false { return requestPiece(hub) }
    settle()
    advance(hub: hub)
  }

  private func sendOutput() {
    if case .closed = state { return }
    while written < output.count {
      let sent = output.withUnsafeBytes {
        send(descriptor, $0.baseAddress! + written, $0.count - written, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        written += sent
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return close()
      }
    }
    output = []
    (written, timed) = (0, 0)
  }

  /// After the last byte of a response, waits for the next request or ends the connection.
  private func settle() {
    guard case .sending = state, output.isEmpty, outgoing == nil else { return }
    if stays {
      state = .head
      setDeadline(input.isEmpty ? server.configuration.keepAlive : server.configuration.headDeadline)
    } else {
      state = .lingering
      shutdown(descriptor, Int32(SHUT_WR))
      setDeadline(server.configuration.closeDeadline)
    }
  }

  // MARK: Bodies in pieces

  /// One piece in an iteration of the loop, so that a client that takes many waits like one that asks for many.
  func requestPiece(_ hub: WindowHub) {
    guard let outgoing, !outgoing.isAsking, output.isEmpty else { return }
    let wait = server.handler.waitForTime(of: sender)
    guard wait == 0, mayGoOn(hub) else { return waitForTurn(hub, after: wait) }
    outgoing.isAsking = true
    setDeadline(server.configuration.answerDeadline)
    measured(hub) {
      outgoing.source.next(for: outgoing) { piece in
        self.server.hub.enter { self.write(piece, of: outgoing, hub: $0) }
      }
    }
    advance(hub: hub)
  }

  /// Has the connection end as if it had broken, so that its client does not take a part of the body for all of it: without
  /// chunks, an orderly end would be that of the body.
  func breakOff() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  private func write(_ piece: BodyPiece, of body: OutgoingBody, hub: WindowHub) {
    guard outgoing === body else { return }
    body.isAsking = false
    switch piece {
    case .bytes(let bytes): write(body.framed(bytes))
    case .end:
      outgoing = nil
      if body.isChunked { write(Array("0\r\n\r\n".utf8)) }
      settle()
    case .failed: return close()
    }
    advance(hub: hub)
  }
}
