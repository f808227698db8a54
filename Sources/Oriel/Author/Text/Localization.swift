/// The translations of an app's texts. Return one from the app's `environment(for:)`.
///
/// ```swift
/// Localization(["de": ["Hello %@": "Hallo %@", "%lld new": "%lld neue"]])
/// ```
public final class Localization: Sendable {
  private let tables: [String: [String: String]]
  private let source: String

  /// Each page declares the language that its window shows, for screen readers and for the direction of text.
  ///
  /// - Parameters:
  ///   - tables: Translations by key, by BCP 47 language tag.
  ///   - source: The language tag of the keys themselves.
  public init(_ tables: [String: [String: String]], source: String = "en") {
    self.source = source
    self.tables = Dictionary(tables.map { ($0.lowercased(), $1) }) { first, second in
      first.merging(second) { $1 }
    }
  }

  /// The language that a window shows to a user who prefers this one.
  package func language(for locale: String) -> String {
    Self.kinds(of: locale).first { tables[$0] != nil } ?? source
  }

  /// A language tag and its less specific forms: for `de-AT`, also `de`.
  private static func kinds(of locale: String) -> [String] {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }

  /// Returns the text of a key in this language or, for `de-AT`, in `de`; the key itself if there is no translation.
  public func text(_ key: LocalizedStringKey, locale: String) -> String {
    let format = Self.kinds(of: locale).lazy.compactMap { self.tables[$0]?[key.key] }.first
    return key.filled(into: format ?? key.key)
  }
}

extension EnvironmentValues {
  /// A text in the language of the window.
  public func localized(_ key: LocalizedStringKey) -> String {
    guard let localization = self[Localization.self] else { return key.filled(into: key.key) }
    return localization.text(key, locale: locale)
  }
}

extension NavigationModel {
  /// A text in the language of the window. A `body` that reads it is updated when the language changes.
  public func localized(_ key: LocalizedStringKey) -> String {
    _node.environment.localized(key)
  }
}
