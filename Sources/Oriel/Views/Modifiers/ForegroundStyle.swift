/// What something is painted with. The colours are the client's, light or dark.
public struct ForegroundStyle: Sendable {
  let style: Style

  /// As text usually is; takes back what a view around said.
  public static let primary = ForegroundStyle(style: Style(.secondary, isActive: false))
  public static let secondary = ForegroundStyle(style: Style(.secondary))
  public static let accent = ForegroundStyle(style: Style(.accent))
  public static let danger = ForegroundStyle(style: Style(.danger))
}
