/// Decides which names the server answers to, and which pages may connect.
///
/// A browser sends its page's origin, while a cookie doesn't prove which page makes the request. And it sends the name
/// that it was asked to open as `Host`: the owner of a name can point it to this machine, and a page under that name
/// would then be a page of this server (*DNS rebinding*).
package struct AllowedOrigins: Sendable {
  /// How browsers reach the server.
  package enum Address: Sendable {
    /// Under this address only.
    case publicURL(WebOrigin)
    /// On this machine only, under a name that always means it.
    case loopback
    /// Under any name, in a network that the operator trusts.
    case anyName
  }

  /// Origins that may connect in addition to the server's own, such as `https://app.example`.
  private let allowed: Set<WebOrigin>
  private let address: Address
  /// The domains whose subdomains are tenants, under which the server answers as well.
  private let domains: [String]

  package init(_ allowed: Set<String> = [], at address: Address = .anyName, subdomainsOf domains: [String] = []) {
    self.allowed = Set(allowed.compactMap(WebOrigin.init))
    self.address = address
    self.domains = domains
  }

  // MARK: The name

  /// The reason why the server doesn't answer to the request's `Host`, with the flag to change; `nil` if it does.
  ///
  /// With a public URL, a health check may send any name, because orchestrators send the address of a container. So may
  /// a request that `provesItself` with a token, because no foreign page has one.
  func refusalOfHost(_ request: HTTPRequest, provesItself: Bool) -> String? {
    // Only HTTP/1.0 has none, which no browser speaks.
    guard let text = request.headers["host"] else { return nil }
    let host = HostName(text)
    switch address {
    case .anyName: return nil
    case .loopback:
      return host?.isLoopback == true || host.map(isTenant) == true
        ? nil : Self.refusal(of: text, "it is for this machine only, as http://127.0.0.1 and its port")
    case .publicURL(let own):
      let isExempt = provesItself || request.path.utf8.starts(with: "/health/".utf8)
      let isLocal = host?.isLoopback == true && request.isFromLoopback
      // The port is not compared: a proxy may leave it out, or say its own.
      return isLocal || isExempt || host?.name == own.host.name || host.map(isTenant) == true
        ? nil : Self.refusal(of: text, "it is \(own). A proxy must pass on the browser's Host header")
    }
  }

  /// Whether the name is a tenant's.
  private func isTenant(_ host: HostName) -> Bool { domains.contains { host.name.hasSuffix("." + $0) } }

  private static func refusal(of host: String, _ reason: String) -> String {
    let name = HostName(host)?.name ?? "…"
    return """
      This server does not answer to the host \(host.quoted): \(reason). To serve this name, start the server with \
      --public-url https://\(name)
      """
  }

  /// The origin under which the request's browser has the server.
  func own(of request: HTTPRequest) -> String {
    let host = request.headers["host"] ?? ""
    guard case .publicURL(let own) = address else { return "http://\(host)" }
    guard let name = HostName(host) else { return "\(own)" }
    if name.isLoopback, request.isFromLoopback { return "http://\(host)" }
    return isTenant(name) ? "\(own.scheme)://\(host)" : "\(own)"
  }

  // MARK: The page

  /// The origin of a page of another host that may connect, which the response must name (Fetch, *CORS protocol*).
  func foreignOrigin(of request: HTTPRequest) -> String? {
    request.headers["origin"].flatMap { WebOrigin($0).map(allowed.contains) == true ? $0 : nil }
  }

  /// Whether the request comes from one of the server's own pages on this machine, and through no proxy.
  package func allowLoopback(_ request: HTTPRequest) -> Bool { request.isFromThisMachine && isOwn(request) }

  /// Whether the request comes from one of the server's own pages; `null` is none of them.
  func isOwn(_ request: HTTPRequest) -> Bool {
    guard let origin = request.headers["origin"].flatMap(WebOrigin.init) else { return false }
    let host = request.headers["host"].flatMap { HostName($0) }
    if case .publicURL(let own) = address {
      // A tenant's pages are under the same scheme and port, and reach the server under their own name.
      return origin == own || isTenant(origin.host) && origin.host.name == host?.name && origin.isReached(like: own)
    }
    return request.headers["host"].flatMap { WebOrigin("http://\($0)") } == origin
  }

  /// The origin must be the server's own or on the list. It may be missing only with a bearer token, because then no
  /// browser has sent a cookie by itself.
  func allow(_ request: HTTPRequest, withBearer: Bool) -> Bool {
    guard let origin = request.headers["origin"] else { return withBearer }
    return isOwn(request) || WebOrigin(origin).map(allowed.contains) == true
  }

  /// The reason why the page's origin was refused, with the flag to change.
  ///
  /// - Parameter act: The refused act.
  func refusalOfOrigin(_ request: HTTPRequest, to act: String) -> String {
    guard let text = request.headers["origin"] else {
      return "This origin is not allowed to \(act): a request without an Origin header needs a bearer token"
    }
    let refusal = "This origin is not allowed to \(act): \(text.quoted)"
    guard let origin = WebOrigin(text) else { return refusal }
    if case .publicURL(let own) = address, own.host.name == origin.host.name {
      return "\(refusal). The server's own is \(own), as --public-url says"
    }
    let isOtherScheme = request.headers["host"].flatMap { HostName($0) }?.name == origin.host.name
    return "\(refusal). Start the server with \(isOtherScheme ? "--public-url" : "--allow-origin") \(origin)"
  }
}

extension String {
  /// The text in quotation marks, cut where it is long.
  var quoted: String {
    let start = unicodeScalars.prefix(100)
    return "\"\(String(start))\(start.endIndex == unicodeScalars.endIndex ? "" : "…")\""
  }
}
