import CLibUV
import Glibc
import OrielGateway
import OrielHub

/// A socket while it speaks HTTP: reads a head and perhaps a body, sends the handler's response, and waits for the next
/// request. When a handshake is accepted, libwebsockets takes over the socket.
final class HTTPConnection: ClientWork {
  enum State {
    case head
    /// The head is read, and its place is being found or reached. It is still the beginning of the input.
    case routing(RequestHead, end: Int)
    /// The head is read, and its network has to pay for others first.
    case owing(RequestHead)
    case body(RequestHead, length: Int)
    /// The body is passed to a receiver as it arrives.
    case streaming(StreamedBody)
    /// The handler is working on the response.
    case answering(RequestHead)
    /// The socket has not taken the whole response yet. Nothing is read meanwhile, so that a client that doesn't read
    /// its responses can't send more requests.
    case sending
    /// The whole response was sent. Further input is discarded, because a socket that is closed with unread input is
    /// reset, and then the peer may never see the response (RFC 9112 §9.6).
    case lingering
    case closed
  }

  let descriptor: Int32
  let remoteAddress: String
  /// The network that it is counted for.
  let network: RemoteNetwork?
  let server: WebSocketServer
  var state = State.head
  private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
  private var interest: Int32 = 0
  var input: [UInt8] = []
  private var searched = 0
  var output: [UInt8] = []
  var written = 0
  /// The rest of the response that is being sent, if its body comes piece by piece.
  var outgoing: OutgoingBody?
  /// The bytes that it keeps, as the server counts them.
  private(set) var heldBytes = 0
  var stays = true
  /// How often loops have handed it over.
  let handovers: Int
  /// The number of responses so far. A late response is recognised by its outdated number.
  var answered = 0
  private var deadline: Deadline?
  var placing: Placing
  private var isAdvancing = false
  /// Whether it waits for its turn. Nothing is read meanwhile.
  private var isWaiting = false
  /// Whether it is its turn, so that one request is handled.
  private var isItsTurn = false
  /// The address of the last request.
  private(set) var sender: String
  /// The bytes of the response for which there was time.
  var timed = 0
  /// The receiver of the current request's body. It is told if the response can't be sent.
  var receiver: (any BodyReceiver)?

  /// Creates a connection; `nil` if the kernel can't poll the socket, which the caller must then close.
  ///
  /// - Parameter handed: With the bytes that another loop has read before it handed the connection over; their first request
  ///   stays here.
  init?(
    _ handed: HandedConnection, server: WebSocketServer
  ) {
    (descriptor, remoteAddress, network) = (handed.descriptor, handed.remoteAddress, handed.network)
    (handovers, input) = (handed.handovers, handed.input)
    sender = handed.remoteAddress
    self.server = server
    placing = Placing(isDone: !handed.input.isEmpty)
    guard uv_poll_init_socket(server.loop.uv, poll, handed.descriptor) == 0 else {
      poll.deallocate()
      return nil
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    setDeadline(server.configuration.headDeadline)
    updateInterest()
  }

  /// Removes the socket from the loop and returns it to the caller, who then owns it.
  func release() -> Int32 {
    end()
    return descriptor
  }

  func close() {
    if case .closed = state { return }
    if outgoing != nil { breakOff() }
    end()
    Glibc.close(descriptor)
  }

  private func end() {
    let former = state
    state = .closed
    cancelDeadline()
    placing.end()
    if case .answering(let head) = former { head.request.client?.leave() }
    receiver?.cancel()
    receiver = nil
    outgoing?.source.cancel()
    outgoing = nil
    (input, output, written) = ([], [], 0)
    countHeld()
    server.forget(self)
    uv_close(poll.asHandle) { handle in
      guard let handle else { return }
      UnsafeMutableRawPointer(handle).deallocate()
    }
  }

  func cancelDeadline() {
    deadline?.cancel()
    deadline = nil
  }

  func setDeadline(_ delay: Int64) {
    deadline?.cancel()
    deadline = Deadline(after: delay, on: server.loop.timers) { [unowned self] in
      // It is the server that is late.
      if isWaiting { setDeadline(delay) } else { close() }
    }
  }

  private func countHeld() {
    let held = input.count + output.count
    server.heldBytes += held - heldBytes
    heldBytes = held
  }

  func updateInterest() {
    countHeld()
    var wanted = Int32(0)
    switch state {
    // Nothing is read; only that the client has gone is noticed.
    case .answering(let head) where head.request.client?.isWatched == true: wanted |= Int32(UV_DISCONNECT.rawValue)
    case .answering, .sending, .owing, .routing: break
    case .streaming(let body) where body.isBusy: break
    case _ where isWaiting: break
    default: wanted |= Int32(UV_READABLE.rawValue)
    }
    if !output.isEmpty || outgoing?.isAsking == false && !isWaiting { wanted |= Int32(UV_WRITABLE.rawValue) }
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
    server.hub.enter { hub in
      guard status >= 0 else { return close() }
      if events & Int32(UV_DISCONNECT.rawValue) != 0, case .answering(let head) = state {
        head.request.client?.leave()
        return updateInterestIfOpen()
      }
      if events & Int32(UV_WRITABLE.rawValue) != 0 { flush(hub: hub) }
      guard events & Int32(UV_READABLE.rawValue) != 0 else { return }
      if hub.backlog.hasMuchTime { read(hub: hub) } else { waitForTurn(hub) }
    }
  }
}

extension HTTPConnection {
  private func read(hub: WindowHub) {
    switch state {
    case .closed, .answering, .sending, .owing, .routing: return
    default: break
    }
    let buffer = server.readBuffer
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), hub: hub)
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      close()
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, hub: WindowHub) {
    if case .lingering = state { return }
    if input.isEmpty, answered > 0, case .head = state { setDeadline(server.configuration.headDeadline) }
    input.append(contentsOf: bytes)
    advance(hub: hub)
  }

  /// Processes the input as far as possible. A client may have sent several requests at once: they are answered while
  /// there is time, then others have their turn.
  func advance(hub: WindowHub) {
    guard !isAdvancing else { return }
    guard !isWaiting else { return updateInterestIfOpen() }
    isAdvancing = true
    defer { isAdvancing = false }
    while true {
      switch state {
      case .head:
        guard let end = HeadLines.end(of: input, from: searched) else { return waitForHead(hub: hub) }
        guard mayGoOn(hub) else { return waitForTurn(hub) }
        measured(hub) { parseHead(end, hub: hub) }
      case .owing(let head):
        let wait = server.handler.waitForTime(of: head.request.remoteAddress)
        guard wait == 0, mayGoOn(hub) else { return waitForTurn(hub, after: wait) }
        measured(hub) { goOn(with: head, hub: hub) }
      case .body(let head, let length):
        guard input.count >= length else { return updateInterest() }
        measured(hub) { readBody(head, length, hub: hub) }
      case .streaming(let body):
        guard handOn(body) else { return updateInterest() }
      case .answering, .sending, .lingering, .closed, .routing:
        return updateInterestIfOpen()
      }
    }
  }

  func mayGoOn(_ hub: WindowHub) -> Bool {
    defer { isItsTurn = false }
    return isItsTurn || hub.backlog.hasMuchTime
  }

  /// Does what a client has asked for, and charges its network.
  func measured(_ hub: WindowHub, _ work: () -> Void) {
    let start = server.loop.timers.nanoseconds
    work()
    charge(since: start, hub)
  }

  func charge(since start: Int64, _ hub: WindowHub) {
    let time = server.loop.timers.nanoseconds - start
    hub.backlog.spent(time)
    server.handler.spent(time, by: sender)
  }

  func waitForTurn(_ hub: WindowHub, after delay: Int64 = 0) {
    if case .closed = state { return }
    guard !isWaiting else { return updateInterest() }
    isWaiting = true
    updateInterest()
    hub.backlog.add(self, after: delay)
  }

  /// Pages go before requests: a window shows something already, and its user waits for an answer.
  var goesFirst: Bool { false }

  func goOn() {
    if case .closed = state { return }
    isWaiting = false
    isItsTurn = true
    server.hub.enter { hub in
      if outgoing != nil { requestPiece(hub) }
      advance(hub: hub)
      if isItsTurn { read(hub: hub) }
      isItsTurn = false
    }
  }

  private func waitForHead(hub: WindowHub) {
    searched = max(0, input.count - 3)
    if input.count > server.configuration.headBytes {
      return refuse(.init(431, "The header fields are too large."), hub: hub)
    }
    updateInterest()
  }

  private func parseHead(_ end: Int, hub: WindowHub) {
    guard end <= server.configuration.headBytes else {
      return refuse(.init(431, "The header fields are too large."), hub: hub)
    }
    do throws(RequestHead.Refusal) {
      // Empty lines may precede a request (RFC 9112 §2.2).
      let start = input.prefix(end).firstIndex { $0 != 0x0D && $0 != 0x0A } ?? end
      var head = try RequestHead(input[start..<end], remoteAddress: remoteAddress)
      head.request.remoteAddress = server.configuration.trustedProxies.client(of: head.request)
      server.handler.recognizeNode(in: &head.request)
      sender = head.request.remoteAddress
      state = .routing(head, end: end)
      findPlace(of: head, hub: hub)
    } catch {
      refuse(error, hub: hub)
    }
  }

  /// Handles the request on this loop.
  func handleHere(_ head: RequestHead, _ end: Int, hub: WindowHub) {
    do throws(RequestHead.Refusal) {
      state = .head
      placing.isDone = false
      input.removeFirst(end + 4)
      searched = 0
      // Nothing but the request was sent on: what followed on the same connection would be the client's.
      stays =
        head.mayStay && !head.request.isFromNode && !server.isDraining && handovers < HandedConnection.mostHandovers
      guard server.handler.waitForTime(of: head.request.remoteAddress) == 0 else {
        cancelDeadline()
        return state = .owing(head)
      }
      try begin(head, hub: hub)
    } catch {
      refuse(error, hub: hub)
    }
  }

  /// Its network has paid.
  private func goOn(with head: RequestHead, hub: WindowHub) {
    do throws(RequestHead.Refusal) {
      state = .head
      try begin(head, hub: hub)
    } catch {
      refuse(error, hub: hub)
    }
  }

  private func begin(_ head: RequestHead, hub: WindowHub) throws(RequestHead.Refusal) {
    if Handshake.isAskedFor(by: head) { return try upgrade(head, hub: hub) }
    let length = try head.bodyLength()
    switch server.handler.plan(for: head.request, length: length, hub: hub) {
    case .gather(let limit):
      guard length <= limit else { throw RequestHead.Refusal(413, "The body is too large.") }
      if length == 0 { return answer(head, hub: hub) }
      state = .body(head, length: length)
      setDeadline(server.configuration.bodyDeadline)
    case .stream(let receiver):
      self.receiver = receiver
      stream(head, length: length, to: receiver)
    case .answer(let response):
      // The body isn't read, so nothing after it can be.
      if length > 0 { (stays, input) = (false, []) }
      return writeAnswer(response, to: head.request.method)
    }
    if length > 0, head.expectsContinue, input.isEmpty { write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
  }

  private func readBody(_ head: RequestHead, _ length: Int, hub: WindowHub) {
    var head = head
    head.request.body = Array(input[..<length])
    input.removeFirst(length)
    answer(head, hub: hub)
  }

  private func upgrade(_ head: RequestHead, hub: WindowHub) throws(RequestHead.Refusal) {
    let handshake = try Handshake(head)
    // A client must not send frames before it has the response (RFC 6455 §4.1).
    guard input.isEmpty else { throw RequestHead.Refusal(400, "Wait for the answer to the handshake.") }
    state = .answering(head)
    cancelDeadline()
    decided(server.handler.upgrade(head.request, hub: hub), handshake, hub: hub)
  }

  private func decided(_ decision: UpgradeDecision, _ handshake: Handshake, hub: WindowHub) {
    guard case .answering = state else { return }
    switch decision {
    case .accept(let subprotocol, let open):
      server.openWebSocket(on: self, handshake, subprotocol: subprotocol, open: open, hub: hub)
    case .refuse(let response):
      finish(response, hub: hub)
      advance(hub: hub)
    case .later(let later):
      later.then { decision in self.server.hub.enter { self.decided(decision, handshake, hub: $0) } }
    }
  }
}

extension HTTPConnection {
  private func answer(_ head: RequestHead, hub: WindowHub) {
    var head = head
    head.request.client = RequestClient { [weak self] in self?.updateInterestIfOpen() }
    server.handler.respond(to: head.request, hub: hub, reply: reply(to: head))
  }

  /// Returns the closure that the handler calls with its response. The handler may take any amount of time.
  func reply(to head: RequestHead) -> (HTTPResponse) -> Void {
    state = .answering(head)
    cancelDeadline()
    let number = answered
    return { response in
      guard case .answering = self.state, self.answered == number else { return }
      self.server.hub.enter { hub in
        self.finish(response, hub: hub)
        self.advance(hub: hub)
      }
    }
  }

  /// Refuses a request that can't be read, which is the last one on the connection.
  func refuse(_ refusal: RequestHead.Refusal, hub: WindowHub) {
    stays = false
    input = []
    var response = HTTPResponse.text(refusal.status, refusal.reason)
    for (name, value) in Handshake.headers(for: refusal) { response.headers[name] = value }
    writeAnswer(response, to: "GET")
  }

  private func finish(_ response: HTTPResponse, hub: WindowHub) {
    guard case .answering(let head) = state else { return }
    writeAnswer(response, to: head.request.method)
  }

  private func updateInterestIfOpen() {
    if case .closed = state { return }
    updateInterest()
  }
}
