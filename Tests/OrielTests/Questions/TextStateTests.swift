import OrielDocument
import Testing

@testable import Oriel

@Suite("Texts as values")
struct TextStateTests {
  private func rendered(_ text: TextState, _ environment: EnvironmentValues? = nil) -> JSONValue {
    text.rendered(in: environment)
  }

  private func environment(locale: String, _ tables: [String: [String: String]]) -> EnvironmentValues {
    let values: EnvironmentValues = [Localization(tables)]
    values.client.locale = locale
    return values
  }

  @Test func `a plain text is a string`() {
    #expect(rendered("Hello") == "Hello")
    #expect(rendered(TextState(verbatim: "Hello")) == "Hello")
    #expect(rendered("") == "")
  }

  @Test func `styled texts are runs, with a style around them where they say nothing`() {
    let text = ("Read " + TextState("this").bold() + TextState(" now").italic().bold(false)).bold()
    #expect(
      rendered(text) == [
        ["text": "Read this", "style": "bold"], ["text": " now", "style": "italic"],
      ])
    #expect(
      rendered("Only " + TextState("one").foregroundStyle(.danger).underline().strikethrough()) == [
        "Only ", ["text": "one", "style": "underline strikethrough danger"],
      ])
    #expect(rendered(TextState("mono").monospaced().font(.title)) == [["text": "mono", "style": "title mono"]])
  }

  @Test func `texts that follow each other alike are one run`() {
    #expect(rendered(TextState("a") + "b" + "" + "c") == "abc")
  }

  @Test func `what is said instead is said of a part`() {
    #expect(
      rendered(TextState("★★★").accessibilityLabel("three stars") + " by Ada") == [
        ["text": "★★★", "label": "three stars"], " by Ada",
      ])
    #expect(
      rendered((TextState("a").bold() + "b").accessibilityLabel("both")) == [["text": "ab", "label": "both"]])
  }

  @Test func `a part may be a link, if it is a safe one`() {
    #expect(rendered(TextState("here").link(to: "/x")) == [["text": "here", "url": "/x"]])
    #expect(rendered(TextState("here").link(to: "javascript:alert(1)")) == "here")
  }

  @Test func `texts are equal if they are built alike`() {
    #expect(TextState("ab") == TextState(verbatim: "ab"))
    #expect(TextState("a") + "b" != TextState("ab"))
    #expect(TextState("ab").bold() != TextState("ab"))
    #expect(TextState("ab") != TextState(localized: "ab"))
  }

  @Test func `a text is saved with its looks`() throws {
    let text = (TextState("a").bold(false) + TextState(localized: "Hi \("Ada")").link(to: "/x")).accessibilityLabel("A")
    #expect(try JSONValueDecoder.decode(TextState.self, from: JSONValueEncoder.encode(text)) == text)
  }

  @Test(arguments: [("de", "Hallo Ada"), ("de-AT", "Servus Ada"), ("de_CH", "Hallo Ada"), ("fr", "Hello Ada")])
  func `a key is looked up in the window's language, or what that is a kind of`(_ locale: String, _ text: String) {
    let environment = environment(
      locale: locale, ["de": ["Hello %@": "Hallo %@"], "de-at": ["Hello %@": "Servus %@"]])
    #expect(rendered(TextState(localized: "Hello \("Ada")"), environment) == .string(text))
  }

  @Test func `what was interpolated goes where the translation wants it`() {
    let environment = environment(
      locale: "de", ["de": ["%lld of %@, 100%%": "%2$@: %1$lld, 100 %%", "%@ %@": "%@ %@ %@ %x %"]])
    #expect(environment.localized("\(3) of \("ten"), 100%") == "ten: 3, 100 %")
    #expect(environment.localized("\("a") \("b")") == "a b  %x %")
    #expect(environment.localized("\(1) unknown 5%") == "1 unknown 5%")
  }
}
