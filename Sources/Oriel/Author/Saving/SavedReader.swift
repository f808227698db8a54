import OrielDocument

/// Finds or restores the models that a saved model refers to.
package protocol ModelRestoring: AnyObject {
  var types: SavedTypes { get }

  func restoredModel(_ id: String) throws -> any NavigationModel

  /// The tab with this id in a new window, while the tabs of a window are restored.
  func newTab(_ id: String) -> TabModel?
}

/// The reason why a saved value is invalid.
package enum SavedError: Error, Equatable {
  case missing(property: String)
  case wrongType(property: String)
  case unknownType(String)
  case unknownModel(String)
  /// Saved by a later version of the program.
  case newerVersion(String, version: Int)
  /// Saved under another `restorationKey`.
  case otherKey
  /// Two models refer to each other by stored properties.
  case cycle(String)
}

/// Provides a model's saved properties. Used by the code that the macros write.
public struct _SavedReader {
  private let properties: JSONObject
  private let models: any ModelRestoring
  private let asked = AskedProperties()

  package init(properties: JSONObject, models: any ModelRestoring) {
    self.properties = properties
    self.models = models
  }

  /// Whether there is a saved value. Otherwise the property is new, and its default counts.
  public func has(_ property: String) -> Bool {
    asked.record(property)
    return properties[property] != nil
  }

  // MARK: Values

  /// Returns the saved value.
  ///
  /// - Throws: `DecodingError` if it has another type.
  public func value<Value: Codable>(for property: String) throws -> Value {
    try JSONValueDecoder.decode(Value.self, from: saved(property))
  }

  /// Restores what is known of the rows in the store.
  ///
  /// - Throws: An error if the property was something else.
  public func restore<Element>(_ rows: ArchivedRows<Element>, for property: String) throws {
    asked.record(property)
    guard let saved = properties[property] else { return }
    guard let forms = saved.arrayValue, forms.allSatisfy({ $0.stringValue != nil }) else {
      throw SavedError.wrongType(property: property)
    }
    rows.savedForms = forms.compactMap(\.stringValue)
  }

  // MARK: References into the graph

  /// Returns the model that the property referred to.
  ///
  /// - Throws: An error if the model can't be restored or has another type.
  public func value<Model: NavigationModel>(for property: String) throws -> Model {
    try cast(models.restoredModel(id(property)), property)
  }

  /// Returns the model that an optional referred to; `nil` if it can't be restored.
  public func value<Model: NavigationModel>(for property: String) throws -> Model? {
    try optionalID(property).flatMap { try? cast(models.restoredModel($0), property) }
  }

  /// Returns the models that can be restored.
  public func value<Model: NavigationModel>(for property: String) throws -> [Model] {
    try ids(property).compactMap { try? cast(models.restoredModel($0), property) }
  }

  /// Returns the model that the property referred to, of any type.
  ///
  /// - Throws: An error if the model can't be restored.
  public func value(for property: String) throws -> any NavigationModel {
    try models.restoredModel(id(property))
  }

  /// Returns the model that the property referred to, of any type; `nil` if there is none or it can't be restored.
  public func value(for property: String) throws -> (any NavigationModel)? {
    try optionalID(property).flatMap { try? models.restoredModel($0) }
  }

  /// Returns the models of any type that can be restored.
  public func value(for property: String) throws -> [any NavigationModel] {
    try ids(property).compactMap { try? models.restoredModel($0) }
  }

  // MARK: Containers

  /// Returns the path up to the first entry that can't be restored, because entries above it would be out of reach.
  public func value(for property: String) throws -> [StackNavigationModel] {
    var path: [StackNavigationModel] = []
    for entry in try array(property) {
      do {
        path.append(try StackNavigationModel(saved: entry, models: models))
      } catch  where !path.isEmpty {
        break
      }
    }
    return path
  }

  /// Returns the tabs. A tab of the window that can't be restored starts over, because all tabs of an app must be
  /// there.
  public func value(for property: String) throws -> [TabModel] {
    try array(property).map(tab)
  }

  private func tab(_ saved: JSONValue) throws -> TabModel {
    do {
      return try TabModel(saved: saved, models: models)
    } catch {
      guard let id = saved["id"]?.stringValue, let new = models.newTab(id) else { throw error }
      return new
    }
  }

  // MARK: What can't be

  @available(*, unavailable, message: "Rows change in place: write 'let name = Rows<Element>()' in a @SavedState class")
  public func value<Element>(for property: String) throws -> Rows<Element> {
    throw SavedError.wrongType(property: property)
  }

  @available(
    *, unavailable,
    message: "ArchivedRows change in place: write 'let name = ArchivedRows<Element>(keys: …)' in a @SavedState class"
  )
  public func value<Element>(for property: String) throws -> ArchivedRows<Element> {
    throw SavedError.wrongType(property: property)
  }

  @available(
    *, unavailable,
    message:
      "a binding can't be saved: store the model that has the property and bind to it, as in 'parent.bind(\\.name)'"
  )
  public func value<Value>(for property: String) throws -> Binding<Value> {
    throw SavedError.wrongType(property: property)
  }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this property can't be saved: make its type Codable, or mark it @Transient and give it a default"
  )
  public func value<Value>(for property: String) throws -> Value { throw SavedError.wrongType(property: property) }

  // MARK: -

  private func saved(_ property: String) throws -> JSONValue {
    asked.record(property)
    guard let value = properties[property] else { throw SavedError.missing(property: property) }
    return value
  }

  /// The property that was asked for last: the one that can't be restored, if restoring ends with an error.
  package var lastAsked: String? { asked.last }

  /// The properties that seem to have been renamed: some saved ones were not read, and some read ones were not saved.
  package var forgotten: ForgottenProperties? {
    let (saved, asked) = (Set(properties.map(\.key)), asked.names)
    guard !saved.isSubset(of: asked), !asked.isSubset(of: saved) else { return nil }
    return ForgottenProperties(saved: saved.subtracting(asked).sorted(), missing: asked.subtracting(saved).sorted())
  }

  private func optionalID(_ property: String) throws -> String? {
    switch try saved(property) {
    case .null: nil
    case .string(let id): id
    default: throw SavedError.wrongType(property: property)
    }
  }

  private func id(_ property: String) throws -> String {
    guard let id = try optionalID(property) else { throw SavedError.wrongType(property: property) }
    return id
  }

  private func array(_ property: String) throws -> [JSONValue] {
    guard case .array(let values) = try saved(property) else { throw SavedError.wrongType(property: property) }
    return values
  }

  private func ids(_ property: String) throws -> [String] {
    try array(property).map {
      guard case .string(let id) = $0 else { throw SavedError.wrongType(property: property) }
      return id
    }
  }

  private func cast<Model>(_ model: any NavigationModel, _ property: String) throws -> Model {
    guard let model = model as? Model else { throw SavedError.wrongType(property: property) }
    return model
  }
}
