/// A value that is saved as one text.
protocol TextCodable: Codable {
  /// The text that `init(saved:)` reads.
  var saved: String { get }

  /// - Returns: `nil` if the text is not of such a value.
  init?(saved: String)
}

extension TextCodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(saved: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no \(Self.self)")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(saved)
  }
}

extension TextCodable where Self: LosslessStringConvertible {
  var saved: String { description }
  init?(saved: String) { self.init(saved) }
}
