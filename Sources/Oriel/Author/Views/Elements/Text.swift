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
    /// How the page shows the time that the content is.
    let time: DateStyle?

    init(_ state: TextState?, _ style: Style, _ time: DateStyle? = nil) {
      self.state = state
      self.style = style
      self.time = time
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

  /// Creates a text that says how long ago a time was, or how far away it is, such as *3 minutes ago*. The page writes it in
  /// the user's language, by its own clock, and keeps it up to date without asking the server.
  ///
  /// ```swift
  /// Text(message.sentAt, style: .relative)
  /// ```
  ///
  /// As part of another text, or as the label of an option, it is the time itself, in UTC.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970, such as ``HubClock/now``.
  ///   - style: How the page shows it.
  public init(_ time: Int64, style: DateStyle) {
    self.init(UTCTime(time).description, Looks(nil, Style(), style))
  }

  /// How a page shows a time.
  public struct DateStyle: Hashable, Sendable {
    let name: String

    /// How long ago it was, or how far away it is: *in 2 hours*.
    public static let relative = DateStyle(name: "relative")
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
    var element = renderer.open(view.looks?.time == nil ? "text" : "time")
    if let state = view.state {
      element.label = state.label
      element.members.append("text", renderer.rendered(state.withoutLabel))
    } else {
      element.set("text", view.content)
    }
    if let looks = view.looks {
      element.style = looks.style
      if let time = looks.time { element.set("as", time.name) }
    }
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
    Text(content, Looks(state, outer.overlaid(with: style), looks?.time))
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
