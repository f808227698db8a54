// SwiftUI modifiers that belong to a model in Oriel, or don't exist. The compiler says what to write instead.

extension View {
  @available(*, unavailable, message: "call 'present(isPresented: \\.property) { .sheet(…) }' in the model's start()")
  public func sheet<Condition>(
    isPresented: Condition, onDismiss: (() -> Void)? = nil, @_UncheckedBuilder content: () -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "call 'present(item: \\.property) { .sheet(…) }' in the model's start()")
  public func sheet<Item>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @_UncheckedBuilder content: (Item) -> _Unchecked
  ) -> Self { self }

  @available(
    *, unavailable, message: "call 'present(isPresented: \\.property) { .fullScreenCover(…) }' in the model's start()"
  )
  public func fullScreenCover<Condition>(
    isPresented: Condition, onDismiss: (() -> Void)? = nil, @_UncheckedBuilder content: () -> _Unchecked
  ) -> Self { self }

  @available(
    *, unavailable, message: "call 'present(item: \\.property) { .fullScreenCover(…) }' in the model's start()"
  )
  public func fullScreenCover<Item>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @_UncheckedBuilder content: (Item) -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "call 'self.present(.popover(model, source: id))', and name the source here")
  public func popover<Condition>(
    isPresented: Condition, @_UncheckedBuilder content: () -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "call 'self.present(.alert(AlertState(…) { ButtonState(…) }))' in a handler")
  public func alert<Condition>(
    _ title: String, isPresented: Condition, @_UncheckedBuilder actions: () -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "call 'self.present(.alert(AlertState(…) { ButtonState(…) }))' in a handler")
  public func alert<Condition>(
    _ title: String, isPresented: Condition, @_UncheckedBuilder actions: () -> _Unchecked,
    @_UncheckedBuilder message: () -> _Unchecked
  ) -> Self { self }

  @available(
    *, unavailable,
    message: "call 'self.present(.confirmationDialog(ConfirmationDialogState(…) { ButtonState(…) }))' in a handler"
  )
  public func confirmationDialog<Condition>(
    _ title: String, isPresented: Condition, @_UncheckedBuilder actions: () -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "a NavigationDestination makes its model itself, in 'makeModel()'")
  public func navigationDestination<Value: Hashable>(
    for type: Value.Type, @_UncheckedBuilder destination: (Value) -> _Unchecked
  ) -> Self { self }

  @available(*, unavailable, message: "write 'func start()' in the model, or 'func didAppear(animated: Bool)'")
  public func onAppear(perform action: (() -> Void)? = nil) -> Self { self }

  @available(*, unavailable, message: "write 'func didDisappear()' in the model")
  public func onDisappear(perform action: (() -> Void)? = nil) -> Self { self }

  @available(*, unavailable, message: "call 'task { … }' in the model's start()")
  public func task(_ action: nonisolated(nonsending) @escaping () async -> Void) -> Self { self }

  @available(*, unavailable, message: "call 'observe { … }' in the model's start()")
  public func onChange<Value: Equatable>(of value: Value, _ action: () -> Void) -> Self { self }

  @available(*, unavailable, message: "call 'observe { … }' in the model's start()")
  public func onChange<Value: Equatable>(of value: Value, _ action: (Value, Value) -> Void) -> Self { self }

  @available(*, unavailable, message: "write a Button, whose label may be any view: it is reachable by keyboard too")
  public func onTapGesture(perform action: @escaping () -> Void) -> Self { self }

  @available(*, unavailable, message: "write '.contextMenu { … }', or Buttons in the row")
  public func swipeActions(@_UncheckedBuilder content: () -> _Unchecked) -> Self { self }

  @available(
    *, unavailable, message: "a body shows every change at once: 'observe' or 'task' in start() fetch what is new"
  )
  public func refreshable(action: nonisolated(nonsending) @escaping () async -> Void) -> Self { self }

  /// The app provides the environment.
  @available(*, unavailable, message: "return the object from the app's 'environment(for:)' or 'prepare()'")
  public func environmentObject(_ object: AnyObject) -> Self { self }

  /// The app provides the environment.
  @available(*, unavailable, message: "return the object from the app's 'environment(for:)' or 'prepare()'")
  public func environment(_ object: AnyObject) -> Self { self }

  @available(*, unavailable, message: "call 'navigate(to: \\.property)' in the model's start()")
  public func navigate<Destination: NavigationDestination>(
    to destination: Binding<Destination?>, method: NavigationMethod? = nil
  ) -> Self { self }

  @available(*, unavailable, message: "call 'navigate(when: \\.property, to: destination)' in the model's start()")
  public func navigate(
    trigger: Binding<Bool>, destination: some NavigationDestination, method: NavigationMethod? = nil
  ) -> Self { self }

  @available(*, unavailable, renamed: "foregroundStyle")
  public func foregroundColor(_ color: ForegroundStyle) -> Self { self }
}

@available(*, unavailable, message: "the window's scene, a tab or a sheet begins with '.stacked(HomeModel())'")
public struct NavigationStack: View {
  public init(@_UncheckedBuilder root: () -> _Unchecked) {}
  public init<Path>(path: Path, @_UncheckedBuilder root: () -> _Unchecked) {}
  public var body: some View { EmptyView() }
}

@available(
  *, unavailable, message: "the window's scene begins with '.tabbed([TabModel(…)])', or a TabsRootNavigationModel"
)
public struct TabView: View {
  public init(@_UncheckedBuilder content: () -> _Unchecked) {}
  public init<Selection>(selection: Selection, @_UncheckedBuilder content: () -> _Unchecked) {}
  public var body: some View { EmptyView() }
}
