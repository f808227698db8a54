import Oriel
import OrielDocument
import OrielMarkdown
import OrielTesting
import Testing

@NavigationModel
private final class PageModel {
  var text = ""

  init() {}

  var body: some View { Markdown(text) }
}

struct MarkdownTests {
  /// The elements that a text becomes.
  private func elements(_ text: String) throws -> JSONValue {
    let model = PageModel()
    model.text = text
    return try TestWindow(model).document["models"]?["m1"]?["body"]?[0]?["children"] ?? []
  }

  /// What a text becomes. Each is a statement of its own, which the compiler checks by itself.
  private static let cases: [(String, JSONValue)] = {
    var all: [(String, JSONValue)] = []
    all.append(("Hello", [["type": "text", "text": "Hello"]]))
    all.append(("# Title", [["type": "text", "text": "Title", "heading": 1, "style": "title2"]]))
    all.append(("### Part", [["type": "text", "text": "Part", "heading": 3, "style": "headline"]]))
    all.append(
      (
        "a **b *c*** `d` ~~e~~",
        [
          [
            "type": "text",
            "text": [
              "a ", ["text": "b ", "style": "bold"], ["text": "c", "style": "bold italic"], " ",
              ["text": "d", "style": "mono"], " ", ["text": "e", "style": "strikethrough"],
            ],
          ]
        ]
      ))
    all.append(
      (
        "[order](/orders/17), https://example.com",
        [
          [
            "type": "text",
            "text": [
              ["text": "order", "url": "/orders/17"], ", ",
              ["text": "https://example.com", "url": "https://example.com"],
            ],
          ]
        ]
      ))
    all.append(("[no](javascript:alert(1))", [["type": "text", "text": "no"]]))
    all.append(
      (
        "![cat](https://example.com/cat.png)",
        [["type": "text", "text": [["text": "cat", "url": "https://example.com/cat.png"]]]]
      ))
    all.append(
      ("<b onclick=x>1 &amp; 2 &#x41; &nope;</b>", [["type": "text", "text": "<b onclick=x>1 & 2 A &nope;</b>"]]))
    all.append(("a\nb  \nc", [["type": "text", "text": "a b\nc"]]))
    all.append(("---", [["type": "divider"]]))
    all.append(
      (
        "```swift\nlet a = 1\n\nlet b = 2\n```",
        [["type": "code", "text": "let a = 1\n\nlet b = 2", "language": "swift"]]
      ))
    all.append(
      (
        "> quoted\n>\n> more",
        [["type": "quote", "children": [["type": "text", "text": "quoted"], ["type": "text", "text": "more"]]]]
      ))
    all.append(
      (
        "- a\n- b\n  1. c\n",
        [
          [
            "type": "points",
            "children": [
              ["type": "text", "text": "a"],
              [
                "type": "vstack",
                "children": [
                  ["type": "text", "text": "b"],
                  ["type": "points", "start": 1, "children": [["type": "text", "text": "c"]]],
                ],
              ],
            ],
          ]
        ]
      ))
    all.append(
      (
        "- [x] done\n- [ ] open",
        [["type": "points", "children": [["type": "text", "text": "☑ done"], ["type": "text", "text": "☐ open"]]]]
      ))
    return all
  }()

  @Test(arguments: cases)
  func `Markdown becomes elements`(_ text: String, _ expected: JSONValue) throws {
    #expect(try elements(text) == expected)
  }

  @Test func `a table has columns and cells`() throws {
    let table = try elements("| a | b |\n|---|---|\n| 1 | **2** |\n| 3 |")[0]
    #expect(table?["type"] == "tabular")
    #expect(table?["columns"] == [["title": "a"], ["title": "b"]])
    let rows = table?["children"]?.arrayValue ?? []
    let cells = rows.map { row in (row["children"]?.arrayValue ?? []).map { $0["text"] } }
    #expect(cells == [["1", [["text": "2", "style": "bold"]]], ["3", ""]])
  }

  @Test func `a text of a mebibyte is cut, and says so`() throws {
    let all = try elements(String(repeating: "word ", count: 210_000)).arrayValue ?? []
    #expect(all.last == ["type": "text", "text": "…"])
    #expect((all[0]["text"]?.stringValue?.utf8.count ?? 0) <= Markdown.longest)
  }

  @Test(arguments: [
    String(repeating: "> ", count: 1000) + "deep",
    (0..<1000).map { String(repeating: "  ", count: $0 % 200) + "- a" }.joined(separator: "\n"),
    String(repeating: "- a\n", count: 5000), String(repeating: "**a ", count: 5000),
    String(repeating: "[", count: 30_000),
    String(repeating: "[a](", count: 8000), String(repeating: "*a_", count: 10_000),
    String(repeating: "`", count: 30_000),
    String(repeating: "|a", count: 1000) + "\n" + String(repeating: "|-", count: 1000) + "\n"
      + String(repeating: "|a", count: 9000),
    String(repeating: "&#", count: 10_000), "\u{0}\u{FEFF}\u{2028}",
    "- " + String(repeating: "> - ", count: 2000) + "x",
  ])
  func `hostile texts become few elements`(_ text: String) throws {
    let window = try elements(text)
    #expect(depth(of: window) < 80)
    #expect(count(in: window) < 9000)
  }

  private func depth(of value: JSONValue) -> Int {
    switch value {
    case .array(let all): 1 + (all.map(depth).max() ?? 0)
    case .object(let object): 1 + (object.map { depth(of: $0.value) }.max() ?? 0)
    default: 0
    }
  }

  private func count(in value: JSONValue) -> Int {
    switch value {
    case .array(let all): all.reduce(0) { $0 + count(in: $1) }
    case .object(let object): object.reduce(1) { $0 + count(in: $1.value) }
    default: 0
    }
  }

  /// Pieces of Markdown, put together at random: all of the words are still there, in order.
  @Test(arguments: 0..<200)
  func `words are never lost or doubled`(_ seed: UInt64) throws {
    var random = Sequence(state: seed &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    let marks = [
      "*", "**", "_", "`", "~~", "\n", "\n\n", "\n> ", "\n- ", "\n1. ", "\n# ", "[", "](/a)", "<b>", "\n```\n", "|",
      "\n|-|-|\n", "    ", "\t", "\\", "!",
    ]
    var (text, words) = ("", [String]())
    for number in 0..<40 {
      text += marks[Int(random.next() % UInt64(marks.count))]
      words.append("w\(number)x")
      text += words[number]
      if random.next() % 3 == 0 { text += " " }
    }
    let found = written(in: try elements(text)).matches(of: /w\d+x/).map { String($0.output) }
    // A word may be the language of a code block, or in the address of a link.
    #expect(Set(found).isSubset(of: words) && Set(found).count == found.count, "\(text.debugDescription)")
    #expect(found.count >= 30, "\(text.debugDescription)")
  }

  private func written(in value: JSONValue) -> String {
    switch value {
    case .array(let all): all.map(written).joined(separator: " ")
    case .object(let object):
      object.filter { $0.key != "type" && $0.key != "url" }.map { written(in: $0.value) }.joined(separator: " ")
    case .string(let text): text
    default: ""
    }
  }
}

/// A generator whose numbers are the same each time.
private struct Sequence {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
