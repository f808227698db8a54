import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// The operators' API: JSON over HTTP, described by `openapi.json`.
///
/// Its handlers run on the hub. A new endpoint, method, status or member also needs `openapi.json`.
package struct AdminAPI: Sendable {
  static let path = "/admin/api/v1"

  private let refusals = Refusals()

  package init() {}

  package var route: Route {
    Route(Self.path, bodyLimit: 64 * 1024) { request, hub, reply in
      answer(request, hub: hub, reply)
    }
  }

  func answer(_ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void) {
    do throws(Problem) {
      try perform(request, hub: hub, reply)
    } catch {
      reply(error.response)
    }
  }

  /// A sender without access learns nothing about paths and windows.
  private func perform(
    _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let endpoint = Endpoint(request.path.dropFirst(Self.path.count + 1))
    let who = endpoint == .description ? nil : try authorize(request, hub)
    guard let endpoint else { throw .unknownPath(request.path) }
    guard endpoint.methods.contains(request.method) else {
      throw .methodNotAllowed(request.method, allow: endpoint.methods.joined(separator: ", "))
    }
    guard let who else { return reply(.description) }
    if endpoint == .acts { return try act(request, as: who, hub: hub, reply) }
    hub.findHub(of: endpoint.target) { place in
      hub.on(hub: place, { hub, answer in show(endpoint, request, hub: hub, answer) }, then: reply)
    }
  }

  private func show(
    _ endpoint: Endpoint, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    do throws(Problem) {
      switch endpoint {
      case .windows: try listWindows(request, hub: hub, reply)
      case .window(let id): try show(id, request, hub: hub, reply)
      case .graph(let id): try showGraph(of: id, request, hub: hub, reply)
      case .events(let id): try showEvents(of: id, request, hub: hub, reply)
      case .users: try listUsers(request, hub: hub, reply)
      case .tenants: try listTenants(request, hub: hub, reply)
      case .tenant(let tenant): try show(tenant, request, hub: hub, reply)
      case .tenantLines(let tenant): try export(tenant, request, hub: hub, reply)
      case .trigger(let id): try showTrigger(id, request, hub: hub, reply)
      case .audit: try listAudit(request, hub: hub, reply)
      case .auditLines: try exportAudit(request, hub: hub, reply)
      case .parked: try listParked(request, hub: hub, reply)
      case .settings: reply(try listSettings(request, hub: hub))
      case .description, .acts: break
      }
    } catch {
      reply(error.response)
    }
  }

  /// Accepts only a bearer token, because a browser sends cookies with any page's requests.
  private func authorize(_ request: HTTPRequest, _ hub: WindowHub) throws(Problem) -> Operator {
    switch request.caller {
    case .user(let credentials): return try authorize(credentials.user, request, hub)
    case .nobody: throw .noToken
    case .refused: throw .wrongToken
    case .expired: throw .expiredToken
    case .throttled(let seconds): throw .throttled(seconds)
    case .unavailable: throw .noKeys
    }
  }

  private func authorize(_ user: User, _ request: HTTPRequest, _ hub: WindowHub) throws(Problem) -> Operator {
    let who = Operator(id: user.id, way: request.isOfCommandLine ? .commandLine : .api)
    guard user.has(role: "admin"), hub.access[user.id].bannedAt == nil else {
      refusals.note(request, of: who, hub)
      throw .notAdmin
    }
    return who
  }
}

extension HTTPRequest {
  /// Whether the user agent is `oriel`. Any client can claim that, but it only affects the recorded route.
  fileprivate var isOfCommandLine: Bool { headers["user-agent"]?.utf8.starts(with: "oriel/".utf8) ?? false }

  /// The body, parsed as strictly as a message of the protocol: without `null`, duplicate members or deep nesting.
  func jsonBody() throws(Problem) -> JSONValue {
    let contentType = headers["content-type"]
    guard contentType.map(namesJSON) == true else { throw .notJSON(contentType: contentType) }
    do {
      return try body.withUnsafeBufferPointer { (bytes) throws(JSONError) in
        try JSONReader.value(from: UnsafeRawBufferPointer(bytes), allowsNull: false)
      }
    } catch {
      throw .malformed(error)
    }
  }
}

/// Whether a content type is `application/json`, whatever its parameters (RFC 9110 §8.3.1).
private func namesJSON(_ contentType: String) -> Bool {
  let type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  return Substring(type).lowercased() == "application/json"
}
