import OrielMessages

/// The version of this package.
public enum Version {
  /// The version, such as `0.1.0`, sent to pages and printed by `--version`.
  public static let current = PackageVersion.current
}
