/// Decides which pages may connect. A browser sends its page's origin, while a cookie doesn't prove which page makes
/// the request.
package struct AllowedOrigins: Sendable {
  /// Origins that may connect in addition to the server's own, such as `https://app.example`.
  private let allowed: Set<String>

  package init(_ allowed: Set<String> = []) {
    self.allowed = Set(allowed.map { $0.lowercased() })
  }

  /// The origin of a page of another host that may connect, which the response must name (Fetch, *CORS protocol*).
  func foreignOrigin(of request: HTTPRequest) -> String? {
    request.headers["origin"].flatMap { allowed.contains($0.lowercased()) ? $0 : nil }
  }

  /// Whether the request comes from a page on this machine, under a name that always means this machine: the owner of
  /// any other name can point it here.
  package func allowLoopback(_ request: HTTPRequest) -> Bool {
    let host = request.headers["host"].map { $0.hasPrefix("[::1]") ? "::1" : String($0.prefix { $0 != ":" }) }
    return request.isFromLoopback && allow(request, withBearer: false)
      && ["127.0.0.1", "localhost", "::1"].contains(host)
  }

  /// The origin must match the request's host or be on the list; `null` is never allowed. It may be missing only with a
  /// bearer token, because then no browser has sent a cookie by itself.
  func allow(_ request: HTTPRequest, withBearer: Bool) -> Bool {
    guard let origin = request.headers["origin"]?.lowercased() else { return withBearer }
    if allowed.contains(origin) { return true }
    guard let host = request.headers["host"]?.lowercased(), !host.isEmpty else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
