import Testing

struct BodyTests {
  private static let built = "@Oriel.ViewBuilder"

  @Test(arguments: [
    "var body: some View { Text(title) }",
    "public var body: some View { get { Text(title) } }",
    "var body: some View { ForEach(rows) { row in return Text(row) } }",
  ])
  func `a body is built`(_ body: String) {
    #expect(Expansion("@NavigationModel final class InboxModel { \(body) }").source.contains(Self.built))
  }

  @Test(arguments: [
    "var body: EmptyView { EmptyView() }",
    "var body: some View { let text = Text(title); return text }",
    "@ViewBuilder var body: some View { Text(title) }",
    "@RowBuilder var body: some View { Text(title) }",
    "var header: some View { Text(title) }",
    "static var body: some View { Text(title) }",
  ])
  func `another body is left as it is`(_ body: String) {
    #expect(!Expansion("@NavigationModel final class InboxModel { \(body) }").source.contains(Self.built))
  }

  @Test func `an environment object's body is a property like others`() {
    #expect(!Expansion("@SavedState final class Draft { var body: some View { text } }").source.contains(Self.built))
    #expect(Expansion(#"@SavedState final class Draft { var body = "" }"#).diagnostics == [])
  }
}
