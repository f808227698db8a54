import Oriel
import OrielHub
import Testing

@testable import OrielGateway

/// How much of a request is read.
struct RequestLimitTests {
  private let house: House
  init() throws { house = try House() }

  private func ask(_ request: HTTPRequest) throws -> HTTPResponse? {
    try house.server.step((house.gateway, request)) { hub, asked in
      var response: HTTPResponse?
      asked.0.respond(to: asked.1, hub: hub) { response = $0 }
      return response
    }
  }

  @Test func `of the cookies of a request the first hundred are read`() throws {
    let authentication = house.gateway.authentication
    let own = "oriel=u-1.\(authentication.signature(of: "u-1", as: "cookie"))"
    func user(after others: Int) -> String? {
      let cookies = Array(repeating: "a=b", count: others) + [own]
      let request = HTTPRequest(path: "/", headers: ["cookie": cookies.joined(separator: "; ")])
      return authentication.anonymous(request)?.user.id
    }
    #expect([0, 99, 100].map(user) == ["u-1", "u-1", nil])
  }

  @Test func `of the fields of a query the first sixteen are read`() throws {
    func next(after others: Int) throws -> Bool {
      let query = (0..<others).map { "a\($0)=&" }.joined() + "next=/there"
      let page = try #require(try ask(HTTPRequest(path: "/sign-in", query: query)))
      return String(decoding: page.body, as: UTF8.self).contains(#"value="/there""#)
    }
    #expect(try [0, 15, 16].map(next) == [true, true, false])
  }

  @Test func `of a list's elements the first 32 are read`() {
    let asset = Asset(contentType: "text/css", body: [1], compress: { $0 }, digest: { $0 })
    func encoding(after others: Int) -> String? {
      let list = Array(repeating: "br", count: others) + ["gzip"]
      let request = HTTPRequest(path: "/", headers: ["accept-encoding": list.joined(separator: ", ")])
      return asset.response(to: request, caching: "no-cache").headers["content-encoding"]
    }
    #expect([0, 31, 32].map(encoding) == ["gzip", "gzip", nil])
  }

  @Test(arguments: ["next=%2Fa%20b%3Fc%3D1", "x&next=%2Fa+b%3Fc=1", "next=%2Fa+b%3Fc=1&&"])
  func `a form is read as browsers write it`(query: String) throws {
    // A path with a space is none, so this shows that it was decoded.
    let page = try #require(try ask(HTTPRequest(path: "/sign-in", query: query)))
    #expect(String(decoding: page.body, as: UTF8.self).contains(#"value="/""#))
    let other = try #require(
      try ask(HTTPRequest(path: "/sign-in", query: query.replacing("%20", with: "").replacing("+", with: ""))))
    #expect(String(decoding: other.body, as: UTF8.self).contains(#"value="/ab?c=1""#))
  }

  @Test func `fields that come again are joined`() {
    var headers: HTTPHeaders = ["a": "1"]
    for (name, value) in [("a", "2"), ("cookie", "x=1"), ("cookie", "y=2"), ("b", "")] { headers.add(value, to: name) }
    #expect(headers == ["a": "1, 2", "cookie": "x=1; y=2", "b": ""])
    headers["a"] = nil
    headers["b"] = "3"
    #expect(headers == ["cookie": "x=1; y=2", "b": "3"])
  }
}
