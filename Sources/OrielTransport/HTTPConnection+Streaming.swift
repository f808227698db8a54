import OrielGateway
import OrielHub

/// A request body that is passed to its receiver as it arrives. No more than one read of it is in memory.
final class StreamedBody {
  let head: RequestHead
  /// The number of bytes that have not been passed to the receiver yet.
  fileprivate(set) var left: Int
  /// Whether the receiver is handling a piece. Nothing is read meanwhile.
  fileprivate(set) var isBusy = false
  fileprivate let receiver: any BodyReceiver
  /// The deadline for the whole body, in milliseconds on the loop's clock.
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
  /// - Returns: Whether to continue: `false` if the receiver is busy or more bytes must arrive first.
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
    // Progress extends the deadline for the next piece, but not the one for the whole body.
    let left = body.end - server.loop.timers.now
    guard left > 0 else { return close() }
    setDeadline(min(server.configuration.bodyDeadline, left))
    advance(hub: hub)
  }
}
