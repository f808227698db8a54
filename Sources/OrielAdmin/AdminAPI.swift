import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// What operators do to windows from outside, as JSON over HTTP (PROTOCOL, *HTTP beside it*). `openapi.json` describes it.
///
/// Its handlers run on the hub. A new endpoint, method, status or member also needs `openapi.json`.
package struct AdminAPI {
  static let path = "/admin/api/v1"

  package init() {}

  package var route: Route {
    Route(Self.path, bodyLimit: 64 * 1024) { request, hub, reply in
      answer(request, hub: hub, reply)
    }
  }

  func answer(_ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void) {
    do throws(Problem) {
      try perform(request, hub: hub, reply)
    } catch {
      reply(error.response)
    }
  }

  /// Who may not come learns nothing about which paths and windows there are.
  private func perform(
    _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let endpoint = Endpoint(request.path.dropFirst(Self.path.count + 1))
    if endpoint != .description { try authorize(request) }
    guard let endpoint else { throw .unknownPath(request.path) }
    guard let method = Method(request.method), endpoint.methods.contains(method) else {
      throw .methodNotAllowed(request.method, allow: endpoint.allow)
    }
    // What has been done is answered when no crash can undo it.
    let reply = method == .get ? reply : { response in hub.onceKept { reply(response) } }
    switch (endpoint, method) {
    case (.windows, .post): reply(try openWindow(request, hub: hub))
    case (.windows, _): try listWindows(request, hub: hub, reply)
    case (.window(let id), .delete): try dismiss(id, request, hub: hub, reply)
    case (.window(let id), _): try show(id, request, hub: hub, reply)
    case (.place(let id), _): try land(id, request, hub: hub, reply)
    case (.sending(let id), _): try sendActions(to: id, request, hub: hub, reply)
    case (.graph(let id), _): try showGraph(of: id, request, hub: hub, reply)
    case (.triggers, _): try sendTrigger(request, hub: hub, reply)
    case (.trigger(let id), _): try showTrigger(id, request, hub: hub, reply)
    case (.description, _): reply(.description)
    }
  }

  /// Only by a bearer token: a cookie is sent by whatever page makes a browser send a request.
  private func authorize(_ request: HTTPRequest) throws(Problem) {
    switch request.caller {
    case .user(let credentials): guard credentials.user.roles.contains("admin") else { throw .notAdmin }
    case .nobody: throw .noToken
    case .refused: throw .wrongToken
    case .expired: throw .expiredToken
    case .throttled(let seconds): throw .throttled(seconds)
    case .unavailable: throw .noKeys
    }
  }
}

extension HTTPRequest {
  /// The body, read as strictly as a message of the protocol: no `null`, nothing twice, nothing too deep.
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
