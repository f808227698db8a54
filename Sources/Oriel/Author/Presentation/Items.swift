import Observation

// Presentations that follow an optional property, like SwiftUI's `sheet(item:)`. Declare them in `start()`, which runs
// again after a restart and then recognises the models that were shown.

extension NavigationModel {
  /// Pushes the model that `make` creates while the property is not `nil`, and pops it, with all entries above it, when
  /// the property becomes `nil`. If the user goes back, the property becomes `nil`. Another value replaces nothing
  /// while the model is shown.
  public func push<Item>(
    item: ReferenceWritableKeyPath<Self, Item?>, _ make: @escaping (Item) -> any NavigationModel
  ) {
    push(item: bind(item), make)
  }

  /// Pushes the model that `make` creates while a binding has a value. With bindings to the cases of an enumeration, one
  /// property holds everything that the model pushes and presents.
  ///
  /// ```swift
  /// @CaseBindable enum Destination: Codable { case detail(Note.ID), edit(Note), settings }
  /// var destination: Destination?
  ///
  /// func start() {
  ///   push(item: bind(\.destination).detail) { id in DetailModel(id) }
  ///   present(item: bind(\.destination).edit) { note in .managedSheet(EditModel(note)) }
  ///   present(isPresented: bind(\.destination).settings) { .sheet(SettingsModel()) }
  /// }
  /// ```
  /// If the user goes back, `nil` is written to the binding. That clears the enumeration only while the case is current.
  public func push<Item>(item: Binding<Item?>, _ make: @escaping (Item) -> any NavigationModel) {
    follow(item, id: { _ in AnyHashable(true) }) { .pushed(make($0)) }
  }

  /// Pushes the model that `make` creates while the property is `true`, and pops it, with all entries above it, when
  /// the property becomes `false`. If the user goes back, the property becomes `false`.
  public func push(
    isPresented: ReferenceWritableKeyPath<Self, Bool>, _ make: @escaping () -> any NavigationModel
  ) {
    push(isPresented: bind(isPresented), make)
  }

  /// Pushes the model that `make` creates while a binding is `true`, such as one to a case without a value. If the user
  /// goes back, `false` is written to the binding.
  public func push(isPresented: Binding<Bool>, _ make: @escaping () -> any NavigationModel) {
    follow(isPresented.item, id: { _ in AnyHashable(true) }) { _ in .pushed(make()) }
  }

  /// Presents the result of `make` while the property is not `nil`. A value with another id replaces the layer, and
  /// `nil` dismisses it. If the layer is closed in any other way, the property becomes `nil`, unless it has another id
  /// by then. Another value with the same id updates the text of a question; a presented model stays as it is.
  ///
  /// Unlike a layer presented by a command, this one closes when the model finishes. The property is `nil` before
  /// `onDismiss` is called; setting it to the same value there presents it again. If the layer can't be presented now,
  /// such as a popover of a covered model, the property keeps its value and the layer is presented as soon as possible,
  /// as with a second sheet in SwiftUI.
  ///
  /// `make` receives the value, not a binding to it. A model that edits the value in place keeps the model that owns the
  /// property, `let parent: ListModel`, and binds to it: `Binding(parent.bind(\.editing))`.
  public func present<Item, ID: Hashable>(
    item: ReferenceWritableKeyPath<Self, Item?>, id: @escaping (Item) -> ID,
    _ make: @escaping (Item) -> Presentation
  ) {
    present(item: bind(item), id: id, make)
  }

  /// Presents the result of `make` while a binding has a value, such as one to a case of an enumeration. A value with
  /// another id replaces the layer, and `nil` dismisses it. If the layer is closed in any other way, `nil` is written to
  /// the binding. That clears the enumeration only while the case is current.
  public func present<Item, ID: Hashable>(
    item: Binding<Item?>, id: @escaping (Item) -> ID, _ make: @escaping (Item) -> Presentation
  ) {
    follow(item, id: { AnyHashable(id($0)) }) { .presented(make($0)) }
  }

  /// Presents the result of `make` while the property is not `nil`. An item with another id replaces the layer and
  /// nothing below it, and `nil` dismisses it. If the layer is closed in any other way, the property becomes `nil`.
  ///
  /// Unlike a layer presented by a command, this one closes when the model finishes. The property is `nil` before
  /// `onDismiss` is called. If the layer can't be presented now, it is presented as soon as possible.
  ///
  /// `make` receives the item, not a binding to it. A model that edits the item in place keeps the model that owns the
  /// property, `let parent: ListModel`, and binds to it: `Binding(parent.bind(\.editing))`.
  public func present<Item: Identifiable>(
    item: ReferenceWritableKeyPath<Self, Item?>, _ make: @escaping (Item) -> Presentation
  ) {
    present(item: bind(item), id: { $0.id }, make)
  }

  /// Presents the result of `make` while a binding has an item, such as one to a case of an enumeration. An item with
  /// another id replaces the layer. If the layer is closed in any other way, `nil` is written to the binding.
  public func present<Item: Identifiable>(item: Binding<Item?>, _ make: @escaping (Item) -> Presentation) {
    present(item: item, id: { $0.id }, make)
  }

  /// Presents the result of `make` while the property is `true`, and dismisses it when the property becomes `false`. If
  /// the layer is closed in any other way, the property becomes `false`.
  ///
  /// Unlike a layer presented by a command, this one closes when the model finishes. The property is `false` before
  /// `onDismiss` is called. If the layer can't be presented now, it is presented as soon as possible.
  public func present(
    isPresented: ReferenceWritableKeyPath<Self, Bool>, _ make: @escaping () -> Presentation
  ) {
    present(isPresented: bind(isPresented), make)
  }

  /// Presents the result of `make` while a binding is `true`, such as one to a case without a value. If the layer is
  /// closed in any other way, `false` is written to the binding.
  public func present(isPresented: Binding<Bool>, _ make: @escaping () -> Presentation) {
    follow(isPresented.item, id: { _ in AnyHashable(true) }) { _ in .presented(make()) }
  }

  private func follow<Item>(
    _ item: Binding<Item?>, id: @escaping (Item) -> AnyHashable, _ make: @escaping (Item) -> ItemContent
  ) {
    guard let graph = _node.graph else { return }
    let place = item.location.place
    guard !_node.items.contains(where: { $0.place == place }) else {
      return graph.note(.misuse, self, "follows this property already: call this once, in start()")
    }
    let driver = ItemDriver(
      of: self, place, key: String(_node.items.count),
      id: { item.wrappedValue.map(id) },
      make: { item.wrappedValue.map(make) },
      clear: { item.wrappedValue = nil })
    _node.items.append(driver)
    graph.queue(driver)
  }
}

extension Bool {
  fileprivate struct Item {}

  /// `true` as an item, `false` as `nil`.
  fileprivate var item: Item? {
    get { self ? Item() : nil }
    set { self = newValue != nil }
  }
}

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
  let place: [AnyHashable]
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
    of owner: any NavigationModel, _ place: [AnyHashable], key: String, id: @escaping () -> AnyHashable?,
    make: @escaping () -> ItemContent?, clear: @escaping () -> Void
  ) {
    self.owner = owner
    self.place = place
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
    graph.showing.append(self)
    if saved.hasPrefix("?") {
      shownLayer = graph.model(String(saved.dropFirst()))?._node.layer
    } else {
      shownModel = graph.model(saved)
      shownLayer = graph.layers.first { $0.presentation.model === shownModel }
    }
  }

  /// Whether it has shown something. After a restart the property may be `nil` nevertheless, such as one that isn't saved.
  private var isShowing: Bool { shownLayer != nil || shownModel != nil }

  func isShown(in graph: NavigationGraph) -> Bool {
    if let shownLayer { return graph.layers.contains { $0 === shownLayer } }
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
    if let owner { graph.queueSaving(owner) }
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
    graph.showing.removeAll { $0 === self }
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
    if kept != nil, !owner.canExecute(content.command) { return graph.waitingItems.append(self) }
    let before = graph.layerCount
    let stack = graph.stack(of: owner)?.path.count ?? 0
    let result = owner.execute(content.command)
    guard result == .executed else {
      waiting = (wanted, content)
      graph.waitingItems.append(self)
      return graph.note(
        .notShown, owner, "can't show what its property asks for yet: \(result). It is shown as soon as possible")
    }
    waiting = nil
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
}

extension _ModelNode {
  /// Ends the presentations that follow the model's properties; the layers stay.
  func endItems() {
    for driver in items { driver.end() }
    items = []
  }
}

extension NavigationGraph {
  /// Updates the presentations that follow optional properties. Layers close first: a layer that opens before could be
  /// closed with the one below it.
  func followItems() {
    let queue = itemQueue.filter { driver in
      driver.owner.map { $0._node.graph === self && isAttached($0) } ?? false
    }
    for driver in itemQueue { driver.isQueued = false }
    itemQueue = []
    for driver in queue {
      let saved = driver.owner?._node.restoredItems.removeValue(forKey: driver.key)
      if let saved { driver.restore(saved, in: self) }
    }
    for driver in queue { moving(as: driver) { driver.hide(in: self) } }
    for driver in queue {
      moving(as: driver) { driver.show(in: self) }
      driver.transaction = nil
      if let owner = driver.owner, !driver.isWatching { watch(driver, of: owner) }
    }
  }

  private func moving(as driver: ItemDriver, _ body: () -> Void) {
    settling?.actor = driver.owner
    Transaction.$storage.withValue(driver.transaction ?? Transaction.storage, operation: body)
  }

  /// Clears the properties of removed content, before any listener runs, which may ask for the same content again.
  func clearItems() {
    for driver in showing { driver.clearIfGone(in: self) }
    showing.removeAll { $0.owner?._node.graph !== self }
  }

  /// Tries again to show what could not be shown, after something else has changed.
  package func retryItems() {
    guard !waitingItems.isEmpty else { return }
    for driver in waitingItems { queue(driver) }
    waitingItems = []
    host.graphNeedsCommit()
  }

  private func watch(_ driver: ItemDriver, of owner: any NavigationModel) {
    driver.isWatching = true
    nonisolated(unsafe) let watching = driver
    owner._node.track(withCanary: false) {
      driver.read()
    } invalidated: { [isolation = host.isolation] in
      isolation.perform { watching.owner?._node.graph?.itemChanged(watching) }
    }
  }

  private func itemChanged(_ driver: ItemDriver) {
    driver.isChanged = true
    driver.isWatching = false
    driver.transaction = Transaction.storage ?? driver.transaction
    if queue(driver) { host.graphNeedsCommit() }
  }

  /// - Returns: Whether it was not queued already.
  @discardableResult
  fileprivate func queue(_ driver: ItemDriver) -> Bool {
    guard !driver.isQueued else { return false }
    driver.isQueued = true
    itemQueue.append(driver)
    return true
  }
}
