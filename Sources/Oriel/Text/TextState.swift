/// A text as a value: what alerts, dialogs and their buttons say, and what ``Text`` shows.
///
/// It knows its words, its looks and what assistive technology says instead; it is resolved for a window's language only
/// when that window is rendered. Two are equal if they are built alike: one of two pieces is not equal to one of a single
/// piece that reads the same.
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

  /// A text as it is, in every language.
  public init(_ text: some StringProtocol) {
    self.init(content: .verbatim(String(text)))
  }

  /// A text as it is, in every language.
  public init(verbatim text: String) {
    self.init(content: .verbatim(text))
  }

  /// A text in the language of whoever looks. Without a ``Localization`` that has it, the key is the text.
  public init(localized key: LocalizedStringKey) {
    self.init(content: .localized(key))
  }

  /// One text behind the other, each with its own looks.
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
  /// Written in this font.
  public func font(_ font: Font) -> TextState { overlaid(with: font.style) }
  /// Bold, or, for a part of a bold text, not.
  public func bold(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.bold, isActive: isActive)) }
  /// Italic, or, for a part of an italic text, not.
  public func italic(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.italic, isActive: isActive)) }
  /// With letters of one width, as code is written.
  public func monospaced(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.mono, isActive: isActive)) }
  /// With a line below.
  public func underline(_ isActive: Bool = true) -> TextState { overlaid(with: Style(.underline, isActive: isActive)) }
  /// With a line through it.
  public func strikethrough(_ isActive: Bool = true) -> TextState {
    overlaid(with: Style(.strikethrough, isActive: isActive))
  }
  /// Painted with this.
  public func foregroundStyle(_ style: ForegroundStyle) -> TextState { overlaid(with: style.style) }

  /// What assistive technology says instead of the text.
  public func accessibilityLabel(_ label: String) -> TextState {
    var text = self
    text.label = label
    return text
  }

  /// Makes the text lead somewhere: a relative URL, or one with the scheme http, https, mailto or tel. Nothing else does.
  public func link(to url: String) -> TextState {
    var text = self
    text.url = url
    return text
  }

  /// What was said first, nearest to the text, stays.
  func overlaid(with outer: Style) -> TextState {
    var text = self
    text.style = outer.overlaid(with: style)
    return text
  }

  /// The same without what is said instead of all of it.
  var withoutLabel: TextState {
    var text = self
    text.label = nil
    return text
  }
}

/// What can be said where a ``TextState`` is wanted: a string, a key in the language of the window, or a text with looks.
public protocol TextStateConvertible {
  /// The text it stands for.
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
