import OrielDocument
import Synchronization

/// The translations of an app's texts. Return it from ``WindowApp/localization``; <doc:Languages> shows how.
///
/// ```swift
/// Localization(["de": ["Hello %@": "Hallo %@", "%lld new": "%lld neue"]])
/// ```
public final class Localization: Sendable {
  private let tables: [String: [String: LocalizedFormat]]
  private let source: String
  package let missingKeys: MissingKeys
  /// The tags of ``languages(for:)``, which every text needs, by locale. Pages may name any: then it begins again.
  private let known = Mutex<[String: [String]]>([:])

  /// Each page declares the language that its window shows, for screen readers and for the direction of text.
  ///
  /// - Parameters:
  ///   - tables: Translations by key, by BCP 47 language tag.
  ///   - source: The language tag of the keys themselves.
  public convenience init(_ tables: [String: [String: String]], source: String = "en") {
    self.init(formats: tables.mapValues { $0.mapValues(LocalizedFormat.text) }, source: source)
  }

  private init(
    formats tables: [String: [String: LocalizedFormat]], source: String, missingKeys: MissingKeys = MissingKeys()
  ) {
    (self.source, self.missingKeys) = (source, missingKeys)
    self.tables = Dictionary(tables.map { (Self.tag($0), $1) }) { first, second in first.merging(second) { $1 } }
  }

  /// For the code that the plugin `StringCatalogs` makes of a String Catalog.
  public convenience init(_catalog text: String) {
    guard let catalog = try? JSONReader.value(from: Array(text.utf8)), let own = catalog["languages"]?.objectValue,
      let source = catalog["source"]?.stringValue
    else {
      preconditionFailure("This code was made by the plugin of another version of Oriel: build the package again.")
    }
    var tables: [String: [String: LocalizedFormat]] = [:]
    for (language, texts) in own {
      for (key, text) in texts.objectValue ?? [:] { tables[language, default: [:]][key] = LocalizedFormat(text) }
    }
    self.init(formats: tables, source: source)
  }

  /// The same with Oriel's own texts, in its languages.
  package func withOwnTexts() -> Localization {
    var tables = tables
    for language in languages {
      guard let found = Self.words.table(for: language), let own = Self.words.tables[found] else { continue }
      tables[language, default: [:]].merge(own) { text, _ in text }
    }
    return Localization(formats: tables, source: source, missingKeys: missingKeys)
  }

  /// The keys of which a language has no text although another has, by language. Those of Oriel's own texts may be left out.
  package var gaps: [(language: String, keys: [String])] {
    let all = Set(tables.values.joined().map(\.key)).filter { !$0.hasPrefix(Self.ownPrefix) }
    return tables.keys.sorted().filter { $0 != Self.tag(source) }.compactMap { language in
      let nearest = Self.kinds(of: language).compactMap { tables[$0] }
      let missing = all.filter { key in !nearest.contains { $0[key] != nil } }
      return missing.isEmpty ? nil : (language, missing.sorted())
    }
  }

  /// The tags of its languages that may stand in a page and in an address, in lower case.
  package var languages: [String] {
    Set(tables.keys).union([Self.tag(source)]).filter { tag in
      tag.wholeMatch(of: /[a-z0-9-]+/) != nil
    }.sorted()
  }

  /// The language that a window shows to a user who prefers this one.
  package func language(for locale: String) -> String { table(for: locale) ?? source }

  /// The language of a page for a user who prefers these, the first most.
  package func language(forAnyOf locales: [String]) -> String {
    locales.lazy.compactMap { locale in
      self.table(for: locale) ?? (Self.kinds(of: locale).contains(Self.tag(self.source)) ? self.source : nil)
    }.first ?? source
  }

  /// Whether a language is written from right to left.
  package static func isRightToLeft(_ tag: String) -> Bool {
    ["ar", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"].contains(
      tag.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  /// The tag of the table for a user who prefers this language: for `de-AT`, also `de`; for `pt`, also `pt-BR`.
  private func table(for locale: String) -> String? {
    let kinds = Self.kinds(of: locale)
    if let found = kinds.first(where: { tables[$0] != nil }) { return found }
    guard let language = kinds.last, language != Self.tag(source) else { return nil }
    return tables.keys.filter { $0.hasPrefix("\(language)-") }.min()
  }

  /// A language tag in lower case, with hyphens.
  private static func tag(_ text: String) -> String { text.lowercased().replacing("_", with: "-") }

  /// A language tag and its less specific forms: for `de-AT`, also `de`. A page may name anything, so only what a tag of
  /// language, script, region and variant may have counts.
  private static func kinds(of locale: String) -> [String] {
    guard locale.utf8.count <= 64 else { return [] }
    let parts = tag(locale).split(separator: "-").prefix(4)
    var kinds = parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
    // Which characters Chinese is written in follows from the region (CLDR, likelySubtags).
    if parts.first == "zh", parts.count > 1, !parts.contains("hant"), !parts.contains("hans") {
      kinds.insert(["tw", "hk", "mo"].contains(parts[1]) ? "zh-hant" : "zh-hans", at: kinds.count - 1)
    }
    return kinds
  }

  /// Returns the text of a key in this language or, for `de-AT`, in `de`; if there is no translation, in the language of the
  /// keys, which is the key itself unless it has a text of its own.
  public func text(_ key: LocalizedStringKey, locale: String) -> String {
    find(key, locale: locale) ?? key.filled(into: key.key)
  }

  /// The translation of a text that is its own key, if there is one.
  package func translation(of text: String, locale: String) -> String? {
    find(LocalizedStringKey(text), locale: locale)
  }

  private func find(_ key: LocalizedStringKey, locale: String) -> String? {
    for language in languages(for: locale) {
      if let format = tables[language]?[key.key] { return format.text(key, language: language) }
    }
    if !key.key.hasPrefix(Self.ownPrefix), !tables.values.contains(where: { $0[key.key] != nil }) {
      missingKeys.shown(key.key)
    }
    return nil
  }

  /// The tags of the tables in which a text is looked up, one after another.
  private func languages(for locale: String) -> [String] {
    if let known = known.withLock({ $0[locale] }) { return known }
    let kinds = Self.kinds(of: locale).filter { tables[$0] != nil }
    let all = (kinds.isEmpty ? [table(for: locale)].compactMap(\.self) : kinds) + [Self.tag(source)]
    known.withLock { known in
      if known.count >= 64 { known = [:] }
      known[locale] = all
    }
    return all
  }

  /// The translations of keys with this prefix, without it, as JSON.
  package func texts(prefixed prefix: String, in language: String) -> JSONObject {
    var texts = JSONObject()
    var all: [String: LocalizedFormat] = [:]
    for language in languages(for: language) { all.merge(tables[language] ?? [:]) { nearest, _ in nearest } }
    for (key, format) in all.sorted(by: { $0.key < $1.key }) where key.hasPrefix(prefix) {
      texts.append(String(key.dropFirst(prefix.count)), format.json)
    }
    return texts
  }
}

extension EnvironmentValues {
  /// A text in the language of the window.
  public func localized(_ key: LocalizedStringKey) -> String {
    guard let localization = self[Localization.self] else { return key.filled(into: key.key) }
    return localization.text(key, locale: locale)
  }

  /// One of Oriel's own texts in the language of the window.
  package func ownText(_ key: LocalizedStringKey) -> String {
    self[Localization.self]?.ownText(key, locale: locale) ?? key.filled(into: key.key)
  }
}

extension Localization {
  /// The beginning of the keys of Oriel's own texts.
  package static let ownPrefix = "oriel."

  /// One of Oriel's own texts.
  package func ownText(_ key: LocalizedStringKey, locale: String) -> String {
    find(key.prefixed(Self.ownPrefix), locale: locale) ?? key.filled(into: key.key)
  }
}

extension WindowApp {
  /// The translations of the app and of Oriel's own texts, in the app's languages.
  package var allTexts: Localization? { localization?.withOwnTexts() }
}

extension NavigationModel {
  /// A text in the language of the window. A `body` that reads it is updated when the language changes.
  public func localized(_ key: LocalizedStringKey) -> String {
    _node.environment.localized(key)
  }
}
