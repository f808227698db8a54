/// A text that is translated into the language of a window.
///
/// As in SwiftUI, interpolated values become placeholders in the key: `"Hello \(name)"` is looked up as `Hello %@`, and
/// `"\(count) new"` with an integer as `%lld new`. A translation can change their order: `%2$@ … %1$@`.
public struct LocalizedStringKey: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
  let key: String
  let arguments: [String]

  /// Creates a key without arguments; placeholders in it are taken literally.
  public init(_ key: String) {
    self.init(stringLiteral: key)
  }

  public init(stringLiteral key: String) {
    self.key = key
    arguments = []
  }

  private init(_ key: String, _ arguments: [String]) { (self.key, self.arguments) = (key, arguments) }

  func prefixed(_ prefix: String) -> LocalizedStringKey { LocalizedStringKey(prefix + key, arguments) }

  public init(stringInterpolation text: StringInterpolation) {
    key = text.key
    arguments = text.arguments
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var arguments: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + interpolationCount * 3)
    }

    public mutating func appendLiteral(_ literal: String) {
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// Adds an integer, as `%lld` in the key.
    public mutating func appendInterpolation(_ value: some BinaryInteger) {
      key += "%lld"
      arguments.append(String(value))
    }

    /// Adds any other value, as `%@` in the key.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      key += "%@"
      arguments.append(String(describing: value))
    }
  }

  /// Inserts the arguments into a text with placeholders. A placeholder without an argument becomes empty.
  func filled(into format: String) -> String {
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var text = ""
    var next = 0
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      text +=
        Self.parsePlaceholder(from: &rest, next: &next).map { arguments.indices.contains($0) ? arguments[$0] : "" }
        ?? "%"
    }
    return text + rest
  }

  /// The number of the argument for the placeholder after a `%`; `nil` if it is not a placeholder, or is an escaped
  /// `%`.
  private static func parsePlaceholder(from rest: inout Substring, next: inout Int) -> Int? {
    var place = rest
    if place.first == "%" {
      rest = place.dropFirst()
      return nil
    }
    var number: Int?
    let digits = place.prefix { $0.isASCII && $0.isNumber }
    if place.dropFirst(digits.count).first == "$", let position = Int(digits) {
      number = position - 1
      place = place.dropFirst(digits.count + 1)
    }
    guard let kind = ["lld", "@", "d"].first(where: { place.hasPrefix($0) }) else { return nil }
    rest = place.dropFirst(kind.count)
    if let number { return number }
    defer { next += 1 }
    return next
  }
}
