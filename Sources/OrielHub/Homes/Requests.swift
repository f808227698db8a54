import Oriel
import OrielDocument

/// A request as it arrives, for the endpoint that it fits.
package struct EndpointCall {
  package var match: EndpointMatch
  package var request: Endpoint.Request
  /// The sender by their credentials, if they are valid.
  package var sender: User?
  /// Where the sender has asked, in which the tenancy may find the tenant.
  package var address: PageAddress
  /// The same for equal requests, and only for those.
  package var fingerprint: String
  /// The network that it comes from; `nil` for one on this machine, which is not limited.
  package var network: String?
  /// Tells when the sender does not wait any more.
  package var client: RequestClient?

  package init(
    _ match: EndpointMatch, _ request: Endpoint.Request, from sender: User?, at address: PageAddress,
    fingerprint: String, network: String? = nil, client: RequestClient? = nil
  ) {
    (self.match, self.request, self.sender, self.client) = (match, request, sender, client)
    (self.address, self.fingerprint, self.network) = (address, fingerprint, network)
  }
}

/// A request that an object handles, or that waits for the answer to an equal one.
final class RunningRequest {
  let endpoint: Endpoint
  let home: Home
  let holder: RequestHolder
  /// The id of its key, if it has one.
  let key: String?
  private var reply: ((Endpoint.Response) -> Void)?
  /// Ends its time.
  var timer: ScheduledTimer?
  var isOverdue = false
  /// The answer that waits until what it says is saved.
  var held: Endpoint.Response?
  /// Whether something that it has changed is saved with its key, while it goes on.
  var isKeySaved = false
  var task: Task<Void, Never>?

  init(
    _ endpoint: Endpoint, in home: Home, of holder: RequestHolder, key: String?,
    reply: @escaping (Endpoint.Response) -> Void
  ) {
    (self.endpoint, self.home, self.holder, self.key, self.reply) = (endpoint, home, holder, key, reply)
  }

  var isAnswered: Bool { reply == nil }

  /// The client does not wait for the answer any more. A request of which nothing is saved can be repeated; with equal ones that
  /// wait, it goes on.
  func clientHasLeft() {
    guard !isAnswered, !isKeySaved, key.flatMap({ home.requestKeys[$0]?.waiting })?.isEmpty != false else { return }
    isOverdue = true
    answer(.notNow)
    task?.cancel()
  }

  /// Only the first answer is sent.
  func answer(_ response: Endpoint.Response) {
    timer?.cancel()
    held = nil
    let reply = reply
    self.reply = nil
    reply?(response)
  }
}

/// The requests to the app's endpoints, which objects of tenants answer.
package final class Requests {
  private unowned let hub: WindowHub
  /// The number of those that are not answered yet, and the size of their bodies.
  private var unanswered = 0
  private var bytes = 0
  private var places = RequestPlaces()
  /// Of all requests since the start.
  package private(set) var count = 0

  init(of hub: WindowHub) { self.hub = hub }

  /// Answers a request. `reply` is called once, at once or later.
  package func answer(_ call: EndpointCall, reply: @escaping (Endpoint.Response) -> Void) {
    count += 1
    guard let tenant = hub.endpoints.tenant(of: call.match, for: call.sender, at: call.address), tenant.isOfApp else {
      guard !call.match.endpoint.isOpen else { return reply(.nothingHere) }
      guard let sender = call.sender else { return reply(.signInFirst) }
      // Only a user who has signed in may have a tenant, as by a claim.
      return reply(sender.isAnonymous ? .unauthorized("Sign in first, or send a bearer token") : .nothingHere)
    }
    let size = call.request.body.count
    guard unanswered < hub.limits.unansweredRequests, bytes + size <= hub.limits.requestBytes else {
      hub.log(
        .warning, onceAMinute: "unanswered requests",
        "A request was refused: \(unanswered) others are not answered yet, with bodies of \(bytes) bytes")
      return reply(.notNow)
    }
    unanswered += 1
    bytes += size
    find(tenant, for: call) { [hub] answer in
      hub.requests.unanswered -= 1
      hub.requests.bytes -= size
      reply(answer)
    }
  }

  private func find(
    _ tenant: Tenant, for call: EndpointCall, isAgain: Bool = false, _ reply: @escaping (Endpoint.Response) -> Void
  ) {
    let isLoaded = hub.homes[tenant] != nil
    let mayLoad = isLoaded || hub.visitors.mayLoad(call.network) && hub.visitors.mayRead(call.network)
    guard mayLoad else { return reply(.notNow) }
    hub.withHome(tenant) { [hub] found in
      switch found {
      case .home(let home):
        hub.requests.answer(call, in: home, reply)
        if !home.isStarted, !isLoaded { hub.visitors.refusedLoad(call.network) }
      case .unknown, .closed, .undecodable:
        if !isLoaded { hub.visitors.refusedLoad(call.network) }
        reply(.nothingHere)
      case .elsewhere(.node) where !isAgain:
        // It was there a while ago, and the request was led here since.
        hub.homes.forgetAbsence(of: tenant)
        hub.requests.find(tenant, for: call, isAgain: true, reply)
      case .unavailable, .parked, .elsewhere: reply(.notNow)
      }
    }
  }

  private func answer(_ call: EndpointCall, in home: Home, _ reply: @escaping (Endpoint.Response) -> Void) {
    let endpoint = call.match.endpoint
    var request = call.request
    request.tenant = home.tenant
    request.user = call.sender.flatMap { member($0, of: call, in: home) }
    guard endpoint.isOpen || request.user != nil else {
      return reply(call.sender == nil ? .signInFirst : .text("This user is not a member here", status: 403))
    }
    if let role = endpoint.requiredRole, request.user?.roles.contains(role) != true {
      return reply(request.user == nil ? .signInFirst : .text("This user does not have the role", status: 403))
    }
    if !home.isStarted {
      // A name that a sender has made up is no tenant. A named user may create one, as with a window.
      guard request.user?.isAnonymous == false || endpoint.mayCreateTenant else { return reply(.nothingHere) }
      guard hub.visitors.admits(call.network, isNewUser: false) else { return reply(.notNow) }
    }
    guard let (object, context) = home.receiver(of: endpoint.type) else {
      hub.log(
        .error, onceAMinute: "no object \(endpoint.pattern)",
        "\(endpoint.pattern) was not answered: the tenant \"\(home.tenant)\" has no object of the class \(endpoint.typeName)"
      )
      return reply(.failed)
    }
    guard !hub.quarantine.isParked(.requests(home.tenant, to: endpoint.typeName)) else { return reply(.notNow) }
    do {
      try hub.recording(entry(of: endpoint, in: home)) {
        try TurnContext.$current.withValue(context) { try object.verify(request) }
      }
      hub.start(home)
      let key = try endpoint.key.map { find in try id(of: find(request), for: request) }
      let holder = RequestHolder(request.user, from: call.network, to: request.endpoint)
      let running = RunningRequest(endpoint, in: home, of: holder, key: key, reply: reply)
      // Only where nothing is lost by it: who has sent an order may have gone before the answer.
      if endpoint.method.isSafe || key != nil { call.client?.onLeave { [weak running] in running?.clientHasLeft() } }
      guard !running.isAnswered else { return }
      guard let key else { return handle(request, running, by: object, context) }
      guard let entry = home.requestKeys[key] else {
        try remember(key, call, of: running)
        return handle(request, running, by: object, context)
      }
      guard entry.fingerprint.hasSameScalars(as: call.fingerprint) else {
        throw Endpoint.Response.text("This key came with another request before", status: 422)
      }
      repeated(running, entry)
    } catch {
      reply(answer(to: error, of: endpoint, in: home))
    }
  }

  /// The sender as the tenant knows them; `nil` if they are no member.
  private func member(_ user: User, of call: EndpointCall, in home: Home) -> User? {
    let tenancy = call.match.endpoint.tenancy ?? hub.app.tenancy
    switch tenancy.rule {
    // Any visitor can type the name of the tenant.
    case .path, .subdomain, .queryItem: break
    default: guard tenancy.tenant(of: user, at: call.address) == home.tenant else { return nil }
    }
    return hub.admitted(user, by: tenancy, to: home)
  }

  // MARK: Handling

  private func entry(of endpoint: Endpoint, in home: Home) -> CrashJournalEntry {
    var entry = CrashJournalEntry(
      .request, of: Parked.Subject.requests(home.tenant, to: endpoint.typeName).text)
    entry.model = endpoint.typeName
    entry.name = "\(endpoint.method.rawValue) \(endpoint.pattern)"
    return entry
  }

  private func handle(
    _ request: Endpoint.Request, _ running: RunningRequest, by object: any SavedState, _ context: TurnContext
  ) {
    let (hub, home, endpoint) = (hub, running.home, running.endpoint)
    if let full = places.take(running, hub.limits) {
      hub.log(
        .warning, onceAMinute: "requests \(home.tenant) \(full)",
        "A request was refused: \(full) of the tenant \"\(home.tenant)\" are still handled",
        ["endpoint": "\(endpoint.pattern)"])
      forget(running)
      return running.answer(.notNow)
    }
    home.holds += 1
    limitTime(of: running)
    let entry = entry(of: endpoint, in: home)
    hub.recording(entry) {
      TurnContext.$current.withValue(context) {
        let span = hub.tracer.map { $0.begin(TracedTurn(request, to: endpoint)) }
        // Without a capture list: see `start`.
        let handler: nonisolated(nonsending) () async -> Void = {
          await hub.recording(entry) { await hub.requests.perform(request, running, by: object, span) }
        }
        guard let key = running.key else { return running.task = span.run { hub.startNow(handler) } }
        let once = RepeatableTurn(key: "request:\(home.tenant):\(key)") { [weak hub] in
          hub?.handlers.onceEnded(of: running)
        }
        let (waits, task) = span.run { hub.handlers.begin(once, handler) }
        running.task = task
        if !waits { handled(running) }
      }
      hub.commit()
    }
  }

  private func perform(
    _ request: Endpoint.Request, _ running: RunningRequest, by object: any SavedState, _ span: (any TurnSpan)?
  ) async {
    let home = running.home
    hub.handlers.began()
    var answer: Endpoint.Response
    var thrown: (any Error)?
    do {
      answer = try await object.respond(to: request)
      if let fault = answer.fault {
        report("An answer to \(request.pattern) was not sent: \(fault)", in: home, running.endpoint)
        answer = .failed
      }
    } catch {
      answer = self.answer(to: error, of: running.endpoint, in: home)
      if !(error is Endpoint.Response) { thrown = error }
    }
    // A `once` that has ended just now has changed nothing if it was cancelled.
    let staysDone = running.isOverdue && running.isKeySaved
    hub.handlers.answerHeld()
    if answer.status >= 400, staysDone { answer = Endpoint.Response(200) }
    var stream = answer.stream?.again()
    var place: DownloadPlace?
    if stream != nil, !running.isAnswered {
      let network = RemoteNetwork(of: request.remoteAddress)
      place = hub.files.counts.beginDownload(of: request.user?.key, from: network, hub.limits)
      // A handler that has changed something is not to be repeated.
      if place == nil { answer = running.endpoint.method.isSafe ? .notNow : Endpoint.Response(answer.status) }
    }
    if place == nil { stream = nil }
    span?.end(thrown, ["http.response.status_code": "\(running.isOverdue ? 504 : answer.status)"])
    // Another sender of the same request gets what is remembered of the answer: its status.
    for other in end(running, answer) { reply(stream == nil ? answer : Endpoint.Response(answer.status), to: other) }
    if let stream { answer.source = SentBody(stream, place) }
    reply(answer, to: running)
    (answer.source, place) = (nil, nil)
    places.free(running)
    hub.handlers.ended()
    do {
      if let stream { try await hub.handlers.run(stream) }
    } catch {
      if !(error is CancellationError) {
        report("A body of \(request.pattern) was not completed: \(error)", in: home, running.endpoint)
      }
    }
    home.holds -= 1
    hub.unloadIfUnused(home)
  }

  /// Replies when a crash can't undo what the sender is told. While the store can't be written, the sender waits until its
  /// time is over.
  private func reply(_ answer: Endpoint.Response, to running: RunningRequest) {
    guard !running.endpoint.method.isSafe, answer.status < 400 else { return running.answer(answer) }
    hub.commit()
    running.held = answer
    hub.afterWrites(of: .turns) { if let answer = running.held { running.answer(answer) } }
  }

  /// The sender waits no longer.
  private func limitTime(of running: RunningRequest) {
    let endpoint = running.endpoint
    running.timer = hub.scheduler.schedule(after: endpoint.time) { [weak hub, weak running] in
      guard let hub, let running, !running.isAnswered else { return }
      hub.log(
        .warning, onceAMinute: "slow \(endpoint.pattern)",
        """
        \(endpoint.typeName) has not answered \(endpoint.method.rawValue) \(endpoint.pattern) within \(endpoint.time) ms, and \
        its task is cancelled. If that is usual, give the endpoint a longer timeLimit
        """)
      running.isOverdue = true
      running.answer(.text("There was no answer in time", status: 504))
      running.task?.cancel()
    }
  }

  /// The answer to what a handler has thrown.
  private func answer(to error: any Error, of endpoint: Endpoint, in home: Home) -> Endpoint.Response {
    switch error {
    case let answer as Endpoint.Response where answer.fault == nil: return answer
    case is CancellationError: return .notNow
    default:
      report("\(endpoint.method.rawValue) \(endpoint.pattern) failed: \(error)", in: home, endpoint)
      return .failed
    }
  }

  private func report(_ message: String, in home: Home, _ endpoint: Endpoint) {
    home.saved?.report(.failed, type: endpoint.typeName, message)
  }

  // MARK: Keys

  private func id(of key: String?, for request: Endpoint.Request) throws -> String {
    guard let key else {
      throw Endpoint.Response.text("A key is missing, with which this request can be repeated", status: 400)
    }
    guard 1...128 ~= key.utf8.count else {
      throw Endpoint.Response.text("A key has 1 to 128 bytes", status: 400)
    }
    return RequestKeys.id(of: key, for: request)
  }

  private func remember(_ key: String, _ call: EndpointCall, of running: RunningRequest) throws {
    let home = running.home
    for id in home.requestKeys.sweep(at: hub.wallTime) {
      hub.writer.record(\.timers, StoredTimer(id, nil, of: home.tenant))
    }
    let limit = running.holder.limit(
      ofUser: hub.limits.requestKeysOfUser, ofNetwork: hub.limits.requestKeysOfNetwork, ofAll: hub.limits.requestKeys)
    let forgotten = home.requestKeys.makeRoom(for: running.holder, limit: hub.limits.requestKeys, ofHolder: limit)
    guard let forgotten else {
      hub.log(
        .error, onceAMinute: "request keys \(home.tenant)",
        """
        A request to \(call.request.pattern) was refused: the requests of all keys that the tenant "\(home.tenant)" remembers \
        are still handled
        """)
      throw Endpoint.Response.notNow
    }
    for id in forgotten { hub.writer.record(\.timers, StoredTimer(id, nil, of: home.tenant)) }
    if !forgotten.isEmpty {
      hub.log(
        .warning, onceAMinute: "request keys \(home.tenant)",
        """
        The oldest keys of requests are forgotten before their time: the tenant "\(home.tenant)" remembers \
        \(home.requestKeys.count), of \(running.holder.name) to \(call.request.pattern) \
        \(home.requestKeys.count(of: running.holder)). If that is usual, keep them for a shorter time: idempotencyKey(keptFor:)
        """)
    }
    let expires = hub.wallTime + running.endpoint.keyTime
    home.requestKeys.add(
      RequestKeys.Entry(of: running.holder, fingerprint: call.fingerprint, expires: expires), id: key)
  }

  /// A request has come again.
  private func repeated(_ running: RunningRequest, _ entry: RequestKeys.Entry) {
    guard let key = running.key, let waiting = entry.waiting else {
      limitTime(of: running)
      return reply(entry.answer ?? Endpoint.Response(200), to: running)
    }
    guard waiting.count < hub.limits.repeatedRequests else { return running.answer(.notNow) }
    limitTime(of: running)
    running.home.requestKeys[key]?.waiting?.append(running)
  }

  /// Saves the key of a request with the changes until now. It may have been answered already.
  func handled(_ running: RunningRequest) {
    guard let key = running.key, hub.homes[running.home.tenant] === running.home else { return }
    guard let entry = running.home.requestKeys[key], entry.waiting != nil else { return }
    running.isKeySaved = true
    hub.writer.record(\.timers, StoredTimer(key, entry, of: running.home.tenant))
  }

  /// A request has an answer, which is saved with its key. After an error it may come again.
  ///
  /// - Returns: The equal ones that wait for it.
  private func end(_ running: RunningRequest, _ answer: Endpoint.Response) -> [RunningRequest] {
    guard let key = running.key, hub.homes[running.home.tenant] === running.home else { return [] }
    guard answer.status < 400 else { return forget(running) }
    let waiting = running.home.requestKeys[key]?.end(answer) ?? []
    if let entry = running.home.requestKeys[key] {
      hub.writer.record(\.timers, StoredTimer(key, entry, of: running.home.tenant))
    }
    return waiting
  }

  /// - Returns: The equal ones that wait.
  @discardableResult
  private func forget(_ running: RunningRequest) -> [RunningRequest] {
    guard let key = running.key else { return [] }
    let waiting = running.home.requestKeys[key]?.waiting ?? []
    running.home.requestKeys[key] = nil
    hub.writer.record(\.timers, StoredTimer(key, nil, of: running.home.tenant))
    return waiting
  }
}

extension TracedTurn {
  fileprivate init(_ request: Endpoint.Request, to endpoint: Endpoint) {
    // The headers of an unknown sender would have it join anyone's trace.
    let headers = endpoint.isOpen ? [] : request.headers.map { ($0.name, $0.value) }
    self.init(
      .request, "\(request.method.rawValue) \(request.pattern)", of: request.tenant,
      ["http.request.method": request.method.rawValue, "http.route": request.pattern],
      headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
  }
}

extension Endpoint.Response {
  fileprivate static let nothingHere = text("Nothing is at this address", status: 404)
  fileprivate static let failed = text("The server could not answer this request", status: 500)
  fileprivate static let signInFirst = unauthorized("Load the page first, or send a bearer token")
  fileprivate static func unauthorized(_ text: String) -> Endpoint.Response {
    Endpoint.Response(
      401, headers: ["content-type": "text/plain; charset=utf-8", "www-authenticate": "Bearer"],
      body: Array(text.utf8))
  }
  fileprivate static var notNow: Endpoint.Response {
    var answer = text("This can't be answered now. Try again", status: 503)
    answer.headers["retry-after"] = "1"
    return answer
  }
}
