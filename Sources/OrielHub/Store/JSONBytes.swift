import OrielDocument

/// Encodes and decodes JSON values for the store.
package enum JSONBytes {
  package static func encode(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  static func text(_ value: JSONValue) -> String { String(decoding: encode(value), as: UTF8.self) }

  /// Decodes a value of any depth, because the hub has written it itself.
  package static func decode(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONReader.value(from: bytes, depth: 512)
  }
}
