import OrielDocument

/// JSON values as the bytes the store keeps.
package enum JSONBytes {
  package static func encode(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  static func text(_ value: JSONValue) -> String { String(decoding: encode(value), as: UTF8.self) }

  /// What we wrote ourselves may be as deep as an app's values are.
  package static func decode(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONReader.value(from: bytes, depth: 512)
  }
}
