import OrielDocument
import Testing

struct ScalarsTests {
  static let texts = [
    "", "a", "type", "kind", "typ", "é", "e\u{301}", "aé", "fifteen bytes!!", "fifteen bytes!?", "sixteen bytes!!!",
    "sixteen bytes!!?", "seven é and eight", "seven e\u{301} and eight",
  ]

  /// The same text in a storage of its own, in one that is far too large, and as what is left of a longer one.
  private func ways(_ text: String) -> [String] {
    var roomy = ""
    roomy.reserveCapacity(100)
    roomy += text
    var rest = text + "é and a tail that is long"
    rest.unicodeScalars.removeLast(rest.unicodeScalars.count - text.unicodeScalars.count)
    return [text, String(decoding: Array(text.utf8), as: UTF8.self), roomy, rest]
  }

  @Test(arguments: texts)
  func `texts are the same if their scalars are, however they are kept`(_ text: String) {
    for other in Self.texts {
      let isSame = Array(text.unicodeScalars) == Array(other.unicodeScalars)
      for mine in ways(text) {
        for theirs in ways(other) {
          #expect(mine.hasSameScalars(as: theirs) == isSame, "\(text) and \(other)")
          let place = 1..<theirs.utf8.count + 1
          #expect(mine.hasBytes([0] + Array(theirs.utf8) + [0], place) == isSame, "\(text) and \(other)")
        }
      }
    }
  }
}
