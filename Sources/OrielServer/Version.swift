/// The version of this package.
public enum Version {
  public static let current = "0.1.0"
}
