/// How text is written. The sizes are the client's.
public struct Font: Sendable {
  var style: Style

  /// Of the title of a screen.
  public static let title = Font(style: Style(.title))
  /// Of a title below that.
  public static let title2 = Font(style: Style(.title2))
  /// As text, but stronger.
  public static let headline = Font(style: Style(.headline))
  /// Of text.
  public static let body = Font(style: Style(.body))
  /// Of what is said in small letters.
  public static let caption = Font(style: Style(.caption))

  /// The same, bold.
  public func bold() -> Font { overlaid(with: .bold) }
  /// The same, italic.
  public func italic() -> Font { overlaid(with: .italic) }
  /// The same, with letters of one width.
  public func monospaced() -> Font { overlaid(with: .mono) }

  private func overlaid(with token: StyleToken) -> Font {
    Font(style: style.overlaid(with: Style(token)))
  }
}
