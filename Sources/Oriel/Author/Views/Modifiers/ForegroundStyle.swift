/// A foreground colour. The client decides the shades, for light and dark mode.
public struct ForegroundStyle: Sendable {
  let style: Style

  /// The default text colour, which overrides that of a surrounding view.
  public static let primary = ForegroundStyle(style: Style(.secondary, isActive: false))
  /// A weaker colour, for secondary text.
  public static let secondary = ForegroundStyle(style: Style(.secondary))
  /// The colour of buttons and links.
  public static let accent = ForegroundStyle(style: Style(.accent))
  /// The colour of errors and destructive actions.
  public static let danger = ForegroundStyle(style: Style(.danger))
  /// The colour of what needs attention.
  public static let warning = ForegroundStyle(style: Style(.warn))
  /// The colour of what has gone well.
  public static let success = ForegroundStyle(style: Style(.good))
}
