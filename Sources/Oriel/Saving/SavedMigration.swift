import OrielDocument

/// What was saved of one model or environment object, on its way to a newer version of its type.
public struct SavedProperties {
  package var members: JSONObject

  package init(_ members: JSONObject) { self.members = members }

  /// The names of what was saved.
  public var names: [String] { members.map(\.key) }

  /// The value of a property; `nil` where none was saved.
  ///
  /// - Throws: What decoding it throws, where it is of another type.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, for property: String) throws -> Value? {
    try members[property].flatMap { $0 == .null ? nil : try JSONValueDecoder.decode(type, from: $0) }
  }

  /// Writes a property, saved before or not.
  ///
  /// - Throws: `EncodingError` for what can't be encoded.
  public mutating func set(_ value: some Encodable, for property: String) throws {
    members[property] = try JSONValueEncoder.encode(value)
  }

  /// Moves a value, also a model or models. Without one, the property has its default.
  public mutating func rename(_ property: String, to name: String) {
    guard let value = members[property] else { return }
    members[property] = nil
    members[name] = value
  }

  /// Takes a property away: it has its default then. Not needed for one that the type has no more.
  public mutating func remove(_ property: String) { members[property] = nil }
}

/// One step from a version of a type to the next. The version of a type is the number of its steps, so that it can't be
/// forgotten: see ``NavigationModel-protocol/migrations``.
public struct SavedMigration: Sendable {
  let change: @Sendable (inout SavedProperties) throws -> Void

  /// - Parameter change: Brings what the version before has saved into the form that this one reads. What it throws,
  ///   the model could not be restored for.
  public init(_ change: @escaping @Sendable (inout SavedProperties) throws -> Void) {
    self.change = change
  }

  /// A property has got another name.
  public static func rename(_ property: String, to name: String) -> SavedMigration {
    SavedMigration { $0.rename(property, to: name) }
  }
}

/// A model or an environment object as it stands in the store: which type, of which version, and its properties.
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

  /// The properties as the running program reads them.
  ///
  /// - Throws: What a migration throws; `newerVersion` where a later program has saved this.
  package func properties(after migrations: [SavedMigration]) throws -> JSONObject {
    guard version <= migrations.count, version >= 0 else {
      throw SavedError.newerVersion(type.readable, version: version)
    }
    var properties = SavedProperties(properties)
    for migration in migrations[version...] { try migration.change(&properties) }
    return properties.members
  }
}
