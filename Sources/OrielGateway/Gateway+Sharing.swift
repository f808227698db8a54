import OrielHub

// Requests of a page's script that it may make from another origin (Fetch, *CORS protocol*).

extension Gateway {
  /// Answers `GET /connect` without an upgrade: whether a bearer token or the browser's cookie is valid. A page can't
  /// see that a handshake was answered with 401.
  func checkCredentials(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    let headers = sharingHeaders(request)
    if request.method == "OPTIONS" { return reply(preflight("GET", headers)) }
    guard let bearer = Authentication.bearer(of: request) else {
      guard request.method == "GET", request.headers["sec-websocket-key"] == nil else {
        return reply(.text(400, "This address accepts only WebSockets"))
      }
      return reply(visitor(request, hub: hub) == nil ? .refusal(of: .nobody) : HTTPResponse(status: 204))
    }
    identify(bearer, from: request.remoteAddress, admittingBanned: true, hub: hub) { caller in
      var response = HTTPResponse(status: 204)
      if case .user = caller {} else { response = .refusal(of: caller) }
      for (name, value) in headers { response.headers[name] = value }
      reply(response)
    }
  }

  /// Lets a page of another origin read the response if it may connect.
  func sharingHeaders(_ request: HTTPRequest) -> HTTPHeaders {
    guard let origin = origins.foreignOrigin(of: request) else { return ["cache-control": "no-store"] }
    return ["cache-control": "no-store", "access-control-allow-origin": origin, "vary": "origin"]
  }

  func preflight(_ method: String, _ headers: HTTPHeaders) -> HTTPResponse {
    var headers = headers
    if headers["access-control-allow-origin"] != nil {
      headers["access-control-allow-methods"] = method
      headers["access-control-allow-headers"] = "authorization, content-disposition, content-type"
    }
    return HTTPResponse(status: 204, headers: headers)
  }
}
