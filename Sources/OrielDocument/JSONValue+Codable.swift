/// Conforms for other coders. ``JSONValueEncoder`` and ``JSONValueDecoder`` pass a JSON value through unchanged.
extension JSONValue: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let object): try object.encode(to: encoder)
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .object(try JSONObject(from: decoder))
    }
  }
}

extension JSONObject: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingStep.self)
    for member in members { try container.encode(member.value, forKey: CodingStep(stringValue: member.key)) }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingStep.self)
    members = try container.allKeys.map { ($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) }
  }
}
