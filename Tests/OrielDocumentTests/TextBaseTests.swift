import OrielDocument
import Testing

/// What two people type in one text at the same time.
struct TextBaseTests {
  private func merged(_ typed: String, over base: String, into current: String) -> String? {
    TextBase(of: typed, over: base).merging(typed, into: current)
  }

  @Test(arguments: [
    ("AAAA a", "AAAA ", 5..<6, ""), ("Call Ann", "Call B", 5..<8, "B"), ("", "all", 0..<0, "all"),
    ("new", "", 0..<3, ""),
    ("same", "same", 4..<4, ""), ("a😁b", "a😀b", 1..<2, "😀"), ("aaa", "aa", 2..<3, ""), ("e\u{301}", "e", 1..<2, ""),
  ])
  func `a base is the smallest change`(_ typed: String, _ base: String, _ range: Range<Int>, _ was: String) {
    #expect(TextBase(of: typed, over: base) == TextBase(range, was: was))
  }

  @Test(arguments: [
    // Nobody else has changed it.
    ("Hello", "Hell", "Hell", "Hello"),
    ("Hello, Ann", "Hello", "Hello", "Hello, Ann"),
    // At other places.
    ("Hello, Ann", "Hello", "Oh, Hello", "Oh, Hello, Ann"),
    ("Oh, Hello", "Hello", "Hello, Ann", "Oh, Hello, Ann"),
    ("one three", "one two three", "one two three four", "one three four"),
    // At one place, the later comes first.
    ("AAAA b", "AAAA ", "AAAA aaa", "AAAA baaa"),
    ("AAAA bb", "AAAA b", "AAAA baaa", "AAAA bbaaa"),
    ("AAAA baaaa", "AAAA baaa", "AAAA bbaaa", "AAAA bbaaaa"),
    // Somebody types where somebody else deletes.
    ("one two! four", "one two four", "one four", "one !four"),
    ("one four", "one two four", "one two! four", "one !four"),
    // Both have deleted the same.
    ("one", "one two", "one", "one"),
    // Both have replaced the same.
    ("cat", "dog", "hen", "cathen"),
    ("", "dog", "dogs", "s"),
    ("👍 ok", "ok", "ok 👎", "👍 ok 👎"),
    ("Cut the connection!!", "Cut the connection", "Theirs", "Theirs!!"),
    ("Cut the! connection", "Cut the connection", "Theirs", "Theirs!"),
  ])
  func `what both have typed is in the result`(_ typed: String, _ base: String, _ current: String, _ result: String) {
    #expect(merged(typed, over: base, into: current) == result)
  }

  @Test func `a client may send the whole base`() {
    #expect(TextBase(0..<6, was: "Hello").merging("Hello!", into: "Oh, Hello") == "Oh, Hello!")
  }

  @Test func `a range outside of the text is refused`() {
    #expect(TextBase(0..<2, was: "").merging("a", into: "b") == nil)
  }

  @Test func `two who type at random lose no letter, in no order of arrival`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var text = String(repeating: "·", count: Int.random(in: 0...6, using: &random))
      var (seen, typed) = ([text, text], ["", ""])
      for _ in 0..<30 {
        let person = Int.random(in: 0...1, using: &random)
        let letter: Character = person == 0 ? "a" : "b"
        // Sometimes what the others have typed has arrived meanwhile.
        if Bool.random(using: &random) { seen[person] = text }
        let base = seen[person]
        var mine = base
        mine.insert(letter, at: mine.index(mine.startIndex, offsetBy: Int.random(in: 0...mine.count, using: &random)))
        text = merged(mine, over: base, into: text) ?? ""
        seen[person] = mine
        typed[person].append(letter)
      }
      #expect(text.filter { $0 == "a" }.count == typed[0].count)
      #expect(text.filter { $0 == "b" }.count == typed[1].count)
    }
  }

  @Test func `a text that others have rewritten as a whole keeps what is typed`() {
    let base = String(repeating: "x", count: 1000)
    let other = String(repeating: "y", count: 1000)
    #expect(merged(base + "!", over: base, into: other) == other + "!")
  }
}
