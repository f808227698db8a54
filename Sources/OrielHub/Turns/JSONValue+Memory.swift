import OrielDocument

extension JSONValue {
  /// The memory that it takes beside itself, at least: what its parts need, without what their containers keep free.
  package var heapBytes: Int {
    switch self {
    case .null, .bool, .integer, .number: 0
    case .string(let text): Self.bytes(of: text)
    case .array(let values):
      values.isEmpty
        ? 0 : values.reduce(Self.header) { $0 + MemoryLayout<JSONValue>.stride + $1.heapBytes }
    case .object(let members):
      members.isEmpty
        ? 0
        : members.reduce(Self.header) {
          $0 + MemoryLayout<(String, JSONValue)>.stride + Self.bytes(of: $1.key) + $1.value.heapBytes
        }
    }
  }

  /// The reference count, count and capacity of an array or a string.
  private static let header = 32

  /// Texts of up to 15 bytes are stored inline.
  private static func bytes(of text: String) -> Int { text.utf8.count > 15 ? header + text.utf8.count : 0 }
}
