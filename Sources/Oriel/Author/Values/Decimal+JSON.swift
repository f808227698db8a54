// A decimal number of Foundation as a JSON number, as everywhere else: in an app's state, bodies of requests and properties.
import struct FoundationEssentials.Decimal
import OrielDocument

extension Decimal: PlainValue {
  /// A JSON number if that is exact, and otherwise a string of the digits.
  package var json: JSONValue? {
    guard !isNaN else { return nil }
    let text = "\(self)"
    guard let number = Double(text), Decimal(string: "\(number)") == self else { return .string(text) }
    return Int(text).map(JSONValue.integer) ?? .number(number)
  }

  package init?(json: JSONValue) {
    let number: Decimal? =
      switch json {
      case .integer(let number): Decimal(number)
      case .number(let number): Decimal(string: "\(number)")
      case .string(let text): Decimal(whole: text)
      case .object(let parts): Decimal(parts)
      default: nil
      }
    guard let number, !number.isNaN else { return nil }
    self = number
  }

  /// The number of a whole text; `Decimal(string:)` reads the beginning of any.
  private init?(whole text: String) {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.eE".utf8.contains($0) }) else {
      return nil
    }
    self.init(string: text)
  }

  /// The parts that Foundation encodes, as older versions have saved them.
  private init?(_ parts: JSONObject) {
    guard let exponent = parts["exponent"]?.integerValue, -128...127 ~= exponent,
      let isNegative = parts["isNegative"]?.boolValue, let length = parts["length"]?.integerValue,
      let mantissa = parts["mantissa"]?.arrayValue?.compactMap(\.integerValue), 0...mantissa.count ~= length
    else { return nil }
    let digits = mantissa.prefix(length).reversed().reduce(Decimal(0)) { $0 * 65_536 + Decimal($1) }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
  }
}
