import OrielDocument

/// Provides the ids under which models are saved.
package protocol ModelIdentifying: AnyObject {
  func identify(_ model: any NavigationModel) -> String
}

/// Collects a model's properties for saving. Used by the code that the macros write.
public struct _SavedWriter {
  package private(set) var properties = JSONObject()
  /// The first property whose value could not be encoded (a number that is not finite, an error of its own `encode`).
  package private(set) var failure: (property: String, error: any Error)?
  /// The `Rows` among the properties, if these are what is looked for.
  private(set) var rows: [(name: String, rows: any SavedRows)] = []
  private let models: any ModelIdentifying
  private let findsRows: Bool

  package init(models: any ModelIdentifying) {
    self.models = models
    findsRows = false
  }

  init(findingRowsWith models: any ModelIdentifying) {
    self.models = models
    findsRows = true
  }

  /// Elements are saved as rows of their own.
  public mutating func save<Element>(_ rows: Rows<Element>, for property: String) {
    if findsRows { self.rows.append((property, rows)) }
  }

  /// Elements are saved as rows of their own, beside the names of their keys.
  public mutating func save<Element>(_ rows: ArchivedRows<Element>, for property: String) {
    if findsRows { return self.rows.append((property, rows)) }
    properties.append(property, .array(rows.savedForms.map(JSONValue.string)))
  }

  /// Saves an encoded value. A value that can't be encoded is omitted and logged.
  public mutating func save<Value: Encodable>(_ value: Value, for property: String) {
    if findsRows { return }
    do {
      properties.append(property, try JSONValueEncoder.encode(value))
    } catch {
      failure = failure ?? (property, error)
    }
  }

  /// Saves a model as a reference into the graph.
  public mutating func save(_ model: (any NavigationModel)?, for property: String) {
    properties.append(property, model.map { .string(models.identify($0)) } ?? .null)
  }

  /// Saves models as references into the graph.
  public mutating func save(_ models: [any NavigationModel], for property: String) {
    properties.append(property, .array(models.map { .string(self.models.identify($0)) }))
  }

  /// Saves a path as references to its models, with their transitions.
  public mutating func save(_ path: [StackNavigationModel], for property: String) {
    properties.append(property, .array(path.map { $0.saved(as: models.identify($0.model)) }))
  }

  /// Saves tabs with references to their models.
  public mutating func save(_ tabs: [TabModel], for property: String) {
    properties.append(property, .array(tabs.map { $0.saved(as: models.identify($0.model)) }))
  }

  /// Values of other types can't be saved: ``_SavedReader`` makes the compiler report them, once for both.
  @_disfavoredOverload
  public mutating func save<Value>(_ value: Value, for property: String) {}
}
