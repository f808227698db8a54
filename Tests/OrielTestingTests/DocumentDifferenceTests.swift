import OrielDocument
import Testing

@testable import OrielTesting

struct DocumentDifferenceTests {
  @Test func `each place that differs has a line`() {
    let old: JSONValue = ["title": "Home", "models": ["m1": ["body": [1, 2]], "a/b": true]]
    let new: JSONValue = ["title": "Orders", "models": ["m1": ["body": [1, 3, 4]]], "url": "/"]
    #expect(
      DocumentDifference.text(from: old, to: new) == """
        /title: "Home" → "Orders"
        /models/m1/body/1: 2 → 3
        /models/m1/body/2: nothing → 4
        /models/a~1b: true → nothing
        /url: nothing → "/"
        """)
  }

  @Test func `equal documents differ nowhere`() {
    #expect(DocumentDifference.text(from: ["n": 1], to: ["n": 1.0]) == "")
    #expect(DocumentDifference.text(from: nil, to: 1) == "the document: nothing → 1")
  }
}
