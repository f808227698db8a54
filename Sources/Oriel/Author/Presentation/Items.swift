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

  /// The same for a binding, such as one to a case without a value.
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

  /// The same for a binding, such as one to a case of an enumeration, which is cleared only while the case is current.
  public func present<Item, ID: Hashable>(
    item: Binding<Item?>, id: @escaping (Item) -> ID, _ make: @escaping (Item) -> Presentation
  ) {
    follow(item, id: { AnyHashable(id($0)) }) { .presented(make($0)) }
  }

  /// The same for items with an id of their own.
  public func present<Item: Identifiable>(
    item: ReferenceWritableKeyPath<Self, Item?>, _ make: @escaping (Item) -> Presentation
  ) {
    present(item: bind(item), id: { $0.id }, make)
  }

  /// The same for items with an id of their own, and a binding.
  public func present<Item: Identifiable>(item: Binding<Item?>, _ make: @escaping (Item) -> Presentation) {
    present(item: item, id: { $0.id }, make)
  }

  /// Presents the result of `make` while the property is `true`, like `present(item:id:_:)`.
  public func present(
    isPresented: ReferenceWritableKeyPath<Self, Bool>, _ make: @escaping () -> Presentation
  ) {
    present(isPresented: bind(isPresented), make)
  }

  /// The same for a binding, such as one to a case without a value.
  public func present(isPresented: Binding<Bool>, _ make: @escaping () -> Presentation) {
    follow(isPresented.item, id: { _ in AnyHashable(true) }) { _ in .presented(make()) }
  }

  private func follow<Item>(
    _ item: Binding<Item?>, id: @escaping (Item) -> AnyHashable, _ make: @escaping (Item) -> ItemContent
  ) {
    guard let graph = _node.graph else { return }
    let identity = item.location.identity
    guard !_node.items.contains(where: { $0.identity == identity }) else {
      return graph.report(.misuse, of: self, "follows this property already: call this once, in start()")
    }
    let driver = ItemDriver(
      of: self, identity, key: String(_node.items.count),
      id: { item.wrappedValue.map(id) },
      make: { item.wrappedValue.map(make) },
      clear: { item.wrappedValue = nil })
    _node.items.append(driver)
    graph.followers.enqueue(driver)
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
