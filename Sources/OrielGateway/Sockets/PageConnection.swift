import DequeModule
import Oriel
import OrielHub
import OrielWire

/// A connection and the window it is attached to: messages in, updates out.
final class PageConnection: ConnectionDelegate, WindowClient, ClientWork {
  private enum State {
    case unattached(Deadline)
    /// The window is being loaded from the store. Messages of the page are handled once it is there.
    case attaching(HeldMessages)
    case attached(Attachment)
    case closed
  }

  private let connection: any Connection
  private let gateway: Gateway
  private var visitor: Visitor
  let address: String
  private var state = State.closed
  /// The messages that it may send.
  private var allowance: TokenBucket
  private var waiting: WaitingMessages
  /// Work of the hub for this page, which is done in its turn and before its messages.
  private var works: Deque<() -> Void> = []
  /// Whether it is in the hub's backlog, or will be when its connection has paid for its time.
  private var isInBacklog = false
  /// The time that was not charged to its network yet, in nanoseconds.
  private var uncharged: Int64 = 0
  /// The bytes that were read since it owes time, or since reading was last stopped for that.
  private var owingBytes = 0
  /// The bytes of its waiting messages, as the gateway counts them.
  private var counted = 0
  /// When the work began that is being measured.
  private var workStart: Int64?
  /// Whether the socket has ended, so that its network pays.
  private var isGone = false
  private var expiry: Expiry?
  /// Fires when the page may attach.
  private var attachTimer: ScheduledTimer?
  /// The place to which another loop or node has sent the page.
  private let hint: PlaceHint?
  /// The tenant of the window.
  private var tenant: Tenant?
  /// Whether the page can read compressed messages.
  private var readsGzip = false

  init(_ connection: any Connection, visitor: Visitor, from request: HTTPRequest, gateway: Gateway) {
    self.connection = connection
    address = request.remoteAddress
    hint = gateway.hint(in: request).flatMap { $0.isFormer ? nil : $0 }
    self.gateway = gateway
    self.visitor = visitor
    self.visitor.browser = request.headers["user-agent"].map(Browser.name) ?? ""
    allowance = TokenBucket(full: gateway.limits.messageRate, now: gateway.scheduler.now)
    waiting = WaitingMessages(gateway.limits, now: gateway.scheduler.now)
    state = .unattached(
      Deadline(after: gateway.limits.attachDeadline, on: gateway.scheduler) { [unowned self] in attachIsLate() })
  }

  /// Its `attach` may have come, and wait for its turn.
  private func attachIsLate() {
    if waiting.isEmpty, works.isEmpty { close(.noAttach) }
  }

  // MARK: From the Transport

  func received(_ message: UnsafeRawBufferPointer, hub: WindowHub) {
    if case .closed = state { return }
    let now = gateway.scheduler.now
    guard allowance.consume(gateway.limits.messageRate, now: now) else { return closeAndDetach(.flooding, hub) }
    if case .attached(let attachment) = state { attachment.heard(at: now) }
    if mayHandle(now: now, hub) { return charge { handle(message, hub) } }
    if let number = ping(message) { return deliver(.pong(number)) }
    guard gateway.mayKeep(message.count, from: address), waiting.append(Array(message), gateway.limits) else {
      return closeAndDetach(.flooding, hub)
    }
    countKept()
    wait(hub)
    readLess(after: message.count, now: now)
  }

  /// Reads little while the page owes time, and not nothing, so that its pings and its end come through.
  private func readLess(after bytes: Int, now: Int64) {
    let debt = waiting.wait(gateway.limits, now: now)
    owingBytes = debt > 0 ? owingBytes + max(bytes, GatewayLimits.leastOwingBytes) : 0
    guard owingBytes >= gateway.limits.owingBytes else { return }
    owingBytes = 0
    connection.stopReading(for: min(debt, gateway.limits.longestReadingPause))
  }

  /// Whether a message may be handled as it arrives. While its window is loaded, it is only kept.
  private func mayHandle(now: Int64, _ hub: WindowHub) -> Bool {
    if case .attaching = state { return waiting.isEmpty }
    return hub.backlog.hasTime && works.isEmpty
      && waiting.mayHandle(gateway.limits, now: now, iteration: gateway.scheduler.iteration)
  }

  /// The number of a `ping`, which never waits and is therefore short.
  private func ping(_ message: UnsafeRawBufferPointer) -> Int? {
    guard message.count <= gateway.limits.pingBytes, case .ping(let number)? = try? ClientMessage(decoding: message)
    else {
      return nil
    }
    return number
  }

  private func handle(_ message: UnsafeRawBufferPointer, _ hub: WindowHub) {
    do throws(WireError) {
      receive(try ClientMessage(decoding: message), message, hub)
    } catch {
      gateway.logMalformed("\(error)", of: visitor.credentials.user, from: address)
      closeAndDetach(.malformed, hub)
    }
    countKept()
  }

  func unchoked(hub: WindowHub) {
    if case .attached(let attachment) = state { hub.catchUp(attachment) }
  }

  func closed(code: UInt16?, hub: WindowHub) {
    gateway.closed(self)
    if let tenant { gateway.pageLeft(of: tenant) }
    handlePaid(hub)
    socketIsGone(hub)
    isGone = true
    gateway.left(unpaid: waiting.unpaid(gateway.limits, now: gateway.scheduler.now), by: address)
  }

  // MARK: Messages

  private func receive(_ message: ClientMessage, _ bytes: UnsafeRawBufferPointer, _ hub: WindowHub) {
    switch (state, message) {
    case (.closed, _): break
    // Answered in every state. Before `attach` the deadline stays as it is.
    case (_, .ping(let number)):
      guard bytes.count <= gateway.limits.pingBytes else { return closeAndDetach(.malformed, hub) }
      deliver(.pong(number))
    case (.unattached, .attach(let attach)): self.attach(attach, bytes: bytes.count, hub)
    case (.unattached, _), (.attaching, .attach), (.attached, .attach): closeAndDetach(.malformed, hub)
    case (.attaching(var held), _):
      guard gateway.mayKeep(bytes.count, from: address), held.append(Array(bytes), gateway.limits) else {
        return closeAndDetach(.flooding, hub)
      }
      state = .attaching(held)
    case (.attached(let attachment), _): handle(message, attachment, hub)
    }
  }

  func beginWork() -> Bool {
    if workStart != nil { return false }
    workStart = gateway.scheduler.nanoseconds
    return true
  }

  func endWork() { _ = chargeWork() }

  /// Charges the connection with the time of the work, or its network if it has ended.
  ///
  /// - Returns: As how many messages that counts.
  private func chargeWork() -> Int {
    guard let start = workStart else { return 0 }
    workStart = nil
    let end = gateway.scheduler.nanoseconds
    gateway.hub?.backlog.spent(end - start)
    chargeNetwork(end - start)
    if isGone { gateway.left(unpaid: end - start, by: address) }
    return waiting.charge(end - start, gateway.limits, now: end / 1_000_000)
  }

  /// Charges its network with whole milliseconds, because most messages take a few microseconds.
  private func chargeNetwork(_ nanoseconds: Int64) {
    uncharged += nanoseconds
    guard uncharged >= 1_000_000 else { return }
    gateway.used(uncharged, by: address)
    uncharged = 0
  }

  func inTurn(_ work: @escaping () -> Void) {
    guard workStart == nil, let hub = gateway.hub else { return work() }
    if works.isEmpty, hub.backlog.hasTime, waiting.isAmple(gateway.limits, now: gateway.scheduler.now) {
      return charge(work)
    }
    inNextTurn(work)
  }

  func inNextTurn(_ work: @escaping () -> Void) {
    guard let hub = gateway.hub else { return work() }
    works.append(work)
    wait(hub)
  }

  // MARK: Waiting

  private func wait(_ hub: WindowHub) {
    guard !isInBacklog else { return }
    isInBacklog = true
    hub.backlog.add(self, after: waiting.wait(gateway.limits, now: gateway.scheduler.now))
  }

  var goesFirst: Bool { waiting.isAmple(gateway.limits, now: gateway.scheduler.now) && gateway.hasUsedLittle(address) }

  /// Does some of what waits, when its connection has paid for what was done before. A message may end the attachment;
  /// later ones are then ignored.
  func goOn() {
    isInBacklog = false
    guard let hub = gateway.hub else { return }
    var handled = 0
    while handled < gateway.limits.messagesPerTick, mayGoOn,
      waiting.wait(gateway.limits, now: gateway.scheduler.now) == 0
    {
      handled += doNext(hub)
    }
    countKept()
    if mayGoOn { wait(hub) }
  }

  /// Whether something waits that can be done. While its window is loaded, its messages wait.
  private var mayGoOn: Bool {
    if !works.isEmpty { return true }
    if case .attaching = state { return false }
    return !waiting.isEmpty
  }

  /// Handles what waits before the connection ends, until the connection's time is used up. The page sends the other
  /// events again.
  private func handlePaid(_ hub: WindowHub) {
    guard case .attached = state else { return }
    while !waiting.isEmpty, waiting.wait(gateway.limits, now: gateway.scheduler.now) == 0 { _ = doNext(hub) }
  }

  /// - Returns: As how many messages it counts.
  private func doNext(_ hub: WindowHub) -> Int {
    _ = beginWork()
    if !works.isEmpty {
      works.removeFirst()()
      return max(chargeWork(), 1)
    }
    switch waiting.popNext() {
    case .message(let bytes): bytes.withUnsafeBytes { handle($0, hub) }
    case .event(let event): if case .attached(let attachment) = state { hub.receive(event.event, from: attachment) }
    case nil: break
    }
    return max(chargeWork(), 1)
  }

  func requeue(_ events: [SizedEvent]) -> Bool {
    guard case .attached = state, let hub = gateway.hub else { return false }
    waiting.putBack(events)
    countKept()
    wait(hub)
    return true
  }

  private func handle(_ message: ClientMessage, _ attachment: Attachment, _ hub: WindowHub) {
    switch message {
    case .event(let event): hub.receive(event, from: attachment)
    case .performed(let performed):
      hub.performed(performed.trigger, performed.status, value: performed.value, by: attachment)
    case .environment(let environment): hub.environmentChanged(environment, of: attachment)
    case .rows(let request): hub.look(request, from: attachment)
    case .leave: hub.leave(attachment)
    case .drawn(let drawn): attachment.drew(drawn)
    case .credentials(let token): renew(with: token, hub)
    case .attach, .ping: break
    }
  }

  private func attach(_ attach: Attach, bytes: Int, _ hub: WindowHub) {
    guard case .unattached(let deadline) = state else { return }
    deadline.cancel()
    state = .attaching(HeldMessages())
    readsGzip = attach.capabilities.compression.contains("gzip")
    attachInTurn(attach, bytes: bytes, hub)
  }

  /// Attaches when its network has paid for its closed connections.
  private func attachInTurn(_ attach: Attach, bytes: Int, _ hub: WindowHub) {
    let wait = gateway.waitForTime(of: address)
    guard wait > 0 else { return attachNow(attach, bytes: bytes, hub) }
    attachTimer = gateway.scheduler.schedule(after: wait) { [weak self] in
      self?.inTurn { [weak self] in
        guard let self, case .attaching = state, let hub = gateway.hub else { return }
        attachInTurn(attach, bytes: bytes, hub)
      }
    }
  }

  private func attachNow(_ attach: Attach, bytes: Int, _ hub: WindowHub) {
    if let refusal = gateway.refusal(of: visitor.credentials, hub: hub) {
      return close(refusal)
    }
    var request = AttachRequest(attach, visitor: visitor, from: address, files: gateway.server.files?.scripts)
    request.bytes = bytes
    if hint?.loop == nil, let other = hub.hub(askedBy: request), other != gateway.index {
      return send(to: other, tenant: hub.tenant(askedBy: request), hub)
    }
    hub.attach(request, client: self) { [self] answer in
      switch answer {
      case .attached(let attachment): attached(attachment)
      case .refused: break
      case .elsewhere(let other): send(to: other)
      }
    }
  }

  /// Tells the page which loop has its window, or which other node has the tenant.
  private func send(to loop: Int, tenant: Tenant?, _ hub: WindowHub) {
    guard let nodes = gateway.links?.nodes, let tenant, tenant.isOfApp else { return send(to: .hub(loop)) }
    hub.ask({ nodes.owner(of: tenant, then: $0) }) { [self] found in
      guard case .success(let owner?) = found, owner != nodes.own else { return send(to: .hub(loop)) }
      send(to: .node(owner))
    }
  }

  /// Tells the page which loop or node has its window.
  private func send(to place: HomePlace) {
    guard case .attaching = state else { return }
    close(gateway.hint(to: place, after: hint).map { .elsewhere(at: $0) } ?? .unavailable)
  }

  private func attached(_ attachment: Attachment) {
    gateway.attached(self)
    guard case .attaching(let held) = state else { return gateway.detach(attachment) }
    state = .attached(attachment)
    gateway.pageAttached(of: attachment.tenant)
    tenant = attachment.tenant
    expireLater(attachment)
    for message in held.messages { _ = waiting.append(message, gateway.limits) }
    countKept()
    if !waiting.isEmpty, let hub = gateway.hub { wait(hub) }
  }

  private func expireLater(_ attachment: Attachment) {
    expiry = credentials(of: attachment)?.expires.map { expires in
      Expiry(at: expires, on: gateway.scheduler) { [weak self] left in
        self?.deliver(.expires(left))
      } end: { [weak self] in
        self.map { $0.gateway.checkAccess($0) }
      }
    }
  }

  // MARK: New credentials

  /// The page has a new token.
  private func renew(with token: String, _ hub: WindowHub) {
    gateway.identify(token[...], from: address, hub: hub) { [weak self] caller in
      guard let self, let hub = gateway.hub, case .user(let credentials) = caller else { return }
      renew(credentials, hub)
    }
  }

  /// Goes on with new credentials of the same user.
  func renew(_ credentials: Credentials, _ hub: WindowHub) {
    guard case .attached(let attachment) = state else { return }
    guard credentials.user.key == visitor.credentials.user.key else {
      return gateway.logForeignToken(of: credentials.user, to: visitor.credentials.user, from: address)
    }
    visitor.credentials = credentials
    hub.renewed(attachment, as: credentials.user)
    expiry?.cancel()
    guard case .attached = state else { return }
    let left = credentials.expires.map { $0 - gateway.scheduler.wallTime } ?? 0
    // A shorter time would ask for new ones again.
    if left > Expiry.notice { deliver(.expires(left)) }
    expireLater(attachment)
  }

  /// Whether its credentials are those of a browser's session.
  func isOf(_ session: Credentials) -> Bool {
    visitor.credentials.issued == session.issued && visitor.credentials.user.key == session.user.key
  }

  /// The credentials of an attachment; `nil` while they are being verified.
  private func credentials(of attachment: Attachment) -> Credentials? {
    attachment.isObserver || attachment.userID == visitor.credentials.user.key ? visitor.credentials : visitor.former
  }

  /// Hangs up if its user no longer has access.
  func checkAccess(_ hub: WindowHub) {
    guard case .attached(let attachment) = state, let credentials = credentials(of: attachment),
      let refusal = gateway.refusal(of: credentials, hub: hub)
    else { return }
    closeAndDetach(refusal, hub)
  }

  // MARK: To the client

  var isChoked: Bool { connection.isChoked }

  func deliver(_ message: ServerMessage) {
    if case .closed = state { return }
    switch message {
    case .closing(let reason): close(reason == .notYourWindow ? visitor.lapsed ?? reason : reason)
    case .shared(let update):
      connection.send(gateway.sharedFrames.frame(of: update) { message.frame(of: gateway.server) })
    case .state:
      let frame = message.frame(of: gateway.server)
      let isCompressed = readsGzip && gateway.limits.compressedBytes.contains(frame.count)
      connection.send(isCompressed ? Frame(frame, compressedBy: gateway.compress) : frame)
    default: connection.send(message.frame(of: gateway.server))
    }
  }

  /// Closes with this reason and ignores later messages of the client.
  func close(_ reason: CloseReason) {
    if case .unattached(let deadline) = state { deadline.cancel() }
    expiry?.cancel()
    attachTimer?.cancel()
    waiting.removeAll()
    state = .closed
    countKept()
    if reason.isAnnounced { connection.send(ServerMessage.closing(reason).frame(of: gateway.server)) }
    connection.close(reason.code, reason: reason.message)
  }

  private func closeAndDetach(_ reason: CloseReason, _ hub: WindowHub) {
    let attachment = if case .attached(let attachment) = state { attachment } else { nil as Attachment? }
    close(reason)
    if let attachment { hub.detach(attachment) }
  }

  /// Tells the client when to come back after the restart.
  func drain(retryAfter: Int, hub: WindowHub) {
    handlePaid(hub)
    if case .closed = state { return }
    closeAndDetach(.restarting(retryAfter: retryAfter), hub)
  }

  private func socketIsGone(_ hub: WindowHub) {
    if case .unattached(let deadline) = state { deadline.cancel() }
    if case .attached(let attachment) = state { hub.detach(attachment) }
    expiry?.cancel()
    attachTimer?.cancel()
    waiting.removeAll()
    state = .closed
    countKept()
  }

  /// Counts the messages that wait with those of all connections.
  private func countKept() {
    var bytes = waiting.bytes
    if case .attaching(let held) = state { bytes += held.bytes }
    gateway.keptBytes += bytes - counted
    counted = bytes
  }
}

/// The messages a page sent while its window was being loaded, in order.
struct HeldMessages {
  private(set) var messages: [[UInt8]] = []
  private(set) var bytes = 0

  /// - Returns: Whether there was room for the message.
  mutating func append(_ message: [UInt8], _ limits: GatewayLimits) -> Bool {
    guard messages.count < limits.heldMessages, bytes + message.count <= limits.messageBytes else { return false }
    messages.append(message)
    bytes += message.count
    return true
  }
}
