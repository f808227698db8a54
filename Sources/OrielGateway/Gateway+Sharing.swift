import OrielHub

// Requests of a page's script that it may make from another origin (Fetch, *CORS protocol*).

extension Gateway {
  /// Answers `GET /connect` without an upgrade: whether a bearer token or the browser's cookie is valid. A page can't
  /// see that a handshake was answered with 401.
  func checkCredentials(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    var headers = sharingHeaders(request)
    if headers["access-control-allow-origin"] != nil { headers["access-control-allow-credentials"] = "true" }
    if request.method == "OPTIONS" {
      let asksForVisitor = request.headers["access-control-request-method"] == "POST"
      return reply(preflight(asksForVisitor ? "POST" : "GET", headers))
    }
    if request.method == "POST" { return reply(visitorToken(request, headers, hub: hub)) }
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

  /// Answers `POST /connect`: a token for a page of another allowed origin in which no cookie says who the user is. The user is
  /// anonymous, and the one of the request's token if that is still valid.
  private func visitorToken(_ request: HTTPRequest, _ headers: HTTPHeaders, hub: WindowHub) -> HTTPResponse {
    guard origins.foreignOrigin(of: request) != nil else {
      return .text(403, refuseOrigin(request, to: "have tokens for visitors"))
    }
    var headers = headers
    headers["content-type"] = "application/json"
    func answer(_ json: String) -> HTTPResponse { HTTPResponse(status: 200, headers: headers, body: Array(json.utf8)) }
    if visitor(request, hub: hub) != nil { return answer("{}") }
    guard authentication.embedsVisitors else {
      log(
        """
        A window in a page of another origin was refused: browsers keep no cookie of this server there, and it has no token. \
        Give <oriel-window> one, or start the server with --embed-visitors
        """, "embedded", from: request.remoteAddress)
      return .text(403, "Send a bearer token, or start the server with --embed-visitors", headers: headers)
    }
    if case .refuse(var refusal)? = refusalOfOneMore(of: request.remoteAddress) {
      for (name, value) in headers { refusal.headers[name] = value }
      return refusal
    }
    let former = Authentication.bearer(of: request).flatMap { token in
      authentication.visitor(token).flatMap { refusal(of: $0, hub: hub) == .signedOut ? nil : String(token) }
    }
    return answer("{\"token\": \"\(former ?? authentication.newVisitorToken())\"}")
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
