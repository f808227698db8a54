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
  /// The number of bytes that must come before the deadline is moved, so that a body that drips ends.
  fileprivate var due: Int

  fileprivate init(_ head: RequestHead, length: Int, receiver: any BodyReceiver, due: Int) {
    self.head = head
    self.receiver = receiver
    self.due = due
    left = length
  }
}

extension HTTPConnection {
  func stream(_ head: RequestHead, length: Int, to receiver: any BodyReceiver) {
    state = .streaming(StreamedBody(head, length: length, receiver: receiver, due: server.configuration.bodyBytes))
    setDeadline(server.configuration.bodyDeadline)
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
    body.due -= piece.count
    body.isBusy = true
    piece.withUnsafeBytes { bytes in
      body.receiver.receive(bytes) { answer in
        self.server.hub.enter { self.received(body, answer, hub: $0) }
      }
    }
    return true
  }

  private func received(_ body: StreamedBody, _ answer: HTTPResponse?, hub: WindowHub) {
    guard case .streaming(let current) = state, current === body, body.isBusy else { return }
    body.isBusy = false
    if let answer {
      // The rest of the body is not read, so the connection can't be reused.
      if body.left > 0 { (stays, input) = (false, []) }
      writeAnswer(answer, to: body.head.request.method)
      return advance(hub: hub)
    }
    if body.due <= 0 {
      body.due = server.configuration.bodyBytes
      setDeadline(server.configuration.bodyDeadline)
    }
    advance(hub: hub)
  }
}
