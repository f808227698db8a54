import OrielDocument

/// The name of a publication's type, as the store has it.
package struct PublicationType: Hashable, Sendable {
  package let name: String
  /// For the log.
  package let readable: String

  package init(_ type: any Publication.Type) {
    let name = TypeName.of(type)
    (self.name, readable) = (name.mangled, name.short)
  }
}

/// The published values that readers see: the last of each type and tenant.
package final class PublicationTable {
  private var topics: [String: Topic] = [:]

  /// The values of one type.
  private final class Topic {
    let cell = RowCell()
    var encoded: [Tenant: [UInt8]] = [:]
    /// The same, decoded; from the first read on.
    var decoded: (any DecodedPublications)?
  }

  package init() {}

  /// The number of types that have a value, and of values.
  package var typeCount: Int { topics.values.count { !$0.encoded.isEmpty } }
  package private(set) var count = 0

  package func has(type: String) -> Bool { topics[type]?.encoded.isEmpty == false }

  package func has(type: String, of tenant: Tenant) -> Bool { topics[type]?.encoded[tenant] != nil }

  func values<Value: Publication>(of type: Value.Type) -> [Tenant: Value] {
    let topic = topic(PublicationType(type).name)
    topic.cell.access()
    if let decoded = topic.decoded as? Decoded<Value> { return decoded.values }
    let decoded = Decoded<Value>(topic.encoded)
    topic.decoded = decoded
    return decoded.values
  }

  /// - Parameter value: As JSON; `nil` removes it.
  package func set(_ value: [UInt8]?, type: String, of tenant: Tenant) {
    let topic = topic(type)
    guard topic.encoded[tenant] != value else { return }
    topic.cell.change()
    count += (value == nil ? 0 : 1) - (topic.encoded[tenant] == nil ? 0 : 1)
    topic.encoded[tenant] = value
    topic.decoded?.set(value, of: tenant)
  }

  package func removeAll(of tenant: Tenant) {
    for type in topics.keys { set(nil, type: type, of: tenant) }
  }

  private func topic(_ type: String) -> Topic {
    if let topic = topics[type] { return topic }
    let topic = Topic()
    topics[type] = topic
    return topic
  }
}

/// The values of one type. One that the type can't be decoded from any more is left out.
private protocol DecodedPublications: AnyObject {
  func set(_ value: [UInt8]?, of tenant: Tenant)
}

private final class Decoded<Value: Publication>: DecodedPublications {
  private(set) var values: [Tenant: Value] = [:]

  init(_ encoded: [Tenant: [UInt8]]) {
    for (tenant, value) in encoded { set(value, of: tenant) }
  }

  func set(_ value: [UInt8]?, of tenant: Tenant) {
    values[tenant] = value.flatMap { bytes in
      guard let json = try? JSONReader.value(from: bytes, depth: 512) else { return nil }
      return try? JSONValueDecoder.decode(Value.self, from: json)
    }
  }
}
