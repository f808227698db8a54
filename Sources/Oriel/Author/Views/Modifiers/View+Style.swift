private struct StyleModifier: RenderModifier {
  let style: Style

  func apply(to context: inout RenderContext) {
    context.attributes.style = context.attributes.style.overlaid(with: style)
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

  private func styled(_ style: Style) -> _ModifiedView {
    _ModifiedView(self, StyleModifier(style: style))
  }
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
