import Testing

struct CaseBindableTests {
  @Test func `each case has a way in, and a binding`() {
    let expansion = Expansion(
      "@CaseBindable public enum Stock { case some(quantity: Int), sold(Bool, price: Int), gone }")
    #expect(expansion.diagnostics == [])
    // However it is indented.
    let source = expansion.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for line in [
      "public var some: Oriel._EnumCase<Stock, Int> {",
      "embed: { value in .some(quantity: value) }, extract: { if case .some(let v0) = $0 { v0 } else { nil } }",
      "public var sold: Oriel._EnumCase<Stock, (Bool, price: Int)> {",
      "embed: { value in .sold(value.0, price: value.price) }",
      "{ if case .sold(let v0, let v1) = $0 { (v0, price: v1) } else { nil } }",
      "public var gone: Oriel._EnumCase<Stock, Void> {",
      "case some(Oriel.Binding<Int>)",
      "case gone }",
      "case .some(let v0): return .some(binding._case(cases.some, v0))",
      "case .gone: return .gone",
      "extension Stock: Oriel.CaseBindable {",
    ] {
      #expect(source.contains(line), "\(line) in \(source)")
    }
  }

  @Test func `only an enumeration has cases`() {
    #expect(
      Expansion("@CaseBindable struct Stock {}").diagnostics == [
        "1:1: @CaseBindable needs an enumeration: write 'enum'"
      ])
    #expect(
      Expansion("@CaseBindable enum Stock {}").diagnostics == [
        "1:20: there is no case to bind to: write one, or remove '@CaseBindable'"
      ])
  }
}
