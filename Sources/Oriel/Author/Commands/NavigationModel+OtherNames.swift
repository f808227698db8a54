// The commands' names in other libraries; the compiler names the equivalent here.

extension NavigationModel {
  @available(
    *, unavailable, message: "push a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public func push(_ view: some View) {}

  // MARK: SwiftUINavigation

  @available(*, unavailable, renamed: "back()")
  public func hide(animated: Bool = true, transition: Transition? = nil) {}

  @available(*, unavailable, renamed: "push(_:)")
  public func stackAppend(_ model: any NavigationModel, animated: Bool = true) {}

  @available(*, unavailable, renamed: "pop(_:)")
  public func stackDropLast(_ count: Int = 1, animated: Bool = true) {}

  @available(*, unavailable, renamed: "popToRoot()")
  public func stackDropToRoot(animated: Bool = true) {}

  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public func stackSetRoot(_ model: any NavigationModel, clear: Bool = true, animated: Bool = true) {}

  @available(*, unavailable, renamed: "mapPath(_:)")
  public func stackMap(_ transform: ([StackNavigationModel]) -> [StackNavigationModel], animated: Bool = true) {}

  @available(*, unavailable, renamed: "selectTab(_:)")
  public func tabsSelectItem(id: String) {}

  @available(*, unavailable, renamed: "dismissSelf()")
  public func dismissJustFromPresented(animated: Bool = true) {}

  // MARK: Navigator

  @available(*, unavailable, renamed: "dismissAll()")
  public func dismissAny() {}

  @available(*, unavailable, renamed: "popTo(named:)")
  public func popAll(in name: String) {}

  @available(*, unavailable, message: "call 'navigate(when: \\.property, to: destination)' in start()")
  public func navigate(
    trigger: Binding<Bool>, destination: some NavigationDestination, method: NavigationMethod? = nil
  ) {}

  @available(*, unavailable, renamed: "pop(exactly:)")
  public func pop(last count: Int) {}

  @available(*, unavailable, renamed: "popTo(depth:)")
  public func pop(to depth: Int) {}

  @available(*, unavailable, renamed: "popAll()")
  public func popAny() {}

  @available(*, unavailable, renamed: "dismissPresented()")
  public func dismissPresentedViews() {}

  @available(*, unavailable, renamed: "dismissDescendants()")
  public func dismissAnyChildren() {}

  // MARK: NavigationStack

  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func showView(_ name: String, animation: Animation? = nil) {}

  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func pushContent(_ name: String) {}

  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideView(_ name: String, animation: Animation? = nil) {}

  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideViewWithReverseAnimation(_ name: String) {}

  @available(*, unavailable, renamed: "back()")
  public func hideTopView(animation: Animation? = nil) {}

  @available(*, unavailable, renamed: "back()")
  public func hideTopViewWithReverseAnimation() {}

  // MARK: Navigable

  @available(*, unavailable, renamed: "popTo(depth:)")
  public func popTo(index: Int) {}

  @available(*, unavailable, renamed: "dismiss()")
  public func dismissPresentationOrDisplay() {}
}

extension NavigationCommand where Self == AnyNavigationCommand {
  @available(*, unavailable, renamed: "push(_:)")
  public static func stackAppend(_ model: any NavigationModel) -> Self { .push(model) }

  @available(*, unavailable, renamed: "pop(_:)")
  public static func stackDropLast(_ count: Int = 1) -> Self { .pop(count) }

  @available(*, unavailable, renamed: "popToRoot")
  public static var stackDropToRoot: Self { .popToRoot }

  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public static func stackSetRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    .setRoot(model, clear: clear)
  }

  @available(*, unavailable, renamed: "dismissSelf")
  public static var dismissJustFromPresented: Self { .dismissSelf }

  @available(*, unavailable, renamed: "back")
  public static var hide: Self { .back }

  @available(*, unavailable, renamed: "dismissAll")
  public static var dismissAny: Self { .dismissAll }

  @available(*, unavailable, renamed: "popTo(named:)")
  public static func popAll(in name: String) -> Self { .popTo(named: name) }
}

extension NavigationAction {
  @available(*, unavailable, renamed: "dismissAll")
  public static var dismissAny: NavigationAction { .dismissAll }

  @available(*, unavailable, renamed: "popTo(named:)")
  public static func popAll(in name: String) -> NavigationAction { .popTo(named: name) }
}

extension Presentation {
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet(_ view: some View) -> Presentation { fatalError("unavailable") }

  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func fullScreenCover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func popover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }
}
