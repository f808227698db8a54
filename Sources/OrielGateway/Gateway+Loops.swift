import Oriel
import OrielDocument
import OrielHub
import OrielMessages

// Which loop of the process should handle a request: that of its window's hub, if the request names it.

extension Gateway {
  package func loop(for request: HTTPRequest, isHandshake: Bool, hub: WindowHub) -> Int? {
    guard let row else { return nil }
    let loop =
      if let ticket = UploadRequest.ticket(in: request.path) {
        hub.hub(ofTicket: ticket)
      } else if isHandshake, mayConnect(request) {
        hint(in: request) ?? self.loop(ofPageIn: request, row, hub)
      } else {
        nil as Int?
      }
    return loop.flatMap { $0 == index || !(0..<row.count).contains($0) ? nil : $0 }
  }

  /// The text that a page brings to the loop to which it was sent.
  static func hint(loop: Int) -> String { "\(loop)" }

  /// `GET /connect?at=…`: the loop to which another one has sent the page. It is not trusted: on any loop, a page only gets
  /// what it may have.
  func hint(in request: HTTPRequest) -> Int? {
    guard let row, let loop = Self.field("at", of: request).flatMap({ Int($0) }), (0..<row.count).contains(loop) else {
      return nil
    }
    return loop
  }

  /// `GET /connect?page=…`: the address of the page and its user usually lead to the tenant.
  private func loop(ofPageIn request: HTTPRequest, _ row: HubRow, _ hub: WindowHub) -> Int? {
    guard let page = Self.field("page", of: request), let user = knownUser(of: request, hub: hub) else { return nil }
    var attach = Attach(instance: "")
    attach.url = page
    var asked = AttachRequest(user: user, attach)
    asked.host = request.headers["host"] ?? ""
    return hub.tenant(askedBy: asked).flatMap(row.likelyHub)
  }

  /// Whether a handshake would not be refused before its user is looked at.
  private func mayConnect(_ request: HTTPRequest) -> Bool {
    let (address, hasBearer) = (request.remoteAddress, Self.bearer(ofHandshake: request) != nil)
    return request.path == "/connect" && Self.offersProtocol(request)
      && origins.refusalOfHost(request, provesItself: hasBearer) == nil
      && origins.allow(request, withBearer: hasBearer) && networks.refusal(of: RemoteNetwork(of: address)) == nil
      && limitedNetwork(address).map { networks.hasHandshake(of: $0, now: scheduler.now) } ?? true
  }

  private func knownUser(of request: HTTPRequest, hub: WindowHub) -> User? {
    guard let bearer = Self.bearer(ofHandshake: request) else { return visitor(request, hub: hub)?.credentials.user }
    guard case .user(let credentials) = knownCaller(bearer) else { return nil }
    return credentials.user
  }

  /// A field of the query.
  private static func field(_ name: String, of request: HTTPRequest) -> String? {
    let fields = request.query?.parts("&", atMost: HeaderLimits.fields) ?? []
    let start = name + "="
    guard let field = fields.first(where: { $0.utf8.starts(with: start.utf8) }) else { return nil }
    return PercentEncoding.decode(Substring(field.utf8.dropFirst(start.utf8.count)))
  }
}
