import Oriel

/// The texts of a page that is no window, in the language that its browser asks for.
package struct PageTexts: Sendable {
  private let localization: Localization?
  package let language: String

  init(_ localization: Localization?, for request: HTTPRequest) {
    self.localization = localization
    language = localization?.language(forAnyOf: request.languages) ?? "en"
  }

  package func callAsFunction(_ key: LocalizedStringKey) -> String {
    localization?.ownText(key, locale: language) ?? EnvironmentValues.ofNobody.ownText(key)
  }
}

extension HTTPRequest {
  /// The languages that the browser accepts, the preferred one first (RFC 9110 §12.5.4).
  var languages: [String] {
    let accepted = (headers["accept-language"] ?? "").parts(",", atMost: HeaderLimits.elements).compactMap {
      item -> (tag: String, weight: Double)? in
      let parts = item.parts(";", atMost: HeaderLimits.elements).map(\.trimmed)
      guard let tag = parts.first, 1...64 ~= tag.utf8.count else { return nil }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0 ? (String(tag), weight) : nil
    }
    // Of the same weight, in their order.
    return accepted.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
      \.element.tag)
  }
}
