/// How text is written. The sizes are the client's.
public struct Font: Sendable {
  var style: Style

  public static let title = Font(style: Style(.title))
  public static let title2 = Font(style: Style(.title2))
  public static let headline = Font(style: Style(.headline))
  public static let body = Font(style: Style(.body))
  public static let caption = Font(style: Style(.caption))

  public func bold() -> Font { overlaid(with: .bold) }
  public func italic() -> Font { overlaid(with: .italic) }
  public func monospaced() -> Font { overlaid(with: .mono) }

  private func overlaid(with token: StyleToken) -> Font {
    Font(style: style.overlaid(with: Style(token)))
  }
}
