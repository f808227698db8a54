import OrielDocument

/// Finds, or makes again, the models that a saved model refers to.
package protocol ModelRestoring: AnyObject {
  var types: SavedTypes { get }

  func restoredModel(_ id: String) throws -> any NavigationModel

  /// The tab that the app gives a new window under this id, where that is what is being restored.
  func newTab(_ id: String) -> TabModel?
}

/// What was wrong with a saved value.
package enum SavedError: Error, Equatable {
  case missing(property: String)
  case wrongType(property: String)
  case unknownType(String)
  case unknownModel(String)
  /// Saved by a later version of the program.
  case newerVersion(String, version: Int)
  /// Saved under another `restorationKey`.
  case otherKey
  /// Two models hold each other by stored properties.
  case cycle(String)
}

/// Hands a model its saved properties. Used by the code that the macros write.
public struct SavedReader {
  private let properties: JSONObject
  private let models: any ModelRestoring
  private let asked = AskedProperties()

  package init(properties: JSONObject, models: any ModelRestoring) {
    self.properties = properties
    self.models = models
  }

  // MARK: Values

  /// The value that was saved.
  ///
  /// - Throws: `DecodingError` for one that is not of this type.
  public func value<Value: Codable>(for property: String) throws -> Value {
    try JSONValueDecoder.decode(Value.self, from: saved(property))
  }

  /// The value that was saved; where none was, as the property is new, its default.
  public func value<Value: Codable>(for property: String, default: @autoclosure () throws -> Value) throws -> Value {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  // MARK: References into the graph

  /// The model that the property referred to.
  ///
  /// - Throws: For one that can't be restored, or is of another type.
  public func value<Model: NavigationModel>(for property: String) throws -> Model {
    try cast(models.restoredModel(id(property)), property)
  }

  /// The model that the property referred to; where the property is new, its default.
  @_disfavoredOverload  // For an optional property there is the other one, also where its default is a model.
  public func value<Model: NavigationModel>(
    for property: String, default: @autoclosure () throws -> Model
  ) throws -> Model {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// What an optional refers to is left out where it can't be restored.
  public func value<Model: NavigationModel>(for property: String) throws -> Model? {
    try optionalID(property).flatMap { try? cast(models.restoredModel($0), property) }
  }

  /// The model that the property referred to, or `nil`; where the property is new, its default.
  public func value<Model: NavigationModel>(
    for property: String, default: @autoclosure () throws -> Model?
  ) throws -> Model? {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// What can't be restored is left out.
  public func value<Model: NavigationModel>(for property: String) throws -> [Model] {
    try ids(property).compactMap { try? cast(models.restoredModel($0), property) }
  }

  /// The models that can be restored; where the property is new, its default.
  public func value<Model: NavigationModel>(
    for property: String, default: @autoclosure () throws -> [Model]
  ) throws -> [Model] {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// The model that the property referred to, of whatever type.
  ///
  /// - Throws: For one that can't be restored.
  public func value(for property: String) throws -> any NavigationModel {
    try models.restoredModel(id(property))
  }

  /// The model that the property referred to, of whatever type; where the property is new, its default.
  @_disfavoredOverload
  public func value(
    for property: String, default: @autoclosure () throws -> any NavigationModel
  ) throws -> any NavigationModel {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// The model that the property referred to, of whatever type; `nil` for none, and for one that can't be restored.
  public func value(for property: String) throws -> (any NavigationModel)? {
    try optionalID(property).flatMap { try? models.restoredModel($0) }
  }

  /// The model that the property referred to, of whatever type, or `nil`; where the property is new, its default.
  public func value(
    for property: String, default: @autoclosure () throws -> (any NavigationModel)?
  ) throws -> (any NavigationModel)? {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// The models that can be restored, of whatever type.
  public func value(for property: String) throws -> [any NavigationModel] {
    try ids(property).compactMap { try? models.restoredModel($0) }
  }

  /// The models that can be restored, of whatever type; where the property is new, its default.
  public func value(
    for property: String, default: @autoclosure () throws -> [any NavigationModel]
  ) throws -> [any NavigationModel] {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  // MARK: Containers

  /// A path is restored up to the first entry that cannot be: what lies behind it is out of reach anyway.
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

  /// The path up to the first entry that can't be restored; where the property is new, its default.
  public func value(
    for property: String, default: @autoclosure () throws -> [StackNavigationModel]
  ) throws -> [StackNavigationModel] {
    isSaved(property) ? try value(for: property) : try `default`()
  }

  /// A window's tab that can't be restored begins anew: an app without one of its tabs is not what its author wrote.
  public func value(for property: String) throws -> [TabModel] {
    try array(property).map(tab)
  }

  /// The tabs; where the property is new, its default.
  public func value(for property: String, default: @autoclosure () throws -> [TabModel]) throws -> [TabModel] {
    isSaved(property) ? try value(for: property) : try `default`()
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

  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "this property can't be saved: make its type Codable, or mark it @Transient and give it a default"
  )
  public func value<Value>(for property: String, default: @autoclosure () throws -> Value) throws -> Value {
    throw SavedError.wrongType(property: property)
  }

  // MARK: -

  private func isSaved(_ property: String) -> Bool {
    asked.names.insert(property)
    return properties[property] != nil
  }

  private func saved(_ property: String) throws -> JSONValue {
    asked.names.insert(property)
    guard let value = properties[property] else { throw SavedError.missing(property: property) }
    return value
  }

  /// What seems to have another name now: there is something saved that nobody has asked for, and the other way round.
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
