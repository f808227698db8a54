import OrielGateway
import Testing

@testable import OrielTransport

/// Whose word is taken for who asks.
struct TrustedProxyTests {
  @Test(arguments: [
    ("10.1.2.3", nil, "10.1.2.3"), ("10.1.2.3", "192.0.2.7", "192.0.2.7"), ("192.0.2.9", "192.0.2.7", "192.0.2.9"),
    ("10.1.2.3", "198.51.100.1, 192.0.2.7", "192.0.2.7"), ("10.1.2.3", "192.0.2.7, 10.9.9.9", "192.0.2.7"),
    ("10.1.2.3", "10.4.4.4,10.5.5.5", "10.4.4.4"), ("10.1.2.3", "192.0.2.7, unknown", "10.1.2.3"),
    ("10.1.2.3", "192.0.2.7, ", "10.1.2.3"), ("::1", "2001:db8::7", "2001:db8::7"),
    ("fd00::1", "2001:db8::7", "fd00::1"),
    ("127.0.0.1", "10.1.1.1, ::ffff:10.2.2.2", "10.1.1.1"), ("11.1.2.3", "192.0.2.7", "11.1.2.3"),
  ])
  func `the caller is the last address that is not a proxy`(peer: String, forwarded: String?, client: String) throws {
    let proxies = try #require(TrustedProxies(["10.0.0.0/8", "127.0.0.1", "::1"]))
    var request = HTTPRequest(path: "/", remoteAddress: peer)
    if let forwarded { request.headers["x-forwarded-for"] = forwarded }
    #expect(proxies.client(of: request) == client)
    #expect(TrustedProxies().client(of: request) == peer)
  }

  @Test func `of the addresses of proxies the last 32 are read`() throws {
    let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
    let addresses = (0..<100).map { "10.0.0.\($0)" }
    let request = HTTPRequest(
      path: "/", headers: ["x-forwarded-for": addresses.joined(separator: ", ")], remoteAddress: "10.1.2.3")
    #expect(proxies.client(of: request) == "10.0.0.68")
  }

  @Test(arguments: [
    ("192.0.2.0/31", "192.0.2.1", true), ("192.0.2.0/31", "192.0.2.2", false),
    ("0.0.0.0/0", "203.0.113.5", true), ("0.0.0.0/0", "2001:db8::1", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("::/0", "192.0.2.1", true),
  ])
  func `a network is its first bits`(network: String, peer: String, isTrusted: Bool) throws {
    let proxies = try #require(TrustedProxies([network]))
    let request = HTTPRequest(path: "/", headers: ["x-forwarded-for": "203.0.113.77"], remoteAddress: peer)
    #expect(proxies.client(of: request) == (isTrusted ? "203.0.113.77" : peer))
  }

  @Test(arguments: [
    "", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::1/129", "10.0.0",
  ])
  func `text that is neither an address nor a network is refused`(word: String) {
    #expect(TrustedProxies(["127.0.0.1", word]) == nil)
  }

  @Test func `a server tells its handler the caller's address`() async throws {
    try await with(TestServer { $0.trustedProxies = TrustedProxies(["127.0.0.0/8"]) ?? TrustedProxies() }) { server in
      let client = try RawClient(port: server.port)
      _ = try client.ask("GET /a HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
      guard case .requested(let request) = await server.events.next() else {
        Issue.record("no request")
        return
      }
      #expect(request.remoteAddress == "192.0.2.7")
    }
  }
}
