// Presentations that follow an optional property, like SwiftUI's `sheet(item:)`. Declare them in `start()`, which runs
// again after a restart and then recognises the models that were shown.

extension NavigationModel {
  /// Pushes the model that `make` creates while the property is not `nil`, and pops it, with all entries above it, when
  /// the property becomes `nil`. If the user goes back, the property becomes `nil`. Another value replaces nothing
  /// while the model is shown.
  public func push<Item>(
    item: ReferenceWritableKeyPath<Self, Item?>, _ make: @escaping (Item) -> any NavigationModel
  ) {
    follow(item, id: { _ in AnyHashable(true) }) { model, value in
      model.execute(.push(make(value)))
    }
  }

  /// Pushes the model that `make` creates while the property is `true`, and pops it, with all entries above it, when
  /// the property becomes `false`. If the user goes back, the property becomes `false`.
  public func push(
    isPresented: ReferenceWritableKeyPath<Self, Bool>, _ make: @escaping () -> any NavigationModel
  ) {
    follow(isPresented.asItem, id: { _ in AnyHashable(true) }) { model, _ in model.execute(.push(make())) }
  }

  /// Presents the result of `make` while the property is not `nil`. A value with another id replaces the layer, and
  /// `nil` dismisses it. If the layer is closed in any other way, the property becomes `nil`, unless it has another id
  /// by then. Another value with the same id updates the text of a question; a presented model stays as it is.
  public func present<Item, ID: Hashable>(
    item: ReferenceWritableKeyPath<Self, Item?>, id: @escaping (Item) -> ID,
    _ make: @escaping (Item) -> Presentation
  ) {
    follow(item, id: { AnyHashable(id($0)) }, question: make) { model, value in model.execute(.present(make(value))) }
  }

  /// Presents the result of `make` while the property is not `nil`. An item with another id replaces the layer and
  /// nothing below it, and `nil` dismisses it. If the layer is closed in any other way, the property becomes `nil`.
  public func present<Item: Identifiable>(
    item: ReferenceWritableKeyPath<Self, Item?>, _ make: @escaping (Item) -> Presentation
  ) {
    present(item: item, id: { $0.id }, make)
  }

  /// Presents the result of `make` while the property is `true`, and dismisses it when the property becomes `false`. If
  /// the layer is closed in any other way, the property becomes `false`.
  public func present(
    isPresented: ReferenceWritableKeyPath<Self, Bool>, _ make: @escaping () -> Presentation
  ) {
    follow(isPresented.asItem, id: { _ in AnyHashable(true) }) { model, _ in model.execute(.present(make())) }
  }

  private func follow<Item>(
    _ item: ReferenceWritableKeyPath<Self, Item?>, id: @escaping (Item) -> AnyHashable,
    question: ((Item) -> Presentation)? = nil, _ show: @escaping (Self, Item) -> CommandResult
  ) {
    guard let graph = _node.graph else { return }
    guard !_node.items.contains(where: { $0.property == item }) else {
      return graph.note(.senseless, self, "follows this property already: call this once, in start()")
    }
    weak let owner = self
    let driver = ItemDriver(
      of: self, item, key: String(_node.items.count),
      id: { owner?[keyPath: item].map(id) },
      show: { owner.flatMap { owner in owner[keyPath: item].map { show(owner, $0) } } },
      question: { question.flatMap { make in owner?[keyPath: item].map(make) } },
      clear: { owner?[keyPath: item] = nil })
    _node.items.append(driver)
    graph.itemQueue.append(driver)
  }
}

extension ReferenceWritableKeyPath where Value == Bool {
  /// Maps `true` to an item and `false` to `nil`.
  fileprivate var asItem: ReferenceWritableKeyPath<Root, Bool.Item?> { appending(path: \.item) }
}

extension Bool {
  fileprivate struct Item {}

  fileprivate var item: Item? {
    get { self ? Item() : nil }
    set { self = newValue != nil }
  }
}

/// Keeps an optional property of a model and the model shown for it in agreement.
final class ItemDriver {
  weak let owner: (any NavigationModel)?
  let property: AnyKeyPath
  let key: String
  let id: () -> AnyHashable?
  private let show: () -> CommandResult?
  /// The current question, if one is shown.
  private let question: () -> Presentation?
  private let clear: () -> Void
  private var shownID: AnyHashable?
  private weak var shownModel: (any NavigationModel)?
  private weak var shownLayer: PresentedLayer?
  /// Whether the property was written since the last check.
  var isChanged = false
  /// The transaction of that change, which animates the layer too.
  var transaction: Transaction.Box?

  init(
    of owner: any NavigationModel, _ property: AnyKeyPath, key: String, id: @escaping () -> AnyHashable?,
    show: @escaping () -> CommandResult?, question: @escaping () -> Presentation?, clear: @escaping () -> Void
  ) {
    self.owner = owner
    self.property = property
    self.key = key
    self.id = id
    self.show = show
    self.question = question
    self.clear = clear
  }

  /// The model shown for the property, or the presenter of its question.
  var saved: String? {
    guard shownID != nil else { return nil }
    if let shownModel { return shownModel._node.id }
    return shownLayer.map { "?" + $0.presenter._node.id }
  }

  /// Recognises the model that was shown before a restart.
  func restore(_ saved: String, in graph: NavigationGraph) {
    shownID = id()
    graph.showing.append(self)
    if saved.hasPrefix("?") {
      shownLayer = graph.model(String(saved.dropFirst()))?._node.layer
    } else {
      shownModel = graph.model(saved)
      shownLayer = graph.layers.first { $0.presentation.model === shownModel }
    }
  }

  /// Compares the property with the shown model, and updates whichever has not changed.
  func follow(in graph: NavigationGraph) {
    let wanted = id()
    defer { isChanged = false }
    if shownID != nil, !isShown(in: graph) {
      let went = shownID
      (shownID, shownModel, shownLayer) = (nil, nil, nil)
      // Another value was set meanwhile; the user did not close that one.
      graph.showing.removeAll { $0 === self }
      if wanted == went { return clear() }
    }
    guard wanted != shownID else { return update(in: graph) }
    if shownID != nil { hide(in: graph, isReplaced: wanted != nil) }
    (shownID, shownModel, shownLayer) = (nil, nil, nil)
    graph.showing.removeAll { $0 === self }
    if wanted != nil { present(wanted, in: graph) }
  }

  /// Updates the text of the same question.
  private func update(in graph: NavigationGraph) {
    guard isChanged, let owner, let shownLayer, shownLayer.presentation.choice != nil, let new = question() else {
      return
    }
    guard new.choice != nil, new.kind == shownLayer.presentation.kind else { return }
    graph.update(shownLayer, to: new.asked(by: owner))
  }

  func isShown(in graph: NavigationGraph) -> Bool {
    if let shownLayer { return graph.layers.contains { $0 === shownLayer } }
    return shownModel.map(graph.isAttached) ?? false
  }

  private func present(_ wanted: AnyHashable?, in graph: NavigationGraph) {
    guard let owner else { return }
    let before = graph.layerCount
    let stack = graph.stack(of: owner)?.path.count ?? 0
    guard let result = show() else { return }
    guard result == .executed else {
      return graph.note(.notShown, owner, "can't show what its property asks for: \(result)")
    }
    shownID = wanted
    graph.showing.append(self)
    if graph.layerCount > before {
      shownLayer = graph.layers.last
      shownModel = shownLayer?.presentation.model
    } else if let path = graph.stack(of: owner)?.path, path.count > stack {
      shownModel = path.last?.model
    }
    graph.queueSaving(owner)
  }

  private func hide(in graph: NavigationGraph, isReplaced: Bool) {
    if let owner { graph.queueSaving(owner) }
    if let shownLayer {
      graph.close(shownLayer, reason: isReplaced ? .replaced : .programmatic)
    } else if let shownModel {
      shownModel.execute(.popSelf)
    }
    graph.updateStructure()
  }
}

extension NavigationGraph {
  /// Updates the presentations that follow optional properties.
  func followItems() {
    let queue = itemQueue
    itemQueue = []
    for driver in queue {
      guard let owner = driver.owner, owner._node.graph === self, isAttached(owner) else { continue }
      if let saved = owner._node.restoredItems.removeValue(forKey: driver.key) { driver.restore(saved, in: self) }
      let transaction = driver.transaction ?? Transaction.storage
      driver.transaction = nil
      Transaction.$storage.withValue(transaction) { driver.follow(in: self) }
      watch(driver, of: owner)
    }
  }

  /// A model that has left may have been shown for a property.
  func lookAtItems() {
    showing.removeAll { $0.owner?._node.graph !== self }
    itemQueue += showing.filter { driver in
      !driver.isShown(in: self) && !itemQueue.contains { $0 === driver }
    }
  }

  private func watch(_ driver: ItemDriver, of owner: any NavigationModel) {
    nonisolated(unsafe) let watching = driver
    // It reads only a property of the owner, and ends with it.
    _ = owner._node.track(withCanary: false) {
      driver.id()
    } invalidated: { [isolation = host.isolation] in
      isolation.perform { watching.owner?._node.graph?.itemChanged(watching) }
    }
  }

  private func itemChanged(_ driver: ItemDriver) {
    driver.isChanged = true
    driver.transaction = Transaction.storage ?? driver.transaction
    guard !itemQueue.contains(where: { $0 === driver }) else { return }
    itemQueue.append(driver)
    host.graphNeedsCommit()
  }
}
