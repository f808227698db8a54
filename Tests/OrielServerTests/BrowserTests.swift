import Testing

@testable import OrielGateway

struct BrowserTests {
  @Test(arguments: [
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
      "Chrome 143, Windows"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
      "Edge 143, Windows"
    ),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140, Linux"),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
      "Safari 18, iOS"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "Samsung Internet 28, Android"
    ),
    ("Python/3.11 websockets/15.0", "Python/3.11"),
    ("Firefox/", "Firefox"),
    ("", ""),
    (String(repeating: "x", count: 9000), String(repeating: "x", count: 40)),
    (String(repeating: "x ", count: 4000) + "Firefox/140", "x"),
  ])
  func `browsers and systems are named in a few words`(userAgent: String, name: String) {
    #expect(Browser.name(userAgent) == name)
  }
}
