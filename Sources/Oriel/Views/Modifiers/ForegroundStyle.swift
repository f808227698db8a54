/// What something is painted with. The colours are the client's, light or dark.
public struct ForegroundStyle: Sendable {
  let style: Style

  /// As text usually is; takes back what a view around said.
  public static let primary = ForegroundStyle(style: Style(.secondary, isActive: false))
  /// Weaker than text: what is said beside it.
  public static let secondary = ForegroundStyle(style: Style(.secondary))
  /// The colour of what can be pressed.
  public static let accent = ForegroundStyle(style: Style(.accent))
  /// The colour of what went wrong, or can't be undone.
  public static let danger = ForegroundStyle(style: Style(.danger))
}
