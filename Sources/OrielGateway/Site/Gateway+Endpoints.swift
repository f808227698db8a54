import Oriel
import OrielHub

// The app's own addresses: who asks, and for which tenant. Its objects answer.

extension Gateway {
  /// How to handle the body of a request to an endpoint; `nil` if the path is none.
  func planEndpoint(_ request: HTTPRequest, hub: WindowHub) -> BodyPlan? {
    guard let found = hub.endpoints.find(request.method, request.path) else { return nil }
    switch found {
    case .endpoint(let match): return .gather(limit: match.endpoint.bodyBytes)
    case .otherMethods(let methods):
      // A page may be at the same address.
      if request.method == "GET" || request.method == "HEAD" { return nil }
      let allowed = methods.joined(separator: ", ")
      if request.method == "OPTIONS" {
        var answer = preflight(allowed, sharingHeaders(request))
        if answer.headers["access-control-allow-origin"] != nil {
          answer.headers["access-control-allow-headers"] = request.headers["access-control-request-headers"]
        }
        return .answer(answer)
      }
      return .answer(.text(405, "Use \(allowed)", headers: ["allow": allowed]))
    }
  }

  func ask(
    _ match: EndpointMatch, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) {
    let shared = sharingHeaders(request)
    let reply = { (answer: HTTPResponse) in
      var answer = answer
      for (name, value) in shared where answer.headers[name] == nil { answer.headers[name] = value }
      reply(answer)
    }
    if isDraining { return reply(.text(503, "Restarting", headers: ["retry-after": "2"])) }
    let ask = { [self] (sender: User?) in
      let call = EndpointCall(
        match, Endpoint.Request(match, of: request), from: sender, at: PageAddress(of: request),
        fingerprint: match.endpoint.key == nil
          ? "" : Hexadecimal.encode(authentication.sign(Array("request:\(request.target)\n".utf8) + request.body)),
        network: limitedNetwork(request.remoteAddress)?.text, client: request.client)
      hub.requests.answer(call) { reply(HTTPResponse($0)) }
    }
    guard let bearer = Authentication.bearer(of: request) else {
      guard let sender = senderByCookie(of: request, match, hub) else {
        return reply(.text(403, "This account has been banned"))
      }
      return ask(sender)
    }
    // A webhook may have a token that means nothing here: it is no attempt to sign in.
    guard !match.endpoint.isOpen else { return ask(knownSender(bearer, from: request.remoteAddress, hub)) }
    identify(bearer, from: request.remoteAddress, hub: hub) { caller in
      if case .user(let credentials) = caller { ask(credentials.user) } else { reply(.refusal(of: caller)) }
    }
  }

  /// The tenant that a request to an endpoint names, as far as it is known at once.
  func tenant(ofEndpointAskedBy request: HTTPRequest, _ hub: WindowHub) -> Tenant? {
    // A browser that comes back from the provider brings windows of that tenant.
    if request.path == Self.providerRoute, authentication.provider != nil { return .app }
    guard case .endpoint(let match)? = hub.endpoints.find(request.method, request.path) else { return nil }
    let sender = likelySender(of: request, match, hub)
    return hub.endpoints.tenant(of: match, for: sender, at: PageAddress(of: request)).flatMap { $0.isOfApp ? $0 : nil }
  }

  /// The sender, as far as they are known without fetching a key.
  private func likelySender(of request: HTTPRequest, _ match: EndpointMatch, _ hub: WindowHub) -> User? {
    guard let bearer = Authentication.bearer(of: request) else { return senderByCookie(of: request, match, hub) ?? nil }
    guard !match.endpoint.isOpen else { return knownSender(bearer, from: request.remoteAddress, hub) }
    guard case .user(let credentials)? = likelyCaller(bearer, from: request.remoteAddress) else { return nil }
    return credentials.user
  }

  /// The user of a JSON Web Token. The admin token is not looked for, as wrong ones are not counted.
  private func knownSender(_ bearer: Substring, from address: String, _ hub: WindowHub) -> User? {
    guard networks.waitToSignIn(of: address, now: scheduler.now) == 0,
      case .user(let credentials)? = authentication.tokens?.caller(of: bearer, now: scheduler.wallTime)
    else { return nil }
    return refusal(of: credentials, hub: hub) == nil ? credentials.user : nil
  }

  /// The user of the browser. Another site's page can make a browser send its cookie with a request: then it counts only if
  /// that changes nothing.
  ///
  /// - Returns: `nil` if the user is banned.
  private func senderByCookie(of request: HTTPRequest, _ match: EndpointMatch, _ hub: WindowHub) -> User?? {
    guard match.endpoint.method.isSafe || origins.isOwn(request), let visitor = visitor(request, hub: hub) else {
      return .some(nil)
    }
    return refusal(of: visitor.credentials, hub: hub) == nil ? .some(visitor.credentials.user) : .none
  }
}

extension PageAddress {
  fileprivate init(of request: HTTPRequest) { self.init(host: request.headers["host"] ?? "", path: request.target) }
}

extension Endpoint.Request {
  fileprivate init(_ match: EndpointMatch, of request: HTTPRequest) {
    self.init(
      match, path: request.path, query: request.query, headers: request.headers.map { ($0.name, $0.value) },
      body: request.body, remoteAddress: request.remoteAddress)
  }
}

extension HTTPResponse {
  fileprivate init(_ answer: Endpoint.Response) {
    self.init(status: answer.status, body: answer.body)
    stream = answer.source.map { ResponseStream($0) }
    for (name, value) in answer.fields { headers[name] = value }
  }
}
