/// A font. The client decides the sizes.
public struct Font: Sendable {
  var style: Style

  /// The font of a screen's title.
  public static let title = Font(style: Style(.title))
  /// The font of a subtitle.
  public static let title2 = Font(style: Style(.title2))
  /// The font of a headline in text.
  public static let headline = Font(style: Style(.headline))
  /// The font of text.
  public static let body = Font(style: Style(.body))
  /// The font of small print.
  public static let caption = Font(style: Style(.caption))

  /// The bold variant.
  public func bold() -> Font { overlaid(with: .bold) }
  /// The italic variant.
  public func italic() -> Font { overlaid(with: .italic) }
  /// The monospaced variant.
  public func monospaced() -> Font { overlaid(with: .mono) }

  private func overlaid(with token: StyleToken) -> Font {
    Font(style: style.overlaid(with: Style(token)))
  }
}
