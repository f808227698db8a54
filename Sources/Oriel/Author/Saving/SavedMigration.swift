import OrielDocument

/// The saved properties of a model or environment object, during migration to a newer version of its type.
public struct SavedProperties {
  package var members: JSONObject

  package init(_ members: JSONObject) { self.members = members }

  /// The names of the saved properties.
  public var names: [String] { members.map(\.key) }

  /// Returns the value of a property; `nil` if none was saved.
  ///
  /// - Throws: A decoding error if the value has another type.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, for property: String) throws -> Value? {
    try members[property].flatMap { $0 == .null ? nil : try JSONValueDecoder.decode(type, from: $0) }
  }

  /// Sets a property, whether or not it was saved before.
  ///
  /// - Throws: `EncodingError` if the value can't be encoded.
  public mutating func set(_ value: some Encodable, for property: String) throws {
    members[property] = try JSONValueEncoder.encode(value)
  }

  /// Renames a property, which may hold a value, a model or models. If it was not saved, the new property has its
  /// default.
  public mutating func rename(_ property: String, to name: String) {
    guard let value = members[property] else { return }
    members[property] = nil
    members[name] = value
  }

  /// Removes a property, which then has its default. This isn't needed for a property that the type no longer has.
  public mutating func remove(_ property: String) { members[property] = nil }
}

/// One step from a version of a type to the next. The version of a type is the number of its steps: see
/// ``NavigationModel-protocol/migrations``.
public struct SavedMigration: Sendable {
  let change: @Sendable (inout SavedProperties) throws -> Void

  /// - Parameter change: Converts the properties saved by the previous version. If it throws, the model can't be
  ///   restored.
  public init(_ change: @escaping @Sendable (inout SavedProperties) throws -> Void) {
    self.change = change
  }

  /// Renames a property.
  public static func rename(_ property: String, to name: String) -> SavedMigration {
    SavedMigration { $0.rename(property, to: name) }
  }
}

/// A model or an environment object in the store: its type, version and properties.
package struct SavedRecord {
  package var type: TypeName
  package var version: Int
  package var properties: JSONObject

  package init(of type: Any.Type, version: Int, properties: JSONObject) {
    self.type = TypeName.of(type)
    self.version = version
    self.properties = properties
  }

  package var saved: JSONObject {
    var saved = JSONObject(reserving: 4)
    saved.append("type", type.saved)
    if version > 0 { saved.append("version", .integer(version)) }
    saved.append("properties", .object(properties))
    return saved
  }

  package init(saved: JSONValue) throws(SavedError) {
    guard case .object(let properties) = saved["properties"] else { throw .wrongType(property: "properties") }
    type = try TypeName(saved: saved["type"])
    version = saved["version"]?.integerValue ?? 0
    self.properties = properties
  }

  /// The properties after all migrations.
  ///
  /// - Throws: Any error of a migration; `newerVersion` if a later program has saved the record.
  package func properties(after migrations: [SavedMigration]) throws -> JSONObject {
    guard version <= migrations.count, version >= 0 else {
      throw SavedError.newerVersion(type.readable, version: version)
    }
    var properties = SavedProperties(properties)
    for migration in migrations[version...] { try migration.change(&properties) }
    return properties.members
  }
}
