/// The common commands with an `animated` flag or a transition.
extension NavigationModel {
  /// Pushes a model onto the nearest stack, with or without animation.
  @discardableResult
  public func push(_ model: any NavigationModel, animated: Bool) -> CommandResult {
    execute(.push(model).animated(animated))
  }

  /// Pushes a model with this transition. Going back reverses it, unless that command names another.
  @discardableResult
  public func push(_ model: any NavigationModel, transition: Transition) -> CommandResult {
    execute(.push(model).transition(transition))
  }

  /// Pops up to `count` entries from the nearest stack, with or without animation.
  @discardableResult
  public func pop(_ count: Int = 1, animated: Bool) -> CommandResult { execute(.pop(count).animated(animated)) }

  /// Pops up to `count` entries from the nearest stack with this transition, instead of reversing the one that the
  /// entry was pushed with.
  @discardableResult
  public func pop(_ count: Int = 1, transition: Transition) -> CommandResult {
    execute(.pop(count).transition(transition))
  }

  /// Pops the nearest stack to its root, with or without animation.
  @discardableResult
  public func popToRoot(animated: Bool) -> CommandResult { execute(.popToRoot.animated(animated)) }

  /// Presents a layer, with or without animation.
  @discardableResult
  public func present(_ presentation: Presentation, animated: Bool) -> CommandResult {
    execute(.present(presentation).animated(animated))
  }

  /// Presents a layer with this transition. Dismissing it reverses the transition, unless that command names another.
  @discardableResult
  public func present(_ presentation: Presentation, transition: Transition) -> CommandResult {
    execute(.present(presentation).transition(transition))
  }

  /// Dismisses the window's top layer, with or without animation.
  @discardableResult
  public func dismiss(animated: Bool) -> CommandResult { execute(.dismiss.animated(animated)) }

  /// Dismisses the window's top layer with this transition.
  @discardableResult
  public func dismiss(transition: Transition) -> CommandResult { execute(.dismiss.transition(transition)) }

  /// Goes back like ``NavigationModel-protocol/back()``, with or without animation.
  @discardableResult
  public func hide(animated: Bool) -> CommandResult { execute(.hide.animated(animated)) }

  /// Goes back like ``NavigationModel-protocol/back()``, with this transition.
  @discardableResult
  public func hide(transition: Transition) -> CommandResult { execute(.hide.transition(transition)) }

  /// Replaces the child of this switched container with a transition; `nil` changes it without animation.
  @discardableResult
  public func switchModel(
    _ model: (any NavigationModel)?, nearest: Bool = false, transition: Transition
  ) -> CommandResult {
    execute(.switchModel(model, nearest: nearest).transition(transition))
  }
}
