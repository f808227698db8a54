import Observation

/// The content shown for a value.
enum ItemContent {
  case pushed(any NavigationModel)
  case presented(Presentation)

  var command: any NavigationCommand {
    switch self {
    case .pushed(let model): AnyNavigationCommand.push(model)
    case .presented(let presentation): PresentCommand(presentation: presentation)
    }
  }
}

/// Keeps an optional property of a model and the model shown for it in agreement.
final class ItemDriver: Observable {
  weak let owner: (any NavigationModel)?
  /// The location of the property.
  let identity: [AnyHashable]
  let key: String
  let id: () -> AnyHashable?
  private let make: () -> ItemContent?
  private let clear: () -> Void
  private let registrar = ObservationRegistrar()
  private var shownID: AnyHashable?
  private weak var shownModel: (any NavigationModel)?
  private weak var shownLayer: PresentedLayer?
  /// The content that can't be shown yet.
  private var waiting: (id: AnyHashable, content: ItemContent)?
  /// Whether the property was written since the last check.
  var isChanged = false
  /// Whether it is in the graph's queue.
  var isQueued = false
  /// Whether the next write to the property is observed.
  var isWatching = false
  /// The transaction of that change, which animates the layer too.
  var transaction: Transaction.Box?

  init(
    of owner: any NavigationModel, _ identity: [AnyHashable], key: String, id: @escaping () -> AnyHashable?,
    make: @escaping () -> ItemContent?, clear: @escaping () -> Void
  ) {
    self.owner = owner
    self.identity = identity
    self.key = key
    self.id = id
    self.make = make
    self.clear = clear
  }

  /// Read by each tracking and written to end it, because a binding may read an object that outlives the owner.
  private var canary: Void { registrar.access(self, keyPath: \.canary) }

  func read() { _ = (canary, id()) }

  func end() { registrar.willSet(self, keyPath: \.canary) }

  /// The model shown for the property, or the presenter of its question.
  var saved: String? {
    guard shownID != nil else { return nil }
    if let shownModel { return shownModel._node.id }
    return shownLayer.map { "?" + $0.presenter._node.id }
  }

  /// Recognises the model that was shown before a restart.
  func restore(_ saved: String, in graph: NavigationGraph) {
    shownID = id()
    graph.followers.shows(self)
    if saved.hasPrefix("?") {
      shownLayer = graph.model(String(saved.dropFirst()))?._node.layer
    } else {
      shownModel = graph.model(saved)
      shownLayer = graph.layers.open.first { $0.presentation.model === shownModel }
    }
  }

  /// Whether it has shown something. After a restart the property may be `nil` nevertheless, such as one that isn't saved.
  private var isShowing: Bool { shownLayer != nil || shownModel != nil }

  func isShown(in graph: NavigationGraph) -> Bool {
    if let shownLayer { return graph.layers.open.contains { $0 === shownLayer } }
    return shownModel.map(graph.isAttached) ?? false
  }

  /// Clears the property if its content was removed in another way, unless the property has another value by then.
  func clearIfGone(in graph: NavigationGraph) {
    guard let went = shownID, !isShown(in: graph) else { return }
    forget(in: graph)
    if id() == went { clear() }
  }

  /// Removes the content if the property no longer asks for it.
  func hide(in graph: NavigationGraph) {
    clearIfGone(in: graph)
    let wanted = id()
    guard isShowing, shownID == nil || shownID != wanted else { return }
    if let owner { graph.saving.enqueue(owner) }
    if let shownLayer {
      graph.close(shownLayer, reason: wanted == nil ? .programmatic : .replaced)
    } else if let shownModel {
      try? PopSelfCommand().plan(for: shownModel).apply()
    }
    graph.updateStructure()
    forget(in: graph)
  }

  /// Shows the content that the property asks for.
  func show(in graph: NavigationGraph) {
    defer { isChanged = false }
    guard let wanted = id() else { return waiting = nil }
    if shownID == nil { return show(wanted, in: graph) }
    if shownID == wanted, isShown(in: graph) { update(in: graph) }
  }

  /// Closes the layer if its owner has left the graph: no property would ever close it.
  func closeIfOrphaned(in graph: NavigationGraph) {
    guard let shownLayer, owner.map(graph.isAttached) != true else { return }
    graph.close(shownLayer, reason: .programmatic)
  }

  private func forget(in graph: NavigationGraph) {
    (shownID, shownModel, shownLayer) = (nil, nil, nil)
    graph.followers.hides(self)
  }

  /// Updates the text of the same question.
  private func update(in graph: NavigationGraph) {
    guard isChanged, let owner, let shownLayer, shownLayer.presentation.question != nil,
      case .presented(let new)? = make(), new.question != nil, new.style == shownLayer.presentation.style
    else { return }
    graph.update(shownLayer, to: new.asked(by: owner))
  }

  /// Keeps what can't be shown now, to show it later, as SwiftUI does with a second sheet.
  private func show(_ wanted: AnyHashable, in graph: NavigationGraph) {
    guard let owner else { return }
    let kept = waiting.flatMap { $0.id == wanted && !isChanged ? $0.content : nil }
    guard let content = kept ?? make() else { return }
    if kept != nil, !owner.canExecute(content.command) { return graph.followers.waits(self) }
    let before = graph.layers.count
    let stack = graph.stack(of: owner)?.path.count ?? 0
    let result = owner.execute(content.command)
    guard result == .executed else {
      waiting = (wanted, content)
      graph.followers.waits(self)
      return graph.report(
        .notShown, of: owner, "can't show what its property asks for yet: \(result). It is shown as soon as possible")
    }
    waiting = nil
    shownID = wanted
    graph.followers.shows(self)
    if graph.layers.count > before {
      shownLayer = graph.layers.open.last
      shownModel = shownLayer?.presentation.model
    } else if let path = graph.stack(of: owner)?.path, path.count > stack {
      shownModel = path.last?.model
    }
    graph.saving.enqueue(owner)
  }
}

extension _ModelNode {
  /// Ends the presentations that follow the model's properties; the layers stay.
  func endItems() {
    for driver in items { driver.end() }
    items = []
  }
}
