private struct StyleModifier: RenderModifier {
  let style: Style

  func apply(to context: inout RenderContext) {
    context.attributes.style = context.attributes.style.overlaid(with: style)
  }
}

extension View {
  /// How texts in the view are written.
  public func font(_ font: Font) -> ModifiedView { styled(font.style) }
  /// Whether texts in the view are bold.
  public func bold(_ isActive: Bool = true) -> ModifiedView { styled(Style(.bold, isActive: isActive)) }
  /// Whether texts in the view are italic.
  public func italic(_ isActive: Bool = true) -> ModifiedView { styled(Style(.italic, isActive: isActive)) }
  /// Whether texts in the view have letters of one width.
  public func monospaced(_ isActive: Bool = true) -> ModifiedView { styled(Style(.mono, isActive: isActive)) }
  /// What the view is painted with.
  public func foregroundStyle(_ style: ForegroundStyle) -> ModifiedView { styled(style.style) }
  /// Where the lines of texts in the view begin.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> ModifiedView { styled(alignment.style) }

  /// Gives the topmost elements of the view these tokens, for those that have no modifier of their own.
  public func style(_ tokens: StyleToken...) -> ModifiedView {
    styled(tokens.reduce(Style()) { $0.overlaid(with: Style($1)) })
  }

  private func styled(_ style: Style) -> ModifiedView {
    ModifiedView(self, StyleModifier(style: style))
  }
}

/// Where the lines of a text begin.
public enum TextAlignment: Sendable {
  /// Where a line of text begins, in the middle, or so that it ends there.
  case leading, center, trailing

  fileprivate var style: Style {
    switch self {
    case .leading: Style(.center, isActive: false)
    case .center: Style(.center)
    case .trailing: Style(.trailing)
    }
  }
}
