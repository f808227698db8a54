import OrielDocument

/// Restores as many models of a saved window as possible.
package final class GraphRestoration: ModelRestoring {
  package let types: SavedTypes
  private let saved: [String: [UInt8]]
  private let newRoot: () throws -> any NavigationModel
  private var read: [String: JSONValue] = [:]
  private var restored: [String: any NavigationModel] = [:]
  private var underway: Set<String> = []
  private var failures: [RestorationFailure] = []
  private var forgotten: [String: ForgottenProperties] = [:]
  private var errors: [String: any Error] = [:]
  /// The properties that were being read when their models failed.
  private var failedProperties: [String: String] = [:]
  private var isExact = true

  /// - Parameters:
  ///   - saved: The models by their ids, each as encoded JSON.
  ///   - newRoot: Creates the root of a new window of the same kind, for parts that can't be restored.
  package init(
    saved: [String: [UInt8]], types: SavedTypes = SavedTypes(), newRoot: @escaping () throws -> any NavigationModel
  ) {
    self.saved = saved
    self.types = types
    self.newRoot = newRoot
  }

  /// Restores the root and everything below it: the longest prefix that can be restored. A stack ends before the first
  /// entry that fails, and a presented layer that fails is dropped. If the root fails, the window starts over.
  package func restore(root id: String) throws -> RestoredGraph {
    let root: any NavigationModel
    let isNew: Bool
    do {
      root = try restoredModel(id)
      isNew = false
    } catch {
      root = try newRoot()
      isNew = true
      restored = [:]
    }
    restorePresentations()
    return RestoredGraph(
      root: root, models: restored, savedIDs: Set(saved.keys), isExact: isExact && failures.isEmpty, isNew: isNew,
      failures: failures, forgotten: forgotten,
      drafts: restored.keys.compactMap { id in read[id]?["draft"].flatMap { Draft(saved: $0, model: id) } })
  }

  /// Restores nothing, because the saved window has another version.
  package func beginAnew(root id: String) throws -> RestoredGraph {
    errors[id] = SavedError.otherKey
    fail(id, SavedError.otherKey)
    return try restore(root: id)
  }

  /// Restores everything, for a check. Returns the models that can't be, without those that only refer to one.
  package func check(root id: String) -> [(type: String, property: String?, error: any Error)] {
    _ = try? restoredModel(id)
    restorePresentations()
    // A model that refers to one that failed has failed with the same error, after it.
    var told: Set<String> = []
    return failures.compactMap { failure in
      guard let error = errors[failure.id], !isUnknown(error), told.insert(failure.error).inserted else { return nil }
      return (failure.type, failedProperties[failure.id], error)
    }
  }

  /// Whether the program lacks the type, or the store the model.
  private func isUnknown(_ error: any Error) -> Bool {
    switch error as? SavedError {
    case .unknownType, .unknownModel: true
    default: false
    }
  }

  package func restoredModel(_ id: String) throws -> any NavigationModel {
    if let model = restored[id] { return model }
    if let error = errors[id] { throw error }
    guard underway.insert(id).inserted else {
      fail(id, SavedError.cycle(id))
      throw SavedError.cycle(id)
    }
    defer { underway.remove(id) }
    do {
      let model = try makeModel(id)
      model._node.id = id
      for (key, item) in read[id]?["items"]?.objectValue ?? [:] { model._node.restoredItems[key] = item.stringValue }
      model._node.routing = read[id].flatMap { NodeRouting(saved: $0["destination"], types: types) }
      restored[id] = model
      return model
    } catch {
      errors[id] = error
      fail(id, error)
      throw error
    }
  }

  private func makeModel(_ id: String) throws -> any NavigationModel {
    let record = try SavedRecord(saved: json(id))
    guard let type = types.type(record.type) as? any NavigationModel.Type else {
      throw SavedError.unknownType(record.type.readable)
    }
    let migrations = type.migrations
    let properties = try record.properties(after: migrations)
    if record.version != migrations.count || record.type.mangled != TypeName.of(type).mangled { isExact = false }
    let reader = _SavedReader(properties: properties, models: self)
    let model: any NavigationModel
    do {
      model = try type.init(_restoring: reader)
    } catch {
      failedProperties[id] = reader.lastAsked
      throw error
    }
    // A migration may leave properties behind.
    if record.version == migrations.count { forgotten[id] = reader.forgotten }
    try requireChild(of: model, properties)
    return model
  }

  /// A switch shows only its child, so if the child can't be restored, neither can the switch.
  private func requireChild(of model: any NavigationModel, _ properties: JSONObject) throws {
    guard let switched = model as? any SwitchedNavigationModel, switched.switchedModel == nil else { return }
    if let error = properties["switchedModel"]?.stringValue.flatMap({ errors[$0] }) { throw error }
  }

  /// Read on demand, so that a damaged row affects only its own model.
  private func json(_ id: String) throws -> JSONValue {
    if let json = read[id] { return json }
    guard let bytes = saved[id] else { throw SavedError.unknownModel(id) }
    let json = try JSONReader.value(from: bytes, depth: 512)
    read[id] = json
    return json
  }

  private func fail(_ id: String, _ error: any Error) {
    let type = read[id].flatMap { try? TypeName(saved: $0["type"]).readable }
    failures.append(RestorationFailure(id: id, type: type ?? "a model", error: String(describing: error)))
  }

  // MARK: What is presented

  private func restorePresentations() {
    var presenters = Array(restored.keys)
    while let id = presenters.popLast() {
      guard let presenter = restored[id], let layer = read[id]?["presented"] else { continue }
      let before = Set(restored.keys)
      restore(layer, of: presenter)
      presenters += restored.keys.filter { !before.contains($0) }
    }
  }

  private func restore(_ saved: JSONValue, of presenter: any NavigationModel) {
    do {
      let presentation = try Presentation(saved: saved, models: self)
      presenter._node.layer = PresentedLayer(presenter: presenter, presentation: presentation)
    } catch {
      fail(presenter._node.id, error)
    }
  }

  // MARK: New objects

  /// Only the tabs at the window's root are created with a new window.
  package func newTab(_ id: String) -> TabModel? {
    guard underway.count == 1, let root = try? newRoot() as? any TabsRootNavigationModel else { return nil }
    return root.tabs.first { $0.id == id }
  }
}

/// The result of restoring a window's models.
package struct RestoredGraph {
  package let root: any NavigationModel
  /// All restored models by their ids, including those that are only referred to.
  let models: [String: any NavigationModel]
  let savedIDs: Set<String>
  /// Whether the models are exactly as saved, so that nothing needs to be saved again.
  let isExact: Bool
  /// Whether the root could not be restored.
  package let isNew: Bool
  package let failures: [RestorationFailure]
  /// The properties of restored models that were not restored, by the models' ids.
  let forgotten: [String: ForgottenProperties]
  let drafts: [Draft]
}

/// A model, or its layer, that could not be restored.
package struct RestorationFailure: Equatable, CustomStringConvertible {
  package var id: String
  package var type: String
  package var error: String

  package var description: String { "\(type) \(id) can't be restored: \(error)" }
}
