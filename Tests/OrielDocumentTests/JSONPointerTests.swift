import OrielDocument
import Testing

struct JSONPointerTests {
  @Test(
    arguments: [
      ("", []), ("/", [""]), ("/a/0", ["a", "0"]), ("/a~1b/m~0n/~01", ["a/b", "m~n", "~1"]), ("//", ["", ""]),
      ("/é", ["é"]), ("/\u{301}a/\u{301}", ["\u{301}a", "\u{301}"]),
    ] as [(String, [String])])
  func `a pointer is its tokens`(_ text: String, _ tokens: [String]) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.tokens == tokens)
    #expect(JSONPointer(tokens: tokens) == pointer)
    #expect(pointer.description == text)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~/b", " /a"])
  func `other text is no pointer`(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test func `a literal that is no pointer names one member`() {
    let pointer: JSONPointer = "a/~b"
    #expect(pointer.tokens == ["a/~b"])
    #expect(pointer.appending("c/d").description == "/a~1~0b/c~1d")
  }
}
