/// The common commands with an `animated` flag and a transition. Going back or dismissing reverses the transition of the
/// way there, unless that command names another.
extension NavigationModel {
  // MARK: Stack

  /// Pushes a model onto the nearest stack, without animation or with a transition.
  @discardableResult
  public func push(
    _ model: any NavigationModel, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.push(model).moving(animated, transition))
  }

  /// Pops up to `count` entries from the nearest stack, without animation or with a transition.
  @discardableResult
  public func pop(_ count: Int = 1, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.pop(count).moving(animated, transition))
  }

  /// Pops the nearest stack to a depth, without animation or with a transition.
  @discardableResult
  public func popTo(depth: Int, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popTo(depth: depth).moving(animated, transition))
  }

  /// Pops the stack with this name to its root, without animation or with a transition.
  @discardableResult
  public func popTo(named name: String, animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popTo(named: name).moving(animated, transition))
  }

  /// Pops to a model in the stack that contains it, without animation or with a transition.
  @discardableResult
  public func popTo(
    _ model: any NavigationModel, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.popTo(model).moving(animated, transition))
  }

  /// Pops the nearest stack to its root, without animation or with a transition.
  @discardableResult
  public func popToRoot(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.popToRoot.moving(animated, transition))
  }

  /// Replaces the root of the nearest stack, without animation or with a transition.
  @discardableResult
  public func setRoot(
    _ model: any NavigationModel, clear: Bool = true, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.setRoot(model, clear: clear).moving(animated, transition))
  }

  /// Replaces the last entry of the nearest stack, without animation or with a transition.
  @discardableResult
  public func replaceTop(
    _ model: any NavigationModel, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.replaceTop(model).moving(animated, transition))
  }

  /// Goes back like ``NavigationModel-protocol/back()``, without animation or with a transition.
  @discardableResult
  public func back(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.back.moving(animated, transition))
  }

  /// Goes back like ``NavigationModel-protocol/back()``, without animation or with a transition.
  @discardableResult
  public func hide(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.hide.moving(animated, transition))
  }

  // MARK: Presentation

  /// Presents a layer, without animation or with a transition.
  @discardableResult
  public func present(
    _ presentation: Presentation, animated: Bool = true, transition: Transition? = nil
  ) -> CommandResult {
    execute(.present(presentation).moving(animated, transition))
  }

  /// Dismisses the window's top layer, without animation or with a transition.
  @discardableResult
  public func dismiss(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismiss.moving(animated, transition))
  }

  /// Dismisses the layer of this model and the layers above it, without animation or with a transition.
  @discardableResult
  public func dismissSelf(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismissSelf.moving(animated, transition))
  }

  /// Dismisses every layer of the window, without animation or with a transition. Refused while the window is locked.
  @discardableResult
  public func dismissAll(animated: Bool = true, transition: Transition? = nil) -> CommandResult {
    execute(.dismissAll.moving(animated, transition))
  }

  // MARK: Containers

  /// Replaces the child of this switched container with a transition; `nil` changes it without animation.
  @discardableResult
  public func switchModel(
    _ model: (any NavigationModel)?, nearest: Bool = false, transition: Transition
  ) -> CommandResult {
    execute(.switchModel(model, nearest: nearest).transition(transition))
  }
}

extension NavigationCommand {
  fileprivate func moving(_ isAnimated: Bool, _ transition: Transition?) -> MovingCommand<Self> {
    var moving = animated(isAnimated)
    moving.transaction.transition = transition
    return moving
  }
}
