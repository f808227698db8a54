import Logging
import Oriel
import OrielHub
import OrielWire

/// The Gateway's limits. Times are in milliseconds.
package struct GatewayLimits: Sendable, Equatable {
  package var messageBytes = 64 * 1024
  package var unanswered = 64
  package var eventsPerSecond = 50
  package var burst = 100
  /// The size of a `ping`, which never waits.
  package var pingBytes = 64
  /// How many messages of a connection are handled as they arrive, before others have their turn.
  package var messagesPerTick = 4
  /// The messages of a connection that wait for their turn, and their bytes.
  package var waitingMessages = 164
  package var waitingBytes = 1 << 20
  /// The bytes that are read from a page that owes time before reading stops for a moment. A short message counts as 4 KiB.
  package var owingBytes = 64 * 1024
  /// The longest such moment: a page takes a connection for lost when a ping is not answered in 2.5 seconds.
  package var longestReadingPause: Int64 = 1000
  static let leastOwingBytes = 4096
  /// The bytes of all connections' messages that wait.
  package var allWaitingBytes = 256 << 20
  /// The time on the loop that a connection may use: milliseconds for each second, and at once.
  package var loopTimePerSecond: Int64 = 200
  package var loopTimeBurst: Int64 = 50
  /// The longest time, in milliseconds, that a connection or a network waits until its share has paid for its work: one
  /// slow event must not keep an office out, and a process that stood still meanwhile takes that for slow work.
  static let longestWait: Int64 = 10_000
  /// How many messages of a client are held while its window is loaded; together they may have `messageBytes`.
  package var heldMessages = 16
  /// The sizes of states that are compressed for pages that can read that. Less is not worth it, and more would hold up
  /// others: 256 KiB take some 2 ms.
  package var compressedBytes = 2048...262_144
  package var attachDeadline: Int64 = 10_000
  /// Connections of one network that have not attached, and all of it. See ``PrefixCounts``.
  package var unattachedPerAddress = 50
  package var connectionsPerAddress = 10_000
  package var connections = 100_000
  /// Handshakes of one network within a minute.
  package var handshakesPerMinute = 1200
  /// The time on the loop, in milliseconds, that the closed connections of a network may leave unpaid before its next
  /// pages wait.
  package var unpaidLoopTime: Int64 = 1000
  /// The time on the loop, in milliseconds, of which a network may have used half beyond its share before its work comes
  /// after that of others.
  package var networkTimeBurst: Int64 = 400

  /// The time that a request waits for a node that has ended, or is about to end, and between two looks at it.
  package var nodePatience: Int64 = 8000
  package var nodePause: Int64 = 250

  package init() {}

  /// The messages of a client, in tokens of one message.
  var messageRate: TokenRate {
    TokenRate(burst: Double(burst + unanswered), perMillisecond: Double(eventsPerSecond) / 1000)
  }

  /// The time on the loop that a connection may use, in tokens of one nanosecond.
  var loopTime: TokenRate { loopTime(burst: loopTimeBurst) }

  /// The same share with another burst, in milliseconds.
  func loopTime(burst: Int64) -> TokenRate {
    TokenRate(burst: Double(burst * 1_000_000), perMillisecond: Double(loopTimePerSecond * 1000))
  }
}

/// Connects sockets to the hub: identifies users, admits them, and passes on their messages.
package final class Gateway: RequestHandler {
  let scheduler: any Scheduler
  let logger: Logger
  let limits: GatewayLimits
  let authentication: Authentication
  let origins: AllowedOrigins
  private(set) var greeting: ServerMessage.Server
  var sharedFrames = SharedFrames()
  private(set) var pages: Pages
  let networks: NetworkLimits
  /// The hubs of the process, if there are several, and the place of this one's.
  let group: HubGroup?
  let index: Int
  /// The other nodes, if there may be several.
  let links: NodeLinks?
  /// The link shown in the terminal; `nil` if there is none.
  let link: SignInLink?
  /// Adds metrics of other modules to `/metrics`.
  let moreMetrics: (inout MetricsText) -> Void
  let serverFacts: ServerFacts
  /// Compresses a message as a gzip member.
  let compress: ([UInt8]) -> [UInt8]
  private let router: Router
  private var sockets: OpenSockets
  /// The bytes of all connections' messages that wait.
  var keptBytes = 0
  private(set) weak var hub: WindowHub?
  package private(set) var isDraining = false

  /// - Parameters:
  ///   - networks: The limits of networks that it shares with the other gateways of the process.
  ///   - group: The hubs of the process, if there are several.
  ///   - index: The place of its own hub among them.
  ///   - compress: Compresses bytes as a gzip member (RFC 1952).
  package init(
    version: String, limits: GatewayLimits = GatewayLimits(), networks: NetworkLimits? = nil, group: HubGroup? = nil,
    index: Int = 0, links: NodeLinks? = nil,
    authentication: Authentication, origins: AllowedOrigins, pages: Pages, routes: [Route], scheduler: any Scheduler,
    logger: Logger, facts: ServerFacts = ServerFacts(), link: SignInLink? = nil,
    compress: @escaping ([UInt8]) -> [UInt8],
    moreMetrics: @escaping (inout MetricsText) -> Void = { _ in }
  ) {
    self.moreMetrics = moreMetrics
    serverFacts = facts
    self.compress = compress
    self.link = link
    self.limits = limits
    self.networks = networks ?? NetworkLimits(limits)
    self.group = group
    self.index = index
    self.links = links
    sockets = OpenSockets(self.networks)
    self.authentication = authentication
    self.origins = origins
    self.pages = pages
    self.scheduler = scheduler
    self.logger = logger
    router = Router(routes)
    var server = ServerMessage.Server(
      name: "oriel", version: version,
      limits: ServerMessage.Limits(message: limits.messageBytes, unanswered: limits.unanswered), files: pages.tags)
    if let links {
      server.at = PlaceHint(node: links.nodes.own, loop: group == nil ? nil : index, isFormer: true).text
    }
    greeting = server
  }

  /// The facts about the server, at this moment.
  var server: ServerMessage.Server {
    var server = greeting
    server.time = scheduler.wallTime
    return server
  }

  // MARK: HTTP

  package func plan(for request: HTTPRequest, length: Int, hub: WindowHub) -> BodyPlan {
    if let refusal = refusalOfHost(request, hub: hub) { return .answer(refusal) }
    if let ticket = UploadRequest.ticket(in: request.path) {
      return planUpload(request, ticket, length: length, hub: hub)
    }
    if let plan = planEndpoint(request, hub: hub) { return plan }
    if Self.signInRoutes.contains(request.path) { return .gather(limit: Self.signInBytes) }
    return .gather(limit: router.route(for: request.path)?.bodyLimit ?? 0)
  }

  package func spent(_ nanoseconds: Int64, by address: String) {
    used(nanoseconds, by: address)
    left(unpaid: nanoseconds, by: address)
  }

  package func respond(to request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    if let route = router.route(for: request.path) { return ask(route, request, hub: hub, reply) }
    if case .endpoint(let match)? = hub.endpoints.find(request.method, request.path) {
      return ask(match, request, hub: hub, reply)
    }
    switch request.path {
    case let path where FileAddress.ticket(in: path) != nil: sendFile(request, hub: hub, reply: reply)
    case let path where SignInTicket.text(in: path) != nil: useTicket(request, hub: hub, reply: reply)
    case Self.providerRoute:
      guard let provider = authentication.provider else { return reply(page(request, hub: hub)) }
      comeBack(from: provider, request, hub: hub, reply)
    case "/sign-in", "/sign-out": signInOrOut(request, hub: hub, reply: reply)
    case "/health/live": reply(Self.liveness(request))
    case "/health/node" where links != nil: reply(.text(200, links?.nodes.own.description ?? ""))
    case "/health/store" where links != nil:
      reply(links?.nodes.isStoreThere == true ? .text(200, "answers") : .text(503, "does not answer"))
    case "/health/ready": readiness(request, hub: hub, reply: reply)
    case "/metrics": metrics(request, hub: hub, reply: reply)
    case "/connect": checkCredentials(request, hub: hub, reply: reply)
    case let path where path.utf8.starts(with: SignInLink.folder.utf8):
      followLink(request, hub: hub, reply: reply)
    default: reply(page(request, hub: hub))
    }
  }

  /// Identifies the sender for a route by the bearer token alone, because a browser sends cookies with any page's
  /// requests, or by the word of another node.
  private func ask(
    _ route: Route, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    if let links, let credentials = links.signature.operator(of: request, sentTo: links.nodes.own) {
      var request = request
      // They may have been signed out since.
      request.caller = refusal(of: credentials, hub: hub) == nil ? .user(credentials) : .refused(.signedOut)
      return route.handler(request, hub, reply)
    }
    guard let bearer = Authentication.bearer(of: request) else { return route.handler(request, hub, reply) }
    identify(bearer, from: request.remoteAddress, hub: hub) { caller in
      var request = request
      request.caller = caller
      route.handler(request, hub, reply)
    }
  }

  /// Whether the path is none of a page's, and a token sent to it is verified.
  func isForPrograms(_ request: HTTPRequest, _ hub: WindowHub) -> Bool {
    let path = request.path
    if case .endpoint(let match)? = hub.endpoints.find(request.method, path) { return !match.endpoint.isOpen }
    return path == "/connect" || path == "/metrics" || hasTicketOfFile(path) || router.route(for: path) != nil
  }

  // MARK: Handshakes

  package func upgrade(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision {
    let decision = decision(request, hub: hub)
    if case .refuse = decision { networks.count(\.refused) }
    return decision
  }

  private func decision(_ request: HTTPRequest, hub: WindowHub) -> UpgradeDecision {
    guard request.path == "/connect" else { return .refuse(.text(404, "WebSockets are at /connect")) }
    let offered = Self.list(request.headers["sec-websocket-protocol"])
    let bearer = Self.bearer(ofHandshake: request)
    if let refusal = refusalOfHost(request, withBearer: bearer != nil, hub: hub) { return .refuse(refusal) }
    guard offered.contains(Self.subprotocol) else {
      return .refuse(.text(400, "Offer the subprotocol \(Self.subprotocol)"))
    }
    let address = request.remoteAddress
    if let refusal = refusal(of: address) ?? refusalOfOneMore(of: address) { return refusal }
    guard origins.allow(request, withBearer: bearer != nil) else {
      return .refuse(.text(403, refuseOrigin(request, to: "connect")))
    }
    self.hub = hub
    guard let bearer else {
      guard var visitor = visitor(request, hub: hub) else {
        if !origins.isOwn(request) {
          log(
            """
            A window in a page of another origin was refused: browsers keep no cookie of this server there, and it has no token. \
            Give <oriel-window> one, or start the server with --embed-visitors
            """, "embedded", from: address)
        }
        return .refuse(.refusal(of: .nobody))
      }
      visitor.host = request.headers["host"] ?? ""
      return accept(visitor, from: request)
    }
    let later = Later<UpgradeDecision>()
    identify(bearer, from: address, admittingBanned: true, hub: hub) { [self] caller in
      let decision = decision(on: caller, from: request)
      if case .refuse = decision { networks.count(\.refused) }
      later.decide(decision)
    }
    return .later(later)
  }

  /// Decides about a handshake with a token. The key may have had to be fetched: meanwhile the server may have begun to
  /// drain, and others may have taken the last place.
  private func decision(on caller: Caller, from request: HTTPRequest) -> UpgradeDecision {
    guard case .user(let credentials) = caller else { return .refuse(.refusal(of: caller)) }
    let visitor = Visitor(credentials: credentials, host: request.headers["host"] ?? "")
    return refusal(of: request.remoteAddress) ?? accept(visitor, from: request)
  }

  /// The refusal of any handshake of this address now; `nil` if there is room.
  private func refusal(of address: String) -> UpgradeDecision? {
    if isDraining { return .refuse(.text(503, "Restarting", headers: ["retry-after": "2"])) }
    return networks.refusal(of: RemoteNetwork(of: address)).map { .refuse(.text(429, $0.rawValue)) }
  }

  /// Counts a handshake of this address, and refuses it if its network has had too many.
  func refusalOfOneMore(of address: String) -> UpgradeDecision? {
    guard let network = limitedNetwork(address),
      !networks.admitHandshake(of: network, now: scheduler.now)
    else { return nil }
    log(
      """
      A handshake was refused: its network has had \(limits.handshakesPerMinute) within a minute. If they are people, \
      raise --handshakes-per-address
      """, "handshakes", from: address)
    return .refuse(
      .text(429, "Your network has opened as many connections as it may in a minute", headers: ["retry-after": "5"]))
  }

  /// The network of an address; `nil` for one of this machine, which may be a proxy that speaks for everyone.
  func limitedNetwork(_ address: String) -> RemoteNetwork? {
    RemoteNetwork.isLoopback(address) ? nil : RemoteNetwork(of: address)
  }

  private func accept(_ visitor: Visitor, from request: HTTPRequest) -> UpgradeDecision {
    .accept(subprotocol: Self.subprotocol) { [self] connection in
      open(connection, visitor: visitor, from: request)
    }
  }

  private static let subprotocol = "oriel.v1"

  /// The bearer token among the offered subprotocols.
  static func bearer(ofHandshake request: HTTPRequest) -> Substring? {
    let offered = list(request.headers["sec-websocket-protocol"])
    return offered.first { $0.utf8.starts(with: "bearer.".utf8) }.map { Substring($0.utf8.dropFirst(7)) }
  }

  static func offersProtocol(_ request: HTTPRequest) -> Bool {
    list(request.headers["sec-websocket-protocol"]).contains(subprotocol)
  }

  private static func list(_ header: String?) -> [String] {
    header?.parts(",", atMost: HeaderLimits.elements).map { String($0.trimmed) } ?? []
  }

  private func open(
    _ connection: any Connection, visitor: Visitor, from request: HTTPRequest
  ) -> any ConnectionDelegate {
    let page = PageConnection(connection, visitor: visitor, from: request, gateway: self)
    sockets.open(page)
    networks.count(\.accepted)
    return page
  }

  // MARK: Reports of connections

  func attached(_ page: PageConnection) { sockets.attached(page) }
  func closed(_ page: PageConnection) { sockets.closed(page) }

  /// The credentials of the page's user have expired.
  func checkAccess(_ page: PageConnection) {
    hub.map(page.checkAccess)
  }

  /// A browser whose user has signed in again goes on with the new session in its open pages.
  package func renew(_ session: Credentials, as new: Credentials, hub: WindowHub) {
    for page in sockets.pages where page.isOf(session) { page.renew(new, hub) }
  }

  /// Detaches when the connection closed while the window was being woken.
  func detach(_ attachment: Attachment) {
    hub?.detach(attachment)
  }

  // MARK: Other files

  /// The pages are made of other files from now on. Open ones connect again at once, as after an upgrade, and learn of that.
  package func replace(_ pages: Pages) {
    self.pages = pages
    greeting.files = pages.tags
    guard let hub else { return }
    for page in sockets.pages { page.drain(retryAfter: 0, hub: hub) }
  }

  // MARK: Draining

  /// Refuses new connections, tells every client when to come back, each in its own slot of two milliseconds, and closes
  /// them.
  package func drain(hub: WindowHub) {
    isDraining = true
    for (index, page) in sockets.pages.enumerated() {
      page.drain(retryAfter: 500 + 2 * index, hub: hub)
    }
  }
}
