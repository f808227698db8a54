// The commands' names in other libraries; the compiler names the equivalent here.

extension NavigationModel {
  /// Views are shown by models.
  @available(
    *, unavailable, message: "push a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public func push(_ view: some View) {}

  // MARK: SwiftUINavigation

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "back()")
  public func hide(animated: Bool = true, transition: Transition? = nil) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "push(_:)")
  public func stackAppend(_ model: any NavigationModel, animated: Bool = true) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "pop(_:)")
  public func stackDropLast(_ count: Int = 1, animated: Bool = true) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "popToRoot()")
  public func stackDropToRoot(animated: Bool = true) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public func stackSetRoot(_ model: any NavigationModel, clear: Bool = true, animated: Bool = true) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "mapPath(_:)")
  public func stackMap(_ transform: ([StackNavigationModel]) -> [StackNavigationModel], animated: Bool = true) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "selectTab(_:)")
  public func tabsSelectItem(id: String) {}

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "dismissSelf()")
  public func dismissJustFromPresented(animated: Bool = true) {}

  // MARK: Navigator

  /// The name in Navigator.
  @available(*, unavailable, renamed: "dismissAll()")
  public func dismissAny() {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "popTo(named:)")
  public func popAll(in name: String) {}

  /// The name in Navigator.
  @available(*, unavailable, message: "call 'navigate(when: \\.property, to: destination)' in start()")
  public func navigate(
    trigger: Binding<Bool>, destination: some NavigationDestination, method: NavigationMethod? = nil
  ) {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "pop(exactly:)")
  public func pop(last count: Int) {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "popTo(depth:)")
  public func pop(to depth: Int) {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "popAll()")
  public func popAny() {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "dismissPresented()")
  public func dismissPresentedViews() {}

  /// The name in Navigator.
  @available(*, unavailable, renamed: "dismissDescendants()")
  public func dismissAnyChildren() {}

  // MARK: NavigationStack

  /// The name in NavigationStack.
  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func showView(_ name: String, animation: Animation? = nil) {}

  /// The name in NavigationStack.
  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func pushContent(_ name: String) {}

  /// The name in NavigationStack.
  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideView(_ name: String, animation: Animation? = nil) {}

  /// The name in NavigationStack.
  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideViewWithReverseAnimation(_ name: String) {}

  /// The name in NavigationStack.
  @available(*, unavailable, renamed: "back()")
  public func hideTopView(animation: Animation? = nil) {}

  /// The name in NavigationStack.
  @available(*, unavailable, renamed: "back()")
  public func hideTopViewWithReverseAnimation() {}

  // MARK: Navigable

  /// The name in Navigable.
  @available(*, unavailable, renamed: "popTo(depth:)")
  public func popTo(index: Int) {}

  /// The name in Navigable.
  @available(*, unavailable, renamed: "dismiss()")
  public func dismissPresentationOrDisplay() {}
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "push(_:)")
  public static func stackAppend(_ model: any NavigationModel) -> Self { .push(model) }

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "pop(_:)")
  public static func stackDropLast(_ count: Int = 1) -> Self { .pop(count) }

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "popToRoot")
  public static var stackDropToRoot: Self { .popToRoot }

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public static func stackSetRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    .setRoot(model, clear: clear)
  }

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "dismissSelf")
  public static var dismissJustFromPresented: Self { .dismissSelf }

  /// The name in SwiftUINavigation.
  @available(*, unavailable, renamed: "back")
  public static var hide: Self { .back }

  /// The name in Navigator.
  @available(*, unavailable, renamed: "dismissAll")
  public static var dismissAny: Self { .dismissAll }

  /// The name in Navigator.
  @available(*, unavailable, renamed: "popTo(named:)")
  public static func popAll(in name: String) -> Self { .popTo(named: name) }
}

extension NavigationAction {
  /// The name in Navigator.
  @available(*, unavailable, renamed: "dismissAll")
  public static var dismissAny: NavigationAction { .dismissAll }

  /// The name in Navigator.
  @available(*, unavailable, renamed: "popTo(named:)")
  public static func popAll(in name: String) -> NavigationAction { .popTo(named: name) }
}

extension Presentation {
  /// Views are shown by models.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  /// Views are shown by models.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet(_ view: some View) -> Presentation { fatalError("unavailable") }

  /// Views are shown by models.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func fullScreenCover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  /// Views are shown by models.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func popover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }
}
