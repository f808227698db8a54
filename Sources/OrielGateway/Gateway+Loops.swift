import Oriel
import OrielDocument
import OrielHub
import OrielMessages

// Which loop of the process should handle a request: that of its window's hub, if the request names it.

extension Gateway {
  /// The number of a tenant's pages beyond which further connections stay on the loops that accept them, and are relayed:
  /// then the tenant's own loop is spared their sockets.
  static let pagesHandedOver = 1000

  package func loop(for request: HTTPRequest, isHandshake: Bool, hub: WindowHub) -> Int? {
    guard let row else { return nil }
    let loop =
      if let ticket = UploadRequest.ticket(in: request.path) {
        hub.hub(ofTicket: ticket)
      } else if isHandshake {
        self.loop(forHandshake: request, row, hub)
      } else {
        nil as Int?
      }
    return loop.flatMap { $0 == index || !(0..<row.hubs.count).contains($0) ? nil : $0 }
  }

  /// `GET /connect?page=…`: the address of the page and its user usually lead to the tenant.
  private func loop(forHandshake request: HTTPRequest, _ row: GatewayRow, _ hub: WindowHub) -> Int? {
    guard let page = Self.page(of: request), mayConnect(request), let user = knownUser(of: request, hub: hub) else {
      return nil
    }
    var attach = Attach(instance: "")
    attach.url = page
    var asked = AttachRequest(user: user, attach)
    asked.host = request.headers["host"] ?? ""
    guard let tenant = hub.tenant(askedBy: asked), row.hubs.pages(of: tenant) < Self.pagesHandedOver else { return nil }
    return row.hubs.likelyHub(of: tenant)
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

  /// The page's address in the query. It is not trusted: a page that names another is relayed.
  private static func page(of request: HTTPRequest) -> String? {
    let fields = request.query?.parts("&", atMost: HeaderLimits.fields) ?? []
    guard let page = fields.first(where: { $0.utf8.starts(with: "page=".utf8) }) else { return nil }
    return PercentEncoding.decode(Substring(page.utf8.dropFirst(5)))
  }
}
