import CLibUV
import Glibc
import OrielGateway
import OrielHub

/// One socket as long as it speaks HTTP: reads a head, perhaps a body, has it answered, and waits for the next. When a
/// handshake is accepted, the socket moves on to libwebsockets.
final class HTTPConnection {
  enum State {
    case head
    case body(RequestHead, length: Int)
    /// The body goes to a receiver as it comes.
    case streaming(StreamedBody)
    /// The handler has the request.
    case answering(RequestHead)
    /// The socket has not taken the whole answer. Meanwhile nothing is read: who asks must also listen.
    case sending
    /// Everything was said; what still comes is thrown away, for a socket closed with unread input is reset, and the
    /// peer may never see the answer (RFC 9112 §9.6).
    case lingering
    case closed
  }

  let descriptor: Int32
  let remoteAddress: String
  unowned let server: WebSocketServer
  var state = State.head
  private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  private var interest: Int32 = 0
  var input: [UInt8] = []
  private var searched = 0
  private var output: [UInt8] = []
  private var written = 0
  var stays = true
  /// Tells a late answer that its request is over.
  private var answered = 0
  private var deadline: ScheduledTimer?
  private var isAdvancing = false
  /// The receiver of the current request's body, which is told if the response can't be sent.
  private var receiver: (any BodyReceiver)?

  /// `nil` where the kernel does not watch the socket; it stays the caller's.
  init?(_ descriptor: Int32, remoteAddress: String, server: WebSocketServer) {
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    self.server = server
    guard uv_poll_init_socket(server.loop.uv, poll, descriptor) == 0 else {
      poll.deallocate()
      return nil
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    setDeadline(server.configuration.headDeadline)
    updateInterest()
  }

  /// Takes the socket off the loop and gives it away.
  func release() -> Int32 {
    end()
    return descriptor
  }

  func close() {
    if case .closed = state { return }
    end()
    Glibc.close(descriptor)
  }

  private func end() {
    state = .closed
    deadline?.cancel()
    deadline = nil
    receiver?.cancel()
    receiver = nil
    server.forget(self)
    uv_close(poll.asHandle) { handle in
      guard let handle else { return }
      UnsafeMutableRawPointer(handle).deallocate()
    }
  }

  func setDeadline(_ delay: Int64) {
    deadline?.cancel()
    deadline = server.loop.timers.schedule(after: delay) { [unowned self] in close() }
  }

  func updateInterest() {
    var wanted = Int32(0)
    switch state {
    case .answering, .sending: break
    case .streaming(let body) where body.isBusy: break
    default: wanted |= Int32(UV_READABLE.rawValue)
    }
    if !output.isEmpty { wanted |= Int32(UV_WRITABLE.rawValue) }
    guard wanted != interest else { return }
    interest = wanted
    if wanted == 0 {
      uv_poll_stop(poll)
    } else {
      uv_poll_start(poll, wanted) { handle, status, events in
        guard let data = handle?.pointee.data else { return }
        Unmanaged<HTTPConnection>.fromOpaque(data).takeUnretainedValue().polled(status, events)
      }
    }
  }

  private func polled(_ status: Int32, _ events: Int32) {
    server.enter(self) { connection, hub in
      guard status >= 0 else { return connection.close() }
      if events & Int32(UV_WRITABLE.rawValue) != 0 { connection.flush(hub: hub) }
      if events & Int32(UV_READABLE.rawValue) != 0 { connection.read(hub: hub) }
    }
  }
}

extension HTTPConnection {
  private func read(hub: isolated WindowHub) {
    if case .closed = state { return }
    let buffer = server.readBuffer
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), hub: hub)
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      close()
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, hub: isolated WindowHub) {
    if case .lingering = state { return }
    if input.isEmpty, answered > 0, case .head = state { setDeadline(server.configuration.headDeadline) }
    input.append(contentsOf: bytes)
    advance(hub: hub)
  }

  /// Goes on as far as the input reaches; a client may have sent several requests.
  func advance(hub: isolated WindowHub) {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while true {
      switch state {
      case .head:
        guard let end = HeadLines.end(of: input, from: searched) else { return waitForHead(hub: hub) }
        takeHead(end, hub: hub)
      case .body(let head, let length):
        guard input.count >= length else { return updateInterest() }
        takeBody(head, length, hub: hub)
      case .streaming(let body):
        guard handOn(body) else { return updateInterest() }
      case .answering, .sending, .lingering, .closed:
        return updateInterestIfOpen()
      }
    }
  }

  private func waitForHead(hub: isolated WindowHub) {
    searched = max(0, input.count - 3)
    if input.count > server.configuration.headBytes {
      return refuse(.init(431, "The header fields are too large."), hub: hub)
    }
    updateInterest()
  }

  private func takeHead(_ end: Int, hub: isolated WindowHub) {
    guard end <= server.configuration.headBytes else {
      return refuse(.init(431, "The header fields are too large."), hub: hub)
    }
    do throws(RequestHead.Refusal) {
      // RFC 9112 §2.2 lets empty lines stand before a request.
      let start = input.prefix(end).firstIndex { $0 != 0x0D && $0 != 0x0A } ?? end
      var head = try RequestHead(input[start..<end], remoteAddress: remoteAddress)
      head.request.remoteAddress = server.configuration.trustedProxies.client(of: head.request)
      input.removeFirst(end + 4)
      searched = 0
      stays = head.mayStay && !server.isDraining
      try begin(head, hub: hub)
    } catch {
      refuse(error, hub: hub)
    }
  }

  private func begin(_ head: RequestHead, hub: isolated WindowHub) throws(RequestHead.Refusal) {
    if Handshake.isAskedFor(by: head) { return try upgrade(head, hub: hub) }
    let length = try head.bodyLength()
    switch server.handler(hub).plan(for: head.request, length: length, hub: hub) {
    case .gather(let limit):
      guard length <= limit else { throw RequestHead.Refusal(413, "The body is too large.") }
      if length == 0 { return answer(head, hub: hub) }
      state = .body(head, length: length)
      setDeadline(server.configuration.bodyDeadline)
    case .stream(let receiver):
      self.receiver = receiver
      stream(head, length: length, to: receiver)
    case .answer(let response):
      // Its body is not read: nothing behind it can be.
      if length > 0 { (stays, input) = (false, []) }
      return writeAnswer(response, to: head.request.method)
    }
    if length > 0, head.expectsContinue, input.isEmpty { write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
  }

  private func takeBody(_ head: RequestHead, _ length: Int, hub: isolated WindowHub) {
    var head = head
    head.request.body = Array(input[..<length])
    input.removeFirst(length)
    answer(head, hub: hub)
  }

  private func upgrade(_ head: RequestHead, hub: isolated WindowHub) throws(RequestHead.Refusal) {
    let handshake = try Handshake(head)
    // RFC 6455 §4.1: a client must not send frames before it has the answer.
    guard input.isEmpty else { throw RequestHead.Refusal(400, "Wait for the answer to the handshake.") }
    state = .answering(head)
    deadline?.cancel()
    decided(server.handler(hub).upgrade(head.request, hub: hub), handshake, hub: hub)
  }

  private func decided(_ decision: UpgradeDecision, _ handshake: Handshake, hub: isolated WindowHub) {
    guard case .answering = state else { return }
    switch decision {
    case .accept(let subprotocol, let open):
      server.openWebSocket(on: self, handshake, subprotocol: subprotocol, open: open, hub: hub)
    case .refuse(let response):
      finish(response, hub: hub)
      advance(hub: hub)
    case .later(let later):
      later.then { decision in
        self.server.enter((self, decision, handshake)) { $0.0.decided($0.1, $0.2, hub: $1) }
      }
    }
  }
}

extension HTTPConnection {
  private func answer(_ head: RequestHead, hub: isolated WindowHub) {
    server.handler(hub).respond(to: head.request, hub: hub, reply: reply(to: head))
  }

  /// Waits for the answer. How long that takes is the handler's own affair.
  func reply(to head: RequestHead) -> (HTTPResponse) -> Void {
    state = .answering(head)
    deadline?.cancel()
    let number = answered
    return { response in
      guard case .answering = self.state, self.answered == number else { return }
      self.server.enter((self, response)) { answer, hub in
        let (connection, response) = answer
        connection.finish(response, hub: hub)
        connection.advance(hub: hub)
      }
    }
  }

  /// A request that cannot be read is the connection's last.
  private func refuse(_ refusal: RequestHead.Refusal, hub: isolated WindowHub) {
    stays = false
    input = []
    var response = HTTPResponse.text(refusal.status, refusal.reason)
    for (name, value) in Handshake.headers(for: refusal) { response.headers[name] = value }
    writeAnswer(response, to: "GET")
  }

  private func finish(_ response: HTTPResponse, hub: isolated WindowHub) {
    guard case .answering(let head) = state else { return }
    writeAnswer(response, to: head.request.method)
  }

  func writeAnswer(_ response: HTTPResponse, to method: String) {
    answered += 1
    receiver = nil
    state = .sending
    setDeadline(server.configuration.answerDeadline)
    write(server.responses.bytes(of: response, to: method, stays: stays))
    settle()
  }

  private func write(_ bytes: [UInt8]) {
    output.append(contentsOf: bytes)
    sendOutput()
  }

  private func flush(hub: isolated WindowHub) {
    let before = written
    sendOutput()
    if case .sending = state, written > before { setDeadline(server.configuration.answerDeadline) }
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
    written = 0
  }

  /// After the last byte of an answer: the next request, or the end.
  private func settle() {
    guard case .sending = state, output.isEmpty else { return }
    if stays {
      state = .head
      setDeadline(input.isEmpty ? server.configuration.keepAlive : server.configuration.headDeadline)
    } else {
      state = .lingering
      shutdown(descriptor, Int32(SHUT_WR))
      setDeadline(server.configuration.closeDeadline)
    }
  }

  private func updateInterestIfOpen() {
    if case .closed = state { return }
    updateInterest()
  }
}
