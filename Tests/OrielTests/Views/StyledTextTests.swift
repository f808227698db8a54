import Oriel
import OrielDocument
import OrielTesting
import Testing

@NavigationModel
final class LocalizedModel {
  var name = "Ada"

  init() {}

  var body: some View {
    Section {
      Text(localized: "Hello \(name)")
    } footer: {
      Text(localized: "Bye") + Text("!").bold()
    }
    Picker("Choice", selection: bind(\.name)) { Text(localized: "Bye").bold().tag("Ada") }
  }
}

@Suite("Texts with looks")
struct StyledTextTests {
  @Test func `texts are put together`() throws {
    #expect(
      try element(Text("Read ") + Text("this").bold().italic()) == [
        "type": "text", "text": ["Read ", ["text": "this", "style": "bold italic"]],
      ])
    #expect(
      try element((Text("a") + Text("b").bold(false)).bold()) == [
        "type": "text", "text": "ab", "style": "bold",
      ])
  }

  @Test func `a text says its label`() throws {
    #expect(
      try element(Text(TextState("★★★").accessibilityLabel("three stars")))
        == ["type": "text", "text": "★★★", "label": "three stars"])
  }

  @Test func `texts are in the language of their window and follow it`() throws {
    let window = try TestWindow(
      LocalizedModel(), environment: [Localization(["de": ["Hello %@": "Hallo %@", "Bye": "Tschüs"]])])
    func section() -> JSONValue? { window.document["models"]?["m1"]?["body"]?[0] }
    #expect(section()?["children"]?[0]?["text"] == "Hello Ada")
    #expect(window.document["lang"] == "en")
    try window.report(locale: "de-AT")
    #expect(window.document["lang"] == "de")
    #expect(section()?["children"]?[0]?["text"] == "Hallo Ada")
    #expect(section()?["footer"] == ["Tschüs", ["text": "!", "style": "bold"]])
    #expect(window.document["models"]?["m1"]?["body"]?[1]?["options"]?[0]?["text"] == "Tschüs")
  }
}
