extension JSONReader {
  /// Reads a number. An integer that fits an `Int` becomes an `.integer`; a number with a fraction or an exponent, or
  /// one that does not fit, becomes a `.number`.
  ///
  /// A negative zero also becomes a `.number`, because an integer would lose its sign.
  mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    let isNegative = skip(UInt8(ascii: "-"))
    let magnitude = try wholePart()
    let hasFraction = try skipFraction()
    let hasExponent = try skipExponent()
    if !hasFraction, !hasExponent, let value = magnitude.flatMap({ Self.signed($0, isNegative) }),
      value != 0 || !isNegative
    {
      return .integer(value)
    }
    return .number(try double(start..<offset))
  }

  /// Reads the digits before the decimal point and returns their value, or `nil` if it doesn't fit. A leading zero must
  /// be the only digit (RFC 8259 §6).
  private mutating func wholePart() throws(JSONError) -> UInt64? {
    guard let first = digit() else { throw unexpected() }
    offset += 1
    var value: UInt64? = UInt64(first)
    guard first != 0 else { return value }
    while let digit = digit() {
      value = value.flatMap { Self.appending(digit, to: $0) }
      offset += 1
    }
    return value
  }

  private static func appending(_ digit: UInt8, to value: UInt64) -> UInt64? {
    let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tens.addingReportingOverflow(UInt64(digit))
    return overflow || carry ? nil : sum
  }

  private static func signed(_ magnitude: UInt64, _ isNegative: Bool) -> Int? {
    guard isNegative else { return Int(exactly: magnitude) }
    return magnitude == Int.min.magnitude ? .min : Int(exactly: magnitude).map { -$0 }
  }

  private mutating func skipFraction() throws(JSONError) -> Bool {
    guard skip(UInt8(ascii: ".")) else { return false }
    try skipDigits()
    return true
  }

  private mutating func skipExponent() throws(JSONError) -> Bool {
    guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return false }
    if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
    try skipDigits()
    return true
  }

  private mutating func skipDigits() throws(JSONError) {
    guard digit() != nil else { throw unexpected() }
    while digit() != nil { offset += 1 }
  }

  private func double(_ range: Range<Int>) throws(JSONError) -> Double {
    let text = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw .numberOutOfRange(offset: range.lowerBound) }
    return value
  }

  private func digit() -> UInt8? {
    guard offset < bytes.count else { return nil }
    let value = bytes[offset] &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private func unexpected() -> JSONError {
    offset < bytes.count ? .unexpectedByte(bytes[offset], offset: offset) : .unexpectedEnd
  }
}
