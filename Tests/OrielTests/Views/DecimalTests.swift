import Foundation
import Oriel
import OrielDocument
import Testing

/// Foundation's decimal numbers in an app's state, bodies of requests and properties of components.
struct DecimalTests {
  private struct Price: Codable, Equatable { var price: Decimal }

  @Test(arguments: [
    ("99.5", JSONValue.number(99.5)), ("0.1", 0.1), ("-7", -7), ("0", 0), ("1234567890.12", 1_234_567_890.12),
    ("12345678901234567890.12", "12345678901234567890.12"), ("0.1000000000000000055", "0.1000000000000000055"),
  ])
  func `a decimal number is a JSON number, and a string where that would round it`(
    _ text: String, _ json: JSONValue
  ) throws {
    let price = Price(price: try #require(Decimal(string: text)))
    let encoded = try JSONValueEncoder.encode(price)
    #expect(encoded == ["price": json])
    #expect(try JSONValueDecoder.decode(Price.self, from: encoded) == price)
  }

  @Test(
    arguments: [
      ("99.5", -1, false, [995]), ("-0.01", -2, true, [1]), ("1e20", 20, false, [1]), ("0", 0, false, []),
      ("12345678901234567890.12", -2, false, [14868, 55328, 15115, 60690, 66]),
    ] as [(String, JSONValue, JSONValue, [JSONValue])])
  func `what older versions have saved is read`(
    _ text: String, _ exponent: JSONValue, _ isNegative: JSONValue, _ mantissa: [JSONValue]
  ) throws {
    let padding = [JSONValue](repeating: 0, count: 8 - mantissa.count)
    let saved: JSONValue = [
      "exponent": exponent, "length": .integer(mantissa.count), "isNegative": isNegative, "isCompact": true,
      "mantissa": .array(mantissa + padding),
    ]
    #expect(try JSONValueDecoder.decode(Decimal.self, from: saved) == Decimal(string: text))
  }

  @Test(arguments: ["abc", "12x", "", true, ["mantissa": []]] as [JSONValue])
  func `anything else is refused`(_ json: JSONValue) {
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Decimal.self, from: json) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(Decimal.nan) }
  }
}
