import OrielDocument
import Testing

@testable import OrielCommand

struct JSONTextTests {
  private static let json: JSONValue = [
    "title": "Inbox \"new\"", "empty": [], "none": [:], "models": ["m1": ["body": [1, ["id": "a"]]]],
  ]

  @Test func `for people each member has its line`() {
    #expect(
      JSONText.pretty(Self.json) == """
        {
          "title": "Inbox \\"new\\"",
          "empty": [],
          "none": {},
          "models": {
            "m1": {
              "body": [
                1,
                {
                  "id": "a"
                }
              ]
            }
          }
        }
        """)
  }

  @Test func `for scripts it is one line`() {
    #expect(
      JSONText.compact(Self.json)
        == #"{"title":"Inbox \"new\"","empty":[],"none":{},"models":{"m1":{"body":[1,{"id":"a"}]}}}"#)
  }

  @Test(arguments: ["\u{7F}\u{9B}2J\u{202E}", "a\nb\tc\u{1B}"])
  func `it can't steer a terminal, and is still the same JSON`(text: String) throws {
    for written in [JSONText.compact(.string(text)), JSONText.pretty(["text": .string(text)])] {
      #expect(!written.unicodeScalars.contains(where: Terminal.steers))
      let read = try JSONValue(parsing: written)
      #expect((read["text"] ?? read) == .string(text))
    }
  }
}
