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
