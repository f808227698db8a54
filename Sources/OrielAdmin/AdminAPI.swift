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
    guard let method = Method(request.method), endpoint.methods.contains(method) else {
      throw .methodNotAllowed(request.method, allow: endpoint.allow)
    }
    // The response is sent when no crash can undo the act.
    let reply = method == .get ? reply : { response in hub.onceKept { reply(response) } }
    guard let who else { return reply(.description) }
    try perform(endpoint, method, request, as: who, hub: hub, reply)
  }

  /// Answers on the hub of the window or tenant that the path names.
  private func perform(
    _ endpoint: Endpoint, _ method: Method, _ request: HTTPRequest, as who: Operator, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    guard let window = endpoint.window else {
      let place = endpoint.tenant.map(hub.hub) ?? hub.index
      guard place == hub.index else { return perform(endpoint, method, request, as: who, on: place, from: hub, reply) }
      return try performHere(endpoint, method, request, as: who, hub: hub, reply)
    }
    hub.findHub(of: window) { perform(endpoint, method, request, as: who, on: $0, from: hub, reply) }
  }

  private func perform(
    _ endpoint: Endpoint, _ method: Method, _ request: HTTPRequest, as who: Operator, on place: Int,
    from hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    hub.on(
      hub: place,
      { hub, answer in
        do throws(Problem) {
          // The response is sent when no crash can undo the act.
          let reply = method == .get ? answer : { response in hub.onceKept { answer(response) } }
          try performHere(endpoint, method, request, as: who, hub: hub, reply)
        } catch {
          answer(error.response)
        }
      }, then: reply)
  }

  private func performHere(
    _ endpoint: Endpoint, _ method: Method, _ request: HTTPRequest, as who: Operator, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    switch (endpoint, method) {
    case (.windows, .post): try openWindow(request, as: who, hub: hub, reply)
    case (.windows, _): try listWindows(request, hub: hub, reply)
    case (.window(let id), .delete): try dismiss(id, request, as: who, hub: hub, reply)
    case (.window(let id), _): try show(id, request, hub: hub, reply)
    case (.landing(let id), _): try land(id, request, as: who, hub: hub, reply)
    case (.sending(let id), _): try sendActions(to: id, request, as: who, hub: hub, reply)
    case (.graph(let id), _): try showGraph(of: id, request, hub: hub, reply)
    case (.events(let id), _): try showEvents(of: id, request, hub: hub, reply)
    case (.users, _): try listUsers(request, hub: hub, reply)
    case (.tenants, _): try listTenants(request, hub: hub, reply)
    case (.tenant(let tenant), _): try show(tenant, request, hub: hub, reply)
    case (.tenantLines(let tenant), _): try export(tenant, request, hub: hub, reply)
    case (.triggers, _): try sendTrigger(request, as: who, hub: hub, reply)
    case (.trigger(let id), _): try showTrigger(id, request, hub: hub, reply)
    case (.acts, _): try act(request, as: who, hub: hub, reply)
    case (.audit, _): try listAudit(request, hub: hub, reply)
    case (.auditLines, _): try exportAudit(request, hub: hub, reply)
    case (.parked, _): try listParked(request, hub: hub, reply)
    case (.settings, _): reply(try listSettings(request, hub: hub))
    case (.description, _): reply(.description)
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
