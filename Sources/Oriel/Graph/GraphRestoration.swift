import OrielDocument

/// Makes models again from what was saved of a window.
package final class GraphRestoration: ModelRestoring {
  private let saved: [String: JSONValue]
  private var restored: [String: any NavigationModel] = [:]
  private var underway: Set<String> = []
  private var failures: [(id: String, error: any Error)] = []

  package init(saved: [String: JSONValue]) {
    self.saved = saved
  }

  /// The root with all that hangs on it, and what could not be restored. A presented layer that can't be is dropped
  /// (U19).
  package func root(_ id: String) throws -> (model: any NavigationModel, failures: [(id: String, error: any Error)]) {
    let root = try restoredModel(id)
    var presenters = Array(restored.keys)
    while let id = presenters.popLast() {
      guard let layer = saved[id]?["presented"] else { continue }
      let before = Set(restored.keys)
      restorePresentation(layer, of: id)
      presenters += restored.keys.filter { !before.contains($0) }
    }
    return (root, failures)
  }

  package func restoredModel(_ id: String) throws -> any NavigationModel {
    if let model = restored[id] { return model }
    guard let saved = saved[id] else { throw SavedError.unknownModel(id) }
    guard underway.insert(id).inserted else { throw SavedError.cycle(id) }
    defer { underway.remove(id) }
    let name = try TypeName(saved: saved["type"])
    guard let type = name.type as? any NavigationModel.Type else { throw SavedError.unknownType(name.readable) }
    guard case .object(let properties) = saved["properties"] else { throw SavedError.wrongType(property: "properties") }
    let model = try type.init(_restoring: SavedReader(properties: properties, models: self))
    model._node.id = id
    restored[id] = model
    return model
  }

  private func restorePresentation(_ saved: JSONValue, of id: String) {
    guard let presenter = restored[id] else { return }
    do {
      let presentation = try Presentation(saved: saved, models: self)
      presenter._node.layer = PresentedLayer(presenter: presenter, presentation: presentation)
    } catch {
      failures.append((id, error))
    }
  }
}
