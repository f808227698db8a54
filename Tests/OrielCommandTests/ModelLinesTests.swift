import Testing

@testable import OrielCommand

struct ModelLinesTests {
  @Test func `models are lines, indented below the one they belong to`() {
    #expect(
      ModelLines.lines([
        "type": "Tabs", "id": "m1",
        "children": [
          ["type": "Inbox", "id": "m2", "children": []],
          [
            "type": "Compose\u{1B}", "id": "m3", "presentedAs": "sheet",
            "children": [["type": "“Really?”", "id": "", "presentedAs": "alert", "children": []]],
          ],
        ],
      ]) == ["Tabs m1", "  Inbox m2", "  Compose\(Terminal.safe("\u{1B}")) m3 (sheet)", "    “Really?” (alert)"])
  }
}
