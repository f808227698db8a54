/// The version of this package.
public enum Version {
  /// As in `0.1.0`: what pages are told, and what `--version` prints.
  public static let current = "0.1.0"
}
