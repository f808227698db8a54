/// The height of a sheet.
public struct PresentationDetent: RawRepresentable, Sendable, Hashable, Codable {
  /// The form in the document: `medium`, `large`, a share of the window (`30%`), or CSS pixels (`240px`).
  public let rawValue: String

  /// About half of the window's height.
  public static let medium = Self(name: "medium")
  /// The full height of the window.
  public static let large = Self(name: "large")

  /// A share of the window's height, between 0 and 1.
  public static func fraction(_ fraction: Double) -> Self {
    Self(name: number((fraction.isNaN ? 1 : min(max(fraction, 0), 1)) * 100) + "%")
  }

  /// A height in CSS pixels.
  public static func height(_ height: Double) -> Self {
    Self(name: number(height.isNaN ? 0 : min(max(height, 0), 100_000)) + "px")
  }

  public init?(rawValue: String) {
    guard rawValue == "medium" || rawValue == "large" || Self.isHeight(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(name: String) { rawValue = name }

  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
  }

  private static func isHeight(_ value: String) -> Bool {
    let digits = value.hasSuffix("%") ? value.dropLast() : value.hasSuffix("px") ? value.dropLast(2) : ""
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }
}
