import OrielDocument

/// A sent value with the name of its type, as it is saved.
struct SentValue: Codable {
  let value: any Codable

  private enum Key: CodingKey { case type, value }

  init(_ value: any Codable) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(TypeName.of(type(of: value)).saved, forKey: .type)
    try container.encode(value, forKey: .value)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try TypeName(saved: try container.decode(JSONValue.self, forKey: .type))
    guard let type = Self.types.type(name) as? any Codable.Type else { throw SavedError.unknownType(name.readable) }
    value = try container.decode(type, forKey: .value)
  }

  /// The former names of types, while a window is restored.
  @TaskLocal static var types = SavedTypes()
}
