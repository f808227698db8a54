private struct StyleModifier: RenderModifier {
  let style: Style

  func apply(to context: inout RenderContext) {
    context.attributes.style = context.attributes.style.overlaid(with: style)
  }
}

private struct ClassModifier: RenderModifier {
  private let names: String
  private static let limit = 8

  init(_ names: String) {
    let all = names.split(separator: " ")
    let good = all.filter(Self.isName).prefix(Self.limit)
    if good.count < all.count {
      TurnContext.reportMisuse(
        """
        \(names.debugDescription) is not taken whole: a class has letters, digits, - and _, and an element at most \(Self.limit)
        """)
    }
    self.names = good.joined(separator: " ")
  }

  private static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 64 && name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil
  }

  func apply(to context: inout RenderContext) {
    guard !names.isEmpty else { return }
    context.attributes.classes = context.attributes.classes.map { "\($0) \(names)" } ?? names
  }
}

/// The size of controls and texts.
public enum ControlSize: Sendable {
  /// For boards and blotters: 28 pixels a row.
  case mini
  /// For desks: 32 pixels a row.
  case small
  /// For forms and guides: 40 pixels a row.
  case regular

  fileprivate var style: Style {
    switch self {
    case .mini: Style(.dense)
    case .small: Style(.compact)
    case .regular: Style(.regular)
    }
  }
}

extension View {
  /// Sets the font of texts in the view.
  public func font(_ font: Font) -> _ModifiedView { styled(font.style) }
  /// Sets whether texts in the view are bold.
  public func bold(_ isActive: Bool = true) -> _ModifiedView { styled(Style(.bold, isActive: isActive)) }
  /// Sets whether texts in the view are italic.
  public func italic(_ isActive: Bool = true) -> _ModifiedView { styled(Style(.italic, isActive: isActive)) }
  /// Sets whether texts in the view are monospaced.
  public func monospaced(_ isActive: Bool = true) -> _ModifiedView { styled(Style(.mono, isActive: isActive)) }
  /// Sets the foreground style of the view.
  public func foregroundStyle(_ style: ForegroundStyle) -> _ModifiedView { styled(style.style) }
  /// Sets the alignment of lines of text in the view.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> _ModifiedView { styled(alignment.style) }

  /// Gives the top-level elements of the view these style tokens, for styles without a modifier of their own.
  public func style(_ tokens: StyleToken...) -> _ModifiedView {
    styled(tokens.reduce(Style()) { $0.overlaid(with: Style($1)) })
  }

  /// Sets the size of the controls and texts in the view: rows, fields, buttons and tables.
  ///
  /// Where people point with a finger, all sizes are that of a finger.
  public func controlSize(_ size: ControlSize) -> _ModifiedView { styled(size.style) }

  /// Shows bars in place of the view's texts, while the real ones are on their way. The texts say how long the bars are, and
  /// assistive technology hears that they are not there yet.
  public func redacted(reason: RedactionReasons) -> _ModifiedView {
    styled(Style(.placeholder, isActive: reason.contains(.placeholder)))
  }

  /// Gives the top-level elements of the view a class of the app's own, for its style sheet.
  ///
  /// ```swift
  /// Text(order.state).class("state")
  /// ```
  ///
  /// In the page, the element has the class `app-state`. The client's own classes are none to rely on.
  ///
  /// - Parameter names: One name, or up to eight with spaces between them: each of letters, digits, `-` and `_`, beginning with a
  ///   letter, of at most 64 characters. Others are left out, and reported.
  public func `class`(_ names: String) -> _ModifiedView { _ModifiedView(self, ClassModifier(names)) }

  private func styled(_ style: Style) -> _ModifiedView {
    _ModifiedView(self, StyleModifier(style: style))
  }
}

/// Why content is not shown as it is.
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It is not there yet.
  public static let placeholder = RedactionReasons(rawValue: 1)
}

/// The alignment of lines of text.
public enum TextAlignment: Sendable {
  /// At the edge where lines begin, in the centre, or at the edge where they end.
  case leading, center, trailing

  fileprivate var style: Style {
    switch self {
    case .leading: Style(.center, isActive: false)
    case .center: Style(.center)
    case .trailing: Style(.trailing)
    }
  }
}
