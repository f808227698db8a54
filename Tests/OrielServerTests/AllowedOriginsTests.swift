import Testing

@testable import OrielGateway

/// The names that a server answers to, where tenants have subdomains.
struct AllowedOriginsTests {
  private func request(_ host: String, origin: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(path: "/", remoteAddress: "192.0.2.1")
    request.headers["host"] = host
    request.headers["origin"] = origin
    return request
  }

  private let origins = AllowedOrigins(
    at: .publicURL(WebOrigin("https://example.com")!), subdomainsOf: ["example.com"])

  @Test(arguments: [
    ("example.com", true), ("acme.example.com", true), ("ACME.example.com", true), ("evilexample.com", false),
    ("acme.example.com.evil.net", false),
  ])
  func `a server answers to the names of its tenants`(_ host: String, _ isAnswered: Bool) {
    #expect((origins.refusalOfHost(request(host), provesItself: false) == nil) == isAnswered)
  }

  @Test(arguments: [
    ("acme.example.com", "https://acme.example.com", true), ("acme.example.com", "https://example.com", true),
    ("acme.example.com", "https://other.example.com", false), ("acme.example.com", "http://acme.example.com", false),
    ("acme.example.com", "https://acme.example.com:444", false), ("acme.example.com", "https://evil.net", false),
  ])
  func `a tenant's page connects under its own name`(_ host: String, _ origin: String, _ isOwn: Bool) {
    #expect(origins.isOwn(request(host, origin: origin)) == isOwn)
  }

  @Test func `without tenants in subdomains, a server answers to its own name only`() {
    let origins = AllowedOrigins(at: .publicURL(WebOrigin("https://example.com")!))
    #expect(origins.refusalOfHost(request("acme.example.com"), provesItself: false) != nil)
    #expect(!origins.isOwn(request("acme.example.com", origin: "https://acme.example.com")))
  }
}
