import OrielDocument

/// The services of a tenant for its saved objects.
package protocol TenantServices: HubServices {
  /// Whether the objects are a tenant's, and not a user's.
  var isTenant: Bool { get }
  /// Replaces the object's message with this id.
  ///
  /// - Parameter due: In milliseconds since 1970.
  func schedule(_ message: [UInt8], id: String, due: Int64, for object: any SavedState)
  func unschedule(_ id: String, for object: any SavedState)
  func stayAwake(_ awake: Bool)
}

/// Encodes messages with the names of their types, for the store.
package enum MessageCoding {
  package static let largest = 1 << 20

  /// - Returns: `nil` if it can't be encoded or is too large, which is reported.
  static func encode(_ message: some NavigationMessage & Codable, for services: any HubServices) -> [UInt8]? {
    let type = TypeName.of(Swift.type(of: message)).short
    do {
      let bytes = try JSONText.encode(SentValue(message))
      if bytes.count <= largest { return bytes }
      services.note(.misuse, "A \(type) of \(bytes.count) bytes was not sent: a message may have \(largest)")
    } catch {
      services.note(.misuse, "A \(type) was not sent, because it can't be encoded: \(error)")
    }
    return nil
  }

  /// - Throws: The reason why it can't be decoded.
  package static func decode(_ bytes: [UInt8], types: SavedTypes) throws -> any NavigationMessage {
    let value = try SentValue.$types.withValue(types) {
      try JSONValueDecoder.decode(SentValue.self, from: JSONReader.value(from: bytes, depth: 512)).value
    }
    guard let message = value as? any NavigationMessage else { throw SavedError.wrongType(property: "message") }
    return message
  }
}
