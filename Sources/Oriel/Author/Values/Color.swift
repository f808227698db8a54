/// An sRGB colour with 8 bits each for red, green and blue.
public struct Color: Hashable, Sendable, Codable {
  /// A component from 0 to 255.
  public var red: UInt8
  /// A component from 0 to 255.
  public var green: UInt8
  /// A component from 0 to 255.
  public var blue: UInt8

  /// Creates a colour from components between 0 and 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// - Parameter hex: `#` and six hexadecimal digits; the result is `nil` for any other text.
  public init?(hex: String) {
    let digits = hex.utf8.dropFirst()
    guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// `#` and six hexadecimal digits.
  public var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Values for a ``ColorPicker`` and for elements of the app's own. In texts, the client chooses the colours: see
/// ``ForegroundStyle``.
extension Color {
  /// `#000000`.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// `#ffffff`.
  public static let white = Color(red: 255, green: 255, blue: 255)
  /// `#8e8e93`.
  public static let gray = Color(red: 142, green: 142, blue: 147)
  /// `#ff3b30`.
  public static let red = Color(red: 255, green: 59, blue: 48)
  /// `#ff9500`.
  public static let orange = Color(red: 255, green: 149, blue: 0)
  /// `#ffcc00`.
  public static let yellow = Color(red: 255, green: 204, blue: 0)
  /// `#34c759`.
  public static let green = Color(red: 52, green: 199, blue: 89)
  /// `#007aff`.
  public static let blue = Color(red: 0, green: 122, blue: 255)
}
