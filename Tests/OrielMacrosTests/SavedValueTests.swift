import Testing

struct SavedValueTests {
  @Test func `a variable with a default may be missing, and the others must be there`() {
    let expansion = Expansion(
      """
      @SavedValue public struct Order: Codable {
        let id: Int
        var title: String
        var note = ""
        var owner: String?
        let kind = "order"
        var words: [String] { [] }
        static var last = 0
      }
      """)
    #expect(expansion.diagnostics == [])
    // However it is indented.
    let source = expansion.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      source.hasSuffix(
        """
        extension Order { public init(from decoder: any Swift.Decoder) throws { \
        let saved = try decoder.container(keyedBy: CodingKeys.self) \
        self.id = try saved._value(for: .id) \
        self.title = try saved._value(for: .title) \
        try saved._restore(&self.note, for: .note) \
        self.owner = try saved._optional(for: .owner) } }
        """), "\(source)")
  }

  @Test func `only the properties that have a coding key are decoded`() {
    let expansion = Expansion(
      """
      @SavedValue struct Order: Codable {
        let id: Int
        var isShown = false
        enum CodingKeys: String, CodingKey { case id = "number" }
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.contains("self.id = try saved._value(for: .id)"))
    #expect(!expansion.source.contains("isShown, for"))
  }

  @Test(arguments: ["final class", "enum", "actor"])
  func `only a struct has defaults to decode`(_ kind: String) {
    #expect(
      Expansion("@SavedValue \(kind) Order {}").diagnostics == [
        "1:1: @SavedValue needs a struct: write 'struct', or remove '@SavedValue'"
      ])
  }

  @Test func `a struct that decodes itself is told to choose`() {
    #expect(
      Expansion("@SavedValue struct Order { init(from decoder: any Decoder) throws {} }").diagnostics == [
        "1:28: @SavedValue writes 'init(from:)': remove this one, or remove '@SavedValue' and use 'decodeIfPresent' here"
      ])
  }

  @Test func `a wrapped property is not decoded by the macro`() {
    #expect(
      Expansion("@SavedValue struct Order { @Clamped var size = 1 }").diagnostics == [
        "1:28: 'size' is kept by '@Clamped', which decodes it: write 'init(from:)' yourself, and remove '@SavedValue'"
      ])
  }
}
