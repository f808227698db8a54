import OrielDocument
import Synchronization
import Testing

@testable import Oriel

@Suite("Translations") struct LocalizationTests {
  /// As the plugin writes it.
  private let catalog = Localization(
    _catalog: """
      {"source": "en", "languages": {
        "en": {"greeting": "Hello, %@"},
        "de": {"greeting": "Hallo, %@", "Save": "Sichern"},
        "pl": {
          "%lld files": {"text": "%#@number@", "plurals": {"number": {"argument": 0, "forms":
            {"one": "%lld plik", "few": "%lld pliki", "many": "%lld plików", "other": "%lld pliku"}}}},
          "%@ has %lld files": {"text": "%#@files@ ma %1$@", "plurals": {"files": {"argument": 1, "forms":
            {"one": "%2$lld plik", "many": "%2$lld plików", "other": "%2$lld pliki"}}}}},
        "pt-BR": {"Save": "Salvar"}, "zh-Hant": {"Save": "儲存"}, "zh-Hans": {"Save": "保存"}}}
      """)

  @Test(arguments: [(1, "1 plik"), (2, "2 pliki"), (5, "5 plików"), (22, "22 pliki"), (112, "112 plików")])
  func `a number has the form of its language`(count: Int, text: String) {
    #expect(catalog.text("\(count) files", locale: "pl") == text)
  }

  @Test func `a form is found for the argument that it is about`() {
    #expect(catalog.text("\("Ada") has \(5) files", locale: "pl-PL") == "5 plików ma Ada")
    #expect(catalog.text("\("Ada") has \(3) files", locale: "pl-PL") == "3 pliki ma Ada")
  }

  @Test func `a key may be a name, with a text in its own language`() {
    let key: LocalizedStringKey = "greeting"
    #expect(catalog.text(key, locale: "en-GB") == "Hello, ")
    #expect(catalog.text(key, locale: "fr") == "Hello, ")
    #expect(catalog.text(key, locale: "de") == "Hallo, ")
  }

  @Test(arguments: [
    ("de-AT", "Sichern"), ("de_CH", "Sichern"), ("pt", "Salvar"), ("pt-PT", "Salvar"), ("zh-TW", "儲存"), ("zh-CN", "保存"),
    ("zh", "保存"), ("zh-Hant-HK", "儲存"), ("fr", "Save"), ("", "Save"), ("en", "Save"),
  ])
  func `a language takes the nearest`(locale: String, text: String) {
    #expect(catalog.text("Save", locale: locale) == text)
  }

  @Test func `a text that the nearest language does not have is that of the next`() {
    let texts = Localization(["de-AT": ["January": "Jänner"], "de": ["January": "Januar", "Save": "Sichern"]])
    #expect(
      ["January", "Save", "Open"].map { texts.text(LocalizedStringKey($0), locale: "de-AT") } == [
        "Jänner", "Sichern", "Open",
      ])
    #expect(texts.text("January", locale: "de-CH") == "Januar")
    let words = Localization(["de_AT": ["oriel.page.close": "Zumachen"]]).withOwnTexts().texts(
      prefixed: "oriel.page.", in: "de-at")
    #expect(words["close"] == "Zumachen")
    #expect(words["back"] == "Zurück")
  }

  @Test func `a language has gaps where it and its nearest have no text, and another has`() {
    let texts = Localization([
      "de": ["January": "Januar", "Save": "Sichern", "oriel.page.close": "Zumachen"], "de-AT": ["January": "Jänner"],
      "fr": ["January": "janvier"], "en": ["greeting": "Hello"],
    ])
    #expect(texts.gaps.map(\.language) == ["de", "de-at", "fr"])
    #expect(texts.gaps.map(\.keys) == [["greeting"], ["greeting"], ["Save", "greeting"]])
  }

  @Test func `a key that no language has is told once, and the first 200 are`() {
    let texts = Localization(["de": ["Save": "Sichern"]])
    _ = texts.text("Early", locale: "de")
    let told = Mutex<[String]>([])
    texts.missingKeys.tell { key in told.withLock { $0.append(key) } }
    for _ in 1...2 {
      for key in ["Save", "Open", "oriel.Open"] {
        _ = texts.withOwnTexts().text(LocalizedStringKey(key), locale: "fr")
      }
    }
    #expect(told.withLock(\.self) == ["Open"])
    for number in 0..<300 { _ = texts.text(LocalizedStringKey("key \(number)" as String), locale: "en") }
    #expect(told.withLock(\.count) == 200)
  }

  @Test func `a tag may be anything`() {
    let long = String(repeating: "a-", count: 8000)
    for locale in [long, "", "-", "--", "de-", "-de", "💥", String(repeating: "x", count: 65)] {
      #expect(
        catalog.text("Save", locale: locale) == (locale == "de-" || locale == "-de" ? "Sichern" : "Save"),
        "\(locale.prefix(9))")
    }
    #expect(Localization(["<b>": [:], "de": [:]]).languages == ["de", "en"])
  }

  @Test(arguments: [
    (["de-AT", "en"], "de"), (["fr", "pl"], "pl"), (["fr"], "en"), (["en", "de"], "en"), (["zh-TW"], "zh-hant"),
    ([], "en"),
  ])
  func `a page is in the first language that there is`(locales: [String], language: String) {
    #expect(catalog.language(forAnyOf: locales) == language)
  }

  @Test func `Oriel's own texts come in the app's languages alone, and an app may replace them`() {
    let texts = Localization(["de": ["oriel.Sign in": "Einloggen"]]).withOwnTexts()
    #expect(texts.ownText("Sign in", locale: "de") == "Einloggen")
    #expect(texts.ownText("Sign out", locale: "de-AT") == "Abmelden")
    #expect(texts.ownText("Sign in", locale: "fr") == "Sign in")
    #expect(
      texts.ownText("Too many attempts. Try again in \(2) seconds.", locale: "de")
        == "Zu viele Versuche. Versuche es in 2 Sekunden noch einmal.")
    let german = Localization([:], source: "de").withOwnTexts()
    #expect(german.ownText("Sign in", locale: "en") == "Anmelden")
    #expect(german.languages == ["de"])
  }

  @Test func `the words of a page are written as they are kept`() {
    let texts = Localization(["de": [:]]).withOwnTexts().texts(prefixed: "oriel.page.", in: "de")
    #expect(texts["back"] == "Zurück")
    #expect(
      texts["unsent"]
        == [
          "text": "%#@number@",
          "plurals": [
            "number": [
              "argument": 0,
              "forms": [
                "one": "Verbindung wird wiederhergestellt … %1$lld Änderung nicht gesendet",
                "other": "Verbindung wird wiederhergestellt … %1$lld Änderungen nicht gesendet",
              ],
            ]
          ],
        ])
    #expect(texts["Sign in"] == nil)
  }

  @Test(arguments: [("ar", true), ("fa-IR", true), ("he", true), ("de", false), ("art", false)])
  func `a language has a direction`(tag: String, isRightToLeft: Bool) {
    #expect(Localization.isRightToLeft(tag) == isRightToLeft)
  }
}
