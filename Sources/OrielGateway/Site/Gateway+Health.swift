import OrielDocument
import OrielHub

// `GET /health/ready`: one word for a load balancer, or JSON with versions and active guards for operators and local
// requests.

/// Facts about the server, in addition to its readiness.
package struct ServerFacts: Sendable {
  /// The versions of the program and its libraries.
  package var versions: [(name: String, version: String)]
  /// The protections, and whether each is active.
  package var guards: [(name: String, isActive: Bool)]

  package init(
    versions: [(name: String, version: String)] = [], guards: [(name: String, isActive: Bool)] = []
  ) {
    self.versions = versions
    self.guards = guards
  }
}

extension Gateway {
  /// `GET /health/live`.
  static func liveness(_ request: HTTPRequest) -> HTTPResponse {
    request.method == "GET" || request.method == "HEAD"
      ? .text(200, "alive") : .text(405, "Use GET", headers: ["allow": "GET, HEAD"])
  }

  func readiness(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    let status = isDraining ? 503 : 200
    let isJSON = request.accepts("application/json")
    let answer = { [self] (isTrusted: Bool) in
      hub.askOthers({ $0.storeFailure }) { [self] others in
        let failure = hub.storeFailure ?? others.lazy.compactMap(\.self).first
        reply(
          isJSON
            ? facts(status, isTrusted: isTrusted, failure)
            : HTTPResponse.text(status, sentence(isTrusted: isTrusted, failure)))
      }
    }
    guard let token = Authentication.bearer(of: request) else { return answer(request.isFromThisMachine) }
    identify(token, from: request.remoteAddress, hub: hub) { caller in
      guard case .user(let credentials) = caller else { return reply(.refusal(of: caller)) }
      answer(credentials.user.has(role: "admin"))
    }
  }

  /// A server whose store fails is still ready, because it serves windows that no other server has.
  ///
  /// - Parameter isTrusted: Whether the reason is told, which may name files of the machine.
  private func sentence(isTrusted: Bool, _ failure: (any Error)?) -> String {
    if isDraining { return "draining" }
    return failure.map { "ready, but nothing is saved" + (isTrusted ? ": \($0)" : "") } ?? "ready"
  }

  private func facts(_ status: Int, isTrusted: Bool, _ failure: (any Error)?) -> HTTPResponse {
    var json: JSONObject = [
      "status": .string(isDraining ? "draining" : "ready"), "saving": .bool(failure == nil),
    ]
    if isTrusted {
      json["versions"] = .object(serverFacts.versions.reduce(into: [:]) { $0.append($1.name, .string($1.version)) })
      json["guards"] = .object(serverFacts.guards.reduce(into: [:]) { $0.append($1.name, .bool($1.isActive)) })
    }
    return HTTPResponse(
      status: status, headers: ["content-type": "application/json", "cache-control": "no-store", "vary": "accept"],
      body: JSONBytes.encode(.object(json)))
  }
}
