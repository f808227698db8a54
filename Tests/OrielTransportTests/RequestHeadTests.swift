import OrielGateway
import Testing

@testable import OrielTransport

@Suite struct RequestHeadTests {
  @Test func `a request is read as it came`() throws {
    let head = try read(
      "GET /a%2Fb/%41?x=%20&y HTTP/1.1", "Host: example.org:8080", "Cookie: a=1", "X-Two:  one\t", "x-two: two",
      "cookie: b=2")
    #expect(
      head.request
        == HTTPRequest(
          path: "/a%2Fb/%41", query: "x=%20&y",
          headers: ["host": "example.org:8080", "cookie": "a=1; b=2", "x-two": "one, two"], remoteAddress: "192.0.2.1"))
  }

  @Test(arguments: [
    ("http://example.org/a?b", "/a", "b"), ("HTTPS://example.org", "/", nil), ("http://example.org?b", "/", "b"),
    ("/?", "/", ""), ("//double", "//double", nil),
  ])
  func `a target may have an authority, and a query`(target: String, path: String, query: String?) throws {
    let request = try read("GET \(target) HTTP/1.1", "Host: x").request
    #expect(request.path == path)
    #expect(request.query == query)
  }

  @Test(arguments: [
    ("GET / HTTP/2.0", 505), ("GET / HTTPS/1.1", 400), ("GET /", 400), ("GET  / HTTP/1.1", 400), ("", 400),
    ("GET /a b HTTP/1.1", 400), ("GET / HTTP/1.1 ", 400), ("G(T / HTTP/1.1", 400), ("GET example.org:80 HTTP/1.1", 400),
    ("GET * HTTP/1.1", 400), ("GET /\u{e9} HTTP/1.1", 400), ("GET /\t HTTP/1.1", 400),
  ])
  func `a wrong request line is refused`(line: String, status: Int) {
    #expect(status == refusal(line, "Host: x"))
  }

  @Test(arguments: [
    "Folded: a\r\n b", "Space : a", " Space: a", "NoColon", ": nameless", "Bare: a\nB: b", "Bare: a\rb", "Zero: a\0b",
    "Bell: \u{7}", "Nämé: a",
  ])
  func `a wrong header field is refused`(field: String) {
    #expect(refusal("GET / HTTP/1.1", "Host: x", field) == 400)
  }

  @Test func `there is one host`() throws {
    #expect(refusal("GET / HTTP/1.1", "Accept: */*") == 400)
    #expect(refusal("GET / HTTP/1.1", "Host: x", "Host: x") == 400)
    #expect(try read("GET / HTTP/1.0").isVersion10)
  }

  @Test(arguments: ["Connection", "Content-Length", "Expect", "Sec-WebSocket-Protocol", "Upgrade"])
  func `lists that decide what a request is have a limit of elements`(name: String) throws {
    func list(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: ",") }
    _ = try read("GET / HTTP/1.1", "Host: x", "\(name): \(list(32))")
    #expect(refusal("GET / HTTP/1.1", "Host: x", "\(name): \(list(33))") == 431)
    #expect(refusal("GET / HTTP/1.1", "Host: x", "\(name): \(list(32))", "\(name): 1") == 431)
    _ = try read("GET / HTTP/1.1", "Host: x", "X-Other: \(list(33))")
  }

  @Test func `there is a limit of header fields`() {
    #expect(refusal(["GET / HTTP/1.1", "Host: x"] + (1...100).map { "F\($0): x" }) == 431)
  }

  @Test(arguments: [
    ("Content-Length: 12", 12), ("Content-Length: 0", 0), ("Content-Length: 7, 7", 7), ("Accept: */*", 0),
    ("Content-Length: -1", -400), ("Content-Length: +1", -400), ("Content-Length: ", -400),
    ("Content-Length: 1x", -400),
    ("Content-Length: 1,2", -400), ("Content-Length: 1,", -400), ("Content-Length: 99999999999999999999", -413),
    ("Transfer-Encoding: chunked", -411), ("Transfer-Encoding: identity\r\nContent-Length: 1", -400),
  ])
  func `a body has the length that is said, or is refused`(field: String, expected: Int) throws {
    let head = try read(["POST / HTTP/1.1", "Host: x"] + field.split(separator: "\r\n").map(String.init))
    do throws(RequestHead.Refusal) {
      #expect(try head.bodyLength() == expected)
    } catch {
      #expect(-error.status == expected)
    }
  }

  @Test func `the end of a head is found wherever the pieces end`() {
    let text = Array("GET / HTTP/1.1\r\nA: \r\r\n\n\r\r\nB: c\r\n\r\nrest".utf8)
    let end = text.count - "\r\n\r\nrest".utf8.count
    for start in 0...end { #expect(HeadLines.end(of: text, from: start) == end) }
    for count in 0..<(end + 4) { #expect(HeadLines.end(of: Array(text[..<count]), from: 0) == nil) }
  }

  @Test func `whatever is sent, a head is read or refused`() {
    let good = Array("POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\nCookie: a=b; c".utf8)
    var random = SystemRandomNumberGenerator()
    var refused = 0
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      do throws(RequestHead.Refusal) {
        _ = try RequestHead(bytes, remoteAddress: "").bodyLength()
      } catch {
        refused += 1
        #expect([400, 411, 413, 431, 505].contains(error.status))
      }
    }
    #expect(refused > 500)
  }

  private func read(_ lines: String...) throws -> RequestHead { try read(lines) }

  private func read(_ lines: [String]) throws -> RequestHead {
    try RequestHead(Array(lines.joined(separator: "\r\n").utf8), remoteAddress: "192.0.2.1")
  }

  private func refusal(_ lines: String...) -> Int? { refusal(lines) }

  private func refusal(_ lines: [String]) -> Int? {
    do throws(RequestHead.Refusal) {
      _ = try RequestHead(Array(lines.joined(separator: "\r\n").utf8), remoteAddress: "192.0.2.1")
      return nil
    } catch {
      return error.status
    }
  }
}
