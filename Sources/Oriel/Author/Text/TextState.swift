/// A text as a value, for alerts, dialogs, their buttons, and ``Text``.
///
/// It has a content, styles and an accessibility label, and is translated when its window is rendered. Two texts are
/// equal if they are built alike: a text of two parts is not equal to one of a single part that reads the same.
public struct TextState: Hashable, Sendable, Codable {
  indirect enum Content: Hashable, Sendable, Codable {
    case verbatim(String)
    case localized(LocalizedStringKey)
    case concatenated(TextState, TextState)
  }

  let content: Content
  private(set) var style = Style()
  private(set) var label: String?
  private(set) var url: String?

  private init(content: Content) {
    self.content = content
  }

  /// Creates a text that is not translated.
  public init(_ text: some StringProtocol) {
    self.init(content: .verbatim(String(text)))
  }

  /// Creates a text that is not translated.
  public init(verbatim text: String) {
    self.init(content: .verbatim(text))
  }

  /// Creates a text in the language of the window. Without a translation in a ``Localization``, the key is the text.
  public init(localized key: LocalizedStringKey) {
    self.init(content: .localized(key))
  }

  /// Concatenates two texts, each with its own style.
  public static func + (first: TextState, second: TextState) -> TextState {
    TextState(content: .concatenated(first, second))
  }
}

extension TextState: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    self.init(content: .verbatim(text))
  }
}

extension TextState {
  /// Sets the font.
  public func font(_ font: Font) -> TextState { overlaid(with: font.style) }
  /// Makes the text bold or, in part of a bold text, not bold.
  public func bold(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.bold, isActive: isActive)) }
  /// Makes the text italic or, in part of an italic text, not italic.
  public func italic(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.italic, isActive: isActive)) }
  /// Sets a monospaced font.
  public func monospaced(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.mono, isActive: isActive)) }
  /// Underlines the text.
  public func underline(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.underline, isActive: isActive)) }
  /// Strikes the text through.
  public func strikethrough(_ isActive: Bool = true) -> TextState {
    overlaid(with: Style(.strikethrough, isActive: isActive))
  }
  /// Sets the foreground style.
  public func foregroundStyle(_ style: ForegroundStyle) -> TextState { overlaid(with: style.style) }

  /// Sets the text for assistive technology.
  public func accessibilityLabel(_ label: String) -> TextState {
    var text = self
    text.label = label
    return text
  }

  /// Makes the text a link to a relative URL, or one with the scheme http, https, mailto or tel. Any other is ignored.
  public func link(to url: String) -> TextState {
    var text = self
    text.url = url
    return text
  }

  /// Merges styles; the one nearest to the text wins.
  func overlaid(with outer: Style) -> TextState {
    var text = self
    text.style = outer.overlaid(with: style)
    return text
  }

  /// The same text without an accessibility label of the whole.
  var withoutLabel: TextState {
    var text = self
    text.label = nil
    return text
  }
}

/// A value that can be used as a ``TextState``: a string, a localized key, or a styled text.
public protocol TextStateConvertible {
  /// The text.
  var textState: TextState { get }
}

extension TextState: TextStateConvertible {
  /// Itself.
  public var textState: TextState { self }
}

extension String: TextStateConvertible {
  /// The text as it is, in every language.
  public var textState: TextState { TextState(verbatim: self) }
}

extension Substring: TextStateConvertible {
  /// The text as it is, in every language.
  public var textState: TextState { TextState(self) }
}

extension LocalizedStringKey: TextStateConvertible {
  /// The text in the language of the window.
  public var textState: TextState { TextState(localized: self) }
}
