import OrielDocument

/// A piece of text.
public struct Text: ElementView {
  let content: String
  private let looks: Looks?

  /// The parts that most texts don't have. Without them, a text is small enough to be stored inline in a list of views.
  private final class Looks {
    /// The full text, if it is more than a string and a style.
    let state: TextState?
    let style: Style

    init(_ state: TextState?, _ style: Style) {
      self.state = state
      self.style = style
    }
  }

  var state: TextState? { looks?.state }
  private var style: Style { looks?.style ?? Style() }

  /// Creates a text that is not translated.
  public init(_ content: String) {
    self.content = content
    looks = nil
  }

  /// Creates a text that is not translated.
  public init(verbatim content: String) {
    self.init(content)
  }

  /// Creates a styled text.
  public init(_ state: TextState) {
    self.init("", Looks(state, Style()))
  }

  private init(_ content: String, _ looks: Looks) {
    self.content = content
    self.looks = looks
  }

  /// Creates a text in the language of the window: see ``Localization``.
  public init(localized key: LocalizedStringKey) {
    self.init(TextState(localized: key))
  }

  /// Concatenates two texts, each with its own style.
  public static func + (first: Text, second: Text) -> Text {
    Text(first.asState + second.asState)
  }

  private var asState: TextState { (state ?? TextState(verbatim: content)).overlaid(with: style) }

  static func render(_ view: borrowing Text, into renderer: inout ElementRenderer) {
    var element = renderer.open("text")
    if let state = view.state {
      element.label = state.label
      element.members.append("text", renderer.rendered(state.withoutLabel))
    } else {
      element.set("text", view.content)
    }
    if let looks = view.looks { element.style = looks.style }
    renderer.close(element)
  }
}

extension Text {
  /// Sets the font.
  public func font(_ font: Font) -> Text { overlaid(with: font.style) }
  /// Makes the text bold or, in part of a bold text, not bold.
  public func bold(_ isActive: Bool = true) -> Text { overlaid(with: Style(.bold, isActive: isActive)) }
  /// Makes the text italic or, in part of an italic text, not italic.
  public func italic(_ isActive: Bool = true) -> Text { overlaid(with: Style(.italic, isActive: isActive)) }
  /// Sets a monospaced font.
  public func monospaced(_ isActive: Bool = true) -> Text { overlaid(with: Style(.mono, isActive: isActive)) }
  /// Sets the foreground style.
  public func foregroundStyle(_ style: ForegroundStyle) -> Text { overlaid(with: style.style) }

  /// Merges styles; the one nearest to the text wins.
  private func overlaid(with outer: Style) -> Text {
    Text(content, Looks(state, outer.overlaid(with: style)))
  }
}

extension ElementRenderer {
  /// The text as in the document. Options of a picker are unstyled.
  func rendered(_ text: TextState) -> JSONValue {
    let environment = node?.environment
    return options == nil ? text.rendered(in: environment) : .string(text.plainText(in: environment))
  }

  func rendered(_ text: Text) -> JSONValue {
    text.state.map(rendered) ?? .string(text.content)
  }
}
