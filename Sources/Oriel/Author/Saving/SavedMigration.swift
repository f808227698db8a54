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
  private var renamed: (property: String, name: String)?
  private var changedRows: (property: String, change: @Sendable (inout SavedProperties) throws -> Void)?

  /// - Parameter change: Converts the properties saved by the previous version. If it throws, the model can't be
  ///   restored.
  public init(_ change: @escaping @Sendable (inout SavedProperties) throws -> Void) {
    self.change = change
  }

  /// Renames a property.
  public static func rename(_ property: String, to name: String) -> SavedMigration {
    var migration = SavedMigration { $0.rename(property, to: name) }
    migration.renamed = (property, name)
    return migration
  }

  /// Converts each element of a ``Rows`` property that the previous version saved. If it throws for one, none
  /// is restored, and the tenant is closed: see <doc:ChangingWhatIsSaved>.
  ///
  /// ```swift
  /// static var migrations: [SavedMigration] {
  ///   [.rows("incidents") { row in row.rename("title", to: "headline") }]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - change: Converts the properties of one element.
  public static func rows(
    _ property: String, _ change: @escaping @Sendable (inout SavedProperties) throws -> Void
  ) -> SavedMigration {
    var migration = SavedMigration { _ in }
    migration.changedRows = (property, change)
    return migration
  }

  /// The name of a property after this step.
  fileprivate func name(of property: String) -> String {
    if let renamed, renamed.property == property { renamed.name } else { property }
  }

  fileprivate func formerName(of property: String) -> String {
    if let renamed, renamed.name == property { renamed.property } else { property }
  }

  fileprivate func changesElements(of property: String) -> Bool { changedRows?.property == property }

  fileprivate func change(_ element: inout JSONValue, of property: String) throws {
    guard let changedRows, changedRows.property == property else { return }
    guard case .object(let members) = element else { throw SavedError.wrongType(property: property) }
    var properties = SavedProperties(members)
    try changedRows.change(&properties)
    element = .object(properties.members)
  }
}

extension [SavedMigration] {
  /// The present name of a property that this version called so.
  package func name(of property: String, since version: Int) -> String {
    dropFirst(Swift.max(version, 0)).reduce(property) { $1.name(of: $0) }
  }

  /// The name that a property had in a version, by its present name.
  package func formerName(of property: String, in version: Int) -> String {
    dropFirst(Swift.max(version, 0)).reversed().reduce(property) { $1.formerName(of: $0) }
  }

  /// The number of steps up to the last that changes the elements of a property, by its present name.
  package func versionOfElements(of property: String) -> Int {
    var name = property
    for (place, step) in enumerated().reversed() {
      if step.changesElements(of: name) { return place + 1 }
      name = step.formerName(of: name)
    }
    return 0
  }

  /// The element of a property as it is after all steps.
  ///
  /// - Throws: Any error of a migration; `newerVersion` if a later program has saved the element.
  package func migrate(_ element: JSONValue, of property: String, since version: Int) throws -> JSONValue {
    guard version <= count, version >= 0 else { throw SavedError.newerVersion(property, version: version) }
    var (element, property) = (element, property)
    for step in self[version...] {
      try step.change(&element, of: property)
      property = step.name(of: property)
    }
    return element
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
