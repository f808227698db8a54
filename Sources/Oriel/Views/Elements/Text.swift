import OrielDocument

/// A piece of text.
public struct Text: _ElementView {
  let content: String
  private let looks: Looks?

  /// What most texts have nothing of: without it a text is so small that a list of views takes it as it is.
  private final class Looks {
    /// A text of which there is more to say than its words and one style.
    let state: TextState?
    let style: Style

    init(_ state: TextState?, _ style: Style) {
      self.state = state
      self.style = style
    }
  }

  var state: TextState? { looks?.state }
  private var style: Style { looks?.style ?? Style() }

  /// A text as it is, in every language.
  public init(_ content: String) {
    self.content = content
    looks = nil
  }

  /// A text as it is, in every language.
  public init(verbatim content: String) {
    self.init(content)
  }

  /// A text with looks.
  public init(_ state: TextState) {
    self.init("", Looks(state, Style()))
  }

  private init(_ content: String, _ looks: Looks) {
    self.content = content
    self.looks = looks
  }

  /// A text in the language of the window: see ``Localization``.
  public init(localized key: LocalizedStringKey) {
    self.init(TextState(localized: key))
  }

  /// One text behind the other, each with its own looks.
  public static func + (first: Text, second: Text) -> Text {
    Text(first.asState + second.asState)
  }

  private var asState: TextState { (state ?? TextState(verbatim: content)).overlaid(with: style) }

  public static func _render(_ view: borrowing Text, into renderer: inout ElementRenderer) {
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
  /// Written in this font.
  public func font(_ font: Font) -> Text { overlaid(with: font.style) }
  /// Bold, or, for a part of a bold text, not.
  public func bold(_ isActive: Bool = true) -> Text { overlaid(with: Style(.bold, isActive: isActive)) }
  /// Italic, or, for a part of an italic text, not.
  public func italic(_ isActive: Bool = true) -> Text { overlaid(with: Style(.italic, isActive: isActive)) }
  /// With letters of one width, as code is written.
  public func monospaced(_ isActive: Bool = true) -> Text { overlaid(with: Style(.mono, isActive: isActive)) }
  /// Painted with this.
  public func foregroundStyle(_ style: ForegroundStyle) -> Text { overlaid(with: style.style) }

  /// What was said first, nearest to the text, stays.
  private func overlaid(with outer: Style) -> Text {
    Text(content, Looks(state, outer.overlaid(with: style)))
  }
}

extension ElementRenderer {
  /// A text as the document has it. The options of a picker have no looks.
  func rendered(_ text: TextState) -> JSONValue {
    let environment = node?.environment
    return options == nil ? text.rendered(in: environment) : .string(text.plainText(in: environment))
  }

  func rendered(_ text: Text) -> JSONValue {
    text.state.map(rendered) ?? .string(text.content)
  }
}
