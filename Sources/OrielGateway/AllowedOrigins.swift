/// Which pages may connect: a browser sends its page's origin along, and a cookie is not proof of who asks.
package struct AllowedOrigins: Sendable {
  /// Origins that may connect beside the server's own, such as `https://app.example`.
  private let allowed: Set<String>

  package init(_ allowed: Set<String> = []) {
    self.allowed = Set(allowed.map { $0.lowercased() })
  }

  /// A page of another host that may connect: browsers want to be told so (Fetch, *CORS protocol*).
  func foreignOrigin(of request: HTTPRequest) -> String? {
    request.headers["origin"].flatMap { allowed.contains($0.lowercased()) ? $0 : nil }
  }

  /// Whether a page on this machine asks, under a name that always means this machine: the owner of any other name can
  /// point that name here.
  package func allowLoopback(_ request: HTTPRequest) -> Bool {
    let host = request.headers["host"].map { $0.hasPrefix("[::1]") ? "::1" : String($0.prefix { $0 != ":" }) }
    return request.isFromLoopback && allow(request, withBearer: false)
      && ["127.0.0.1", "localhost", "::1"].contains(host)
  }

  /// The origin must be of the host the request is for, or on the list; `null` never is. It may be missing only with a
  /// bearer token: then it was no browser that sent a cookie by itself.
  func allow(_ request: HTTPRequest, withBearer: Bool) -> Bool {
    guard let origin = request.headers["origin"]?.lowercased() else { return withBearer }
    if allowed.contains(origin) { return true }
    guard let host = request.headers["host"]?.lowercased(), !host.isEmpty else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
