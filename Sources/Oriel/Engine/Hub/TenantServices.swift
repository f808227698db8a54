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
      services.report(.misuse, "A \(type) of \(bytes.count) bytes was not sent: a message may have \(largest)")
    } catch {
      services.report(.misuse, "A \(type) was not sent, because it can't be encoded: \(error)")
    }
    return nil
  }

  /// An encoded message with the number that tells the order in which its tenant has scheduled messages.
  package static func numbered(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
    bytes.dropLast() + ",\"number\":\(number)}".utf8
  }

  /// 0 for a message without a number.
  package static func number(of bytes: [UInt8]) -> Int {
    (try? JSONReader.value(from: bytes, depth: 512))?["number"]?.integerValue ?? 0
  }

  /// - Throws: The reason why it can't be decoded.
  package static func decode(_ bytes: [UInt8], types: SavedTypes) throws -> any NavigationMessage {
    let json = try JSONReader.value(from: bytes, depth: 512)
    let name = try TypeName(saved: json["type"])
    guard let found = types.type(name) else { throw SavedError.unknownType(name.readable) }
    guard let type = found as? any (NavigationMessage & Codable).Type else {
      throw SavedError.wrongType(property: "message")
    }
    return try SentValue.$types.withValue(types) { try JSONValueDecoder.decode(type, from: json["value"] ?? .null) }
  }

  /// The name of a message's type, as far as it can be read.
  package static func typeName(of bytes: [UInt8], types: SavedTypes) -> String {
    guard let json = try? JSONReader.value(from: bytes, depth: 512), let name = try? TypeName(saved: json["type"])
    else {
      return "message"
    }
    return types.type(name).map { TypeName.of($0).short } ?? name.readable
  }
}
