import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// The operators' API: JSON over HTTP, described by `openapi.json`.
///
/// Its handlers run on the hub. A new endpoint, method, status or member also needs `openapi.json`.
package final class AdminAPI: Sendable {
  static let path = "/admin/api/v1"

  private let refusals = Refusals()
  /// Asks other nodes; `nil` if there are none.
  let ask: NodeRound.Ask?

  package init(ask: NodeRound.Ask? = nil) { self.ask = ask }

  package var route: Route {
    Route(Self.path, bodyLimit: 64 * 1024) { request, hub, reply in
      self.answer(request, hub: hub, reply)
    }
  }

  func answer(_ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void) {
    hub.performNow {
      do throws(Problem) {
        reply(try await self.response(to: request, on: hub))
      } catch {
        reply(error.response)
      }
    }
  }

  /// A sender without access learns nothing about paths and windows.
  func response(to request: HTTPRequest, on hub: WindowHub) async throws(Problem) -> HTTPResponse {
    let endpoint = Endpoint(request.path.dropFirst(Self.path.count + 1))
    let who = endpoint == .description ? nil : try authorize(request, hub)
    guard let endpoint else { throw .unknownPath(request.path) }
    guard endpoint.methods.contains(request.method) else {
      throw .methodNotAllowed(request.method, allow: endpoint.methods.joined(separator: ", "))
    }
    guard let who else { return .description }
    // A request for another node was sent on to it.
    if let name = request.headers[NodeRoute.name], hub.nodes.first?.name.hasSameScalars(as: name) != true {
      throw .unknownNode(name, known: hub.nodes.map(\.name))
    }
    if endpoint == .acts { return try await act(request, as: who, on: hub) }
    return try await hub.on(hub: hub.findHub(of: endpoint.target)) { hub in
      await Result { () async throws(Problem) in
        try await endpoint.checkRights(of: who, on: hub)
        return try await self.show(endpoint, request, as: who, on: hub)
      }
    }.get()
  }

  private func show(
    _ endpoint: Endpoint, _ request: HTTPRequest, as who: Operator, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    switch endpoint {
    case .windows: try await listWindows(request, as: who, on: hub)
    case .window(let id): try await show(id, request, on: hub)
    case .graph(let id): try await showGraph(of: id, request, on: hub)
    case .events(let id): try await showEvents(of: id, request, on: hub)
    case .users: try await listUsers(request, on: hub)
    case .tenants: try await listTenants(request, on: hub)
    case .tenant(let tenant): try await show(tenant, request, on: hub)
    case .tenantLines(let tenant): try await export(tenant, request, on: hub)
    case .trigger(let id): try await showTrigger(id, request, on: hub)
    case .audit: try await listAudit(request, on: hub)
    case .auditLines: try await exportAudit(request, on: hub)
    case .parked: try await listParked(request, on: hub)
    case .settings: try listSettings(request, on: hub)
    case .nodes: try listNodes(request, on: hub)
    case .description, .acts: throw .unknownPath(request.path)
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
    let rights = hub.operators.rights(of: user)
    let who = Operator(id: user.id, way: request.way, rights: rights)
    guard !rights.isNone, hub.access[user.id].bannedAt == nil else {
      refusals.record(request, of: who, hub)
      throw .notAdmin
    }
    return who
  }
}

extension HTTPRequest {
  /// How an operator has come, by the user agent. Any client can claim one, but it only affects the recorded way.
  fileprivate var way: AuditRecord.Way {
    let agent = headers["user-agent"] ?? ""
    if agent.utf8.starts(with: "oriel/".utf8) { return .commandLine }
    return agent.hasSameScalars(as: ConsoleRequest.userAgent) ? .console : .api
  }

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
