import OrielGateway
import OrielHub

/// The body of a request whose receiver takes it as it comes: no more of it is in memory than one reading.
final class StreamedBody {
  let head: RequestHead
  /// Bytes that the receiver has not got.
  fileprivate(set) var left: Int
  /// The receiver works on a piece; nothing is read meanwhile.
  fileprivate(set) var isBusy = false
  fileprivate let receiver: any BodyReceiver
  /// When all of it must be there, on the loop's clock.
  fileprivate let end: Int64

  fileprivate init(_ head: RequestHead, length: Int, receiver: any BodyReceiver, end: Int64) {
    self.head = head
    self.receiver = receiver
    self.end = end
    left = length
  }
}

extension HTTPConnection {
  func stream(_ head: RequestHead, length: Int, to receiver: any BodyReceiver) {
    let configuration = server.configuration
    let time = configuration.bodyDeadline + Int64(length) * 1000 / Int64(configuration.bodyBytesPerSecond)
    state = .streaming(StreamedBody(head, length: length, receiver: receiver, end: server.loop.timers.now + time))
    setDeadline(configuration.bodyDeadline)
  }

  /// Passes the available bytes to the receiver.
  ///
  /// - Returns: Whether to go on: `false` means that the receiver works, or that more has to come.
  func handOn(_ body: StreamedBody) -> Bool {
    guard !body.isBusy else { return false }
    guard body.left > 0 else {
      body.receiver.end(reply: reply(to: body.head))
      return true
    }
    guard !input.isEmpty else { return false }
    let piece = input.prefix(body.left)
    input.removeFirst(piece.count)
    body.left -= piece.count
    body.isBusy = true
    piece.withUnsafeBytes { bytes in
      body.receiver.receive(bytes) { answer in
        self.server.enter((self, body, answer)) { done, hub in done.0.received(done.1, done.2, hub: hub) }
      }
    }
    return true
  }

  private func received(_ body: StreamedBody, _ answer: HTTPResponse?, hub: isolated WindowHub) {
    guard case .streaming(let current) = state, current === body, body.isBusy else { return }
    body.isBusy = false
    if let answer {
      // The rest of the body is not read, so the connection can't be reused.
      if body.left > 0 { (stays, input) = (false, []) }
      writeAnswer(answer, to: body.head.request.method)
      return advance(hub: hub)
    }
    // However a body drips, it ends.
    let left = body.end - server.loop.timers.now
    guard left > 0 else { return close() }
    setDeadline(min(server.configuration.bodyDeadline, left))
    advance(hub: hub)
  }
}
