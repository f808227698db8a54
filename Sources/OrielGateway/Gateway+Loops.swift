import Oriel
import OrielDocument
import OrielHub
import OrielMessages

// Which loop of the process should handle a request: that of its window's hub, if the request names it.

extension Gateway {
  /// The loop that should handle a request; `nil` if this one can.
  func loop(for request: HTTPRequest, isHandshake: Bool, hub: WindowHub) -> Int? {
    guard let group else { return nil }
    let loop =
      if let place = ticketPlace(of: request) {
        place.hub
      } else if isHandshake, mayConnect(request) {
        hint(in: request)?.loop ?? tenant(ofPageIn: request, hub).flatMap(group.likelyHub)
      } else {
        isHandshake ? nil : tenant(ofEndpointAskedBy: request, hub).flatMap(group.likelyHub)
      }
    return loop.flatMap { $0 == index || !(0..<group.count).contains($0) ? nil : $0 }
  }

  /// The place that the ticket in the path of a request names: of an upload, a download or a sign-in.
  func ticketPlace(of request: HTTPRequest) -> TicketPlace? {
    let path = request.path
    let ticket = UploadRequest.ticket(in: path) ?? FileAddress.ticket(in: path) ?? SignInTicket.text(in: path)
    return ticket.map { TicketPlace(ofTicket: $0) }
  }

  /// `GET /connect?at=…`: the place to which another one has sent the page; `nil` if there is no such place.
  func hint(in request: HTTPRequest) -> PlaceHint? {
    guard let hint = Self.field("at", of: request).flatMap({ PlaceHint($0) }) else { return nil }
    if let node = hint.node, node != links?.nodes.own { return lives(node) ? hint : nil }
    if let loop = hint.loop { return group.map { (0..<$0.count).contains(loop) } ?? false ? hint : nil }
    return hint.node == nil ? nil : hint
  }

  /// The text that leads a page to its window.
  ///
  /// - Parameter last: The place to which the page was sent before.
  /// - Returns: `nil` if it was sent there already: the window has moved meanwhile, and is found when the page tries again.
  func hint(to place: HomePlace, after last: PlaceHint?) -> String? {
    switch place {
    case .node(let life):
      guard last?.isOfOtherNode != true else { return nil }
      return PlaceHint(node: life, isOfOtherNode: true).text
    case .hub(let loop):
      guard last?.loop == nil else { return nil }
      return PlaceHint(node: links?.nodes.own, loop: loop, isOfOtherNode: last?.isOfOtherNode ?? false).text
    }
  }

  /// `GET /connect?page=…`: the address of the page and its user usually lead to the tenant.
  func tenant(ofPageIn request: HTTPRequest, _ hub: WindowHub) -> Tenant? {
    guard let page = Self.field("page", of: request), let user = knownUser(of: request, hub: hub) else { return nil }
    var attach = Attach(instance: "")
    attach.url = page
    var asked = AttachRequest(user: user, attach)
    asked.host = request.headers["host"] ?? ""
    return hub.tenant(askedBy: asked)
  }

  /// Whether a handshake would not be refused before its user is looked at.
  func mayConnect(_ request: HTTPRequest) -> Bool {
    let (address, hasBearer) = (request.remoteAddress, Self.bearer(ofHandshake: request) != nil)
    return request.path == "/connect" && Self.offersProtocol(request)
      && origins.refusalOfHost(request, provesItself: hasBearer) == nil
      && origins.allow(request, withBearer: hasBearer) && networks.refusal(of: RemoteNetwork(of: address)) == nil
      && limitedNetwork(address).map { networks.hasHandshake(of: $0, now: scheduler.now) } ?? true
  }

  private func knownUser(of request: HTTPRequest, hub: WindowHub) -> User? {
    guard let bearer = Self.bearer(ofHandshake: request) else { return visitor(request, hub: hub)?.credentials.user }
    guard case .user(let credentials) = likelyCaller(bearer, from: request.remoteAddress) else { return nil }
    return credentials.user
  }

  /// A field of the query.
  static func field(_ name: String, of request: HTTPRequest) -> String? {
    let fields = request.query?.parts("&", atMost: HeaderLimits.fields) ?? []
    let start = name + "="
    guard let field = fields.first(where: { $0.utf8.starts(with: start.utf8) }) else { return nil }
    return PercentEncoding.decode(Substring(field.utf8.dropFirst(start.utf8.count)))
  }
}
