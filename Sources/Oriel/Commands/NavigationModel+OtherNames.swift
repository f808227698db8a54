// What other libraries call the commands: the compiler says what they are called here.

extension NavigationModel {
  /// A model shows the view.
  @available(
    *, unavailable, message: "push a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public func push(_ view: some View) {}

  // MARK: SwiftUINavigation

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "push(_:)")
  public func stackAppend(_ model: any NavigationModel, animated: Bool = true) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "pop(_:)")
  public func stackDropLast(_ count: Int = 1, animated: Bool = true) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "popToRoot()")
  public func stackDropToRoot(animated: Bool = true) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public func stackSetRoot(_ model: any NavigationModel, clear: Bool = true, animated: Bool = true) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "mapPath(_:)")
  public func stackMap(_ transform: ([StackNavigationModel]) -> [StackNavigationModel], animated: Bool = true) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "selectTab(_:)")
  public func tabsSelectItem(id: String) {}

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "dismissSelf()")
  public func dismissJustFromPresented(animated: Bool = true) {}

  // MARK: Navigator

  /// As Navigator calls it.
  @available(*, unavailable, message: "call 'navigate(when: \\.property, to: destination)' in start()")
  public func navigate(
    trigger: Binding<Bool>, destination: some NavigationDestination, method: NavigationMethod? = nil
  ) {}

  /// As Navigator calls it.
  @available(*, unavailable, renamed: "pop(exactly:)")
  public func pop(last count: Int) {}

  /// As Navigator calls it.
  @available(*, unavailable, renamed: "popTo(depth:)")
  public func pop(to depth: Int) {}

  /// As Navigator calls it.
  @available(*, unavailable, renamed: "popAll()")
  public func popAny() {}

  /// As Navigator calls it.
  @available(*, unavailable, renamed: "dismissPresented()")
  public func dismissPresentedViews() {}

  /// As Navigator calls it.
  @available(*, unavailable, renamed: "dismissDescendants()")
  public func dismissAnyChildren() {}

  // MARK: NavigationStack

  /// As NavigationStack calls it.
  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func showView(_ name: String, animation: Animation? = nil) {}

  /// As NavigationStack calls it.
  @available(*, unavailable, message: "call 'push(model, on: name)'")
  public func pushContent(_ name: String) {}

  /// As NavigationStack calls it.
  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideView(_ name: String, animation: Animation? = nil) {}

  /// As NavigationStack calls it.
  @available(*, unavailable, renamed: "popTo(named:)")
  public func hideViewWithReverseAnimation(_ name: String) {}

  /// As NavigationStack calls it.
  @available(*, unavailable, renamed: "back()")
  public func hideTopView(animation: Animation? = nil) {}

  /// As NavigationStack calls it.
  @available(*, unavailable, renamed: "back()")
  public func hideTopViewWithReverseAnimation() {}

  // MARK: Navigable

  /// As Navigable calls it.
  @available(*, unavailable, renamed: "popTo(depth:)")
  public func popTo(index: Int) {}

  /// As Navigable calls it.
  @available(*, unavailable, renamed: "dismiss()")
  public func dismissPresentationOrDisplay() {}
}

extension NavigationCommand where Self == PushCommand {
  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "push(_:)")
  public static func stackAppend(_ model: any NavigationModel) -> Self { .push(model) }
}

extension NavigationCommand where Self == PopCommand {
  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "pop(_:)")
  public static func stackDropLast(_ count: Int = 1) -> Self { .pop(count) }

  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "popToRoot")
  public static var stackDropToRoot: Self { .popToRoot }
}

extension NavigationCommand where Self == SetRootCommand {
  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "setRoot(_:clear:)")
  public static func stackSetRoot(_ model: any NavigationModel, clear: Bool = true) -> Self {
    .setRoot(model, clear: clear)
  }
}

extension NavigationCommand where Self == DismissCommand {
  /// As SwiftUINavigation calls it.
  @available(*, unavailable, renamed: "dismissSelf")
  public static var dismissJustFromPresented: Self { .dismissSelf }
}

extension Presentation {
  /// A model shows the view.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  /// A model shows the view.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func sheet(_ view: some View) -> Presentation { fatalError("unavailable") }

  /// A model shows the view.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func fullScreenCover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }

  /// A model shows the view.
  @available(
    *, unavailable, message: "give it a model: write '@NavigationModel final class …' with this view as its 'body'"
  )
  public static func popover<Content: View>(@ViewBuilder content: () -> Content) -> Presentation {
    fatalError("unavailable")
  }
}
