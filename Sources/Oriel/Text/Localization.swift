/// The texts of an app in the languages it speaks. Return one from the app's `environment(for:)`.
///
/// ```swift
/// Localization(["de": ["Hello %@": "Hallo %@", "%lld new": "%lld neue"]])
/// ```
public final class Localization: Sendable {
  private let tables: [String: [String: String]]

  /// - Parameter tables: Translations by key, by BCP 47 language tag.
  public init(_ tables: [String: [String: String]]) {
    self.tables = Dictionary(tables.map { ($0.lowercased(), $1) }) { first, second in
      first.merging(second) { $1 }
    }
  }

  /// The text of a key in this language, or in what the language is a kind of: for `de-AT` also `de`. The key itself where
  /// there is none.
  public func text(_ key: LocalizedStringKey, locale: String) -> String {
    var tag = locale.lowercased().replacing("_", with: "-")[...]
    while !tag.isEmpty {
      if let format = tables[String(tag)]?[key.key] { return key.filled(into: format) }
      tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
    }
    return key.filled(into: key.key)
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
  /// A text in the language of the window. A `body` that reads it follows when the language changes.
  public func localized(_ key: LocalizedStringKey) -> String {
    _node.environment.localized(key)
  }
}
