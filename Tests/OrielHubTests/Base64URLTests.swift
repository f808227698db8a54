import Testing

@testable import OrielHub

struct Base64URLTests {
  /// RFC 4648 §10, without padding, and the two characters of §5.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"),
  ])
  func `bytes are encoded as in the examples of the RFC`(text: String, encoded: String) {
    #expect(Base64URL.encode(Array(text.utf8)) == encoded)
  }

  @Test func `the last two characters are those for URLs`() { #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8") }
}
