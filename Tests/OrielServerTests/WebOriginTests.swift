import Testing

@testable import OrielGateway

struct WebOriginTests {
  @Test(arguments: [
    ("https://app.example", "https://app.example"), ("HTTPS://App.Example:443", "https://app.example"),
    ("http://app.example:80", "http://app.example"), ("http://app.example:443", "http://app.example:443"),
    ("http://[::1]:8080", "http://[::1]:8080"), ("http://127.0.0.1", "http://127.0.0.1"),
  ])
  func `an origin is a scheme, a host and a port, however it is written`(_ text: String, _ origin: String) throws {
    let read = try #require(WebOrigin(text))
    #expect(read.description == origin)
    #expect(WebOrigin(origin) == read)
  }

  @Test(arguments: [
    "", "null", "app.example", "https://", "https:///", "https://app.example/", "https://app.example/notes",
    "https://app.example:", "https://app.example:x", "https://app.example:65536", "https://a@app.example",
    "ftp://app.example",
    "https://[::1", "https://[::1]x", "https://a b", "https://\u{1}", "https://é.example", "://app.example",
  ])
  func `anything else is none`(_ text: String) {
    #expect(WebOrigin(text) == nil)
  }

  @Test func `whatever comes as a host is read or refused`() {
    var bytes = SystemRandomNumberGenerator()
    let alphabet = Array("[]:.a1 \u{0}é".unicodeScalars)
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<12, using: &bytes) { text.append(alphabet.randomElement(using: &bytes)!) }
      guard let host = HostName(String(text)) else { continue }
      #expect(host.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }
}
