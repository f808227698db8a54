/// The everyday commands with their `animated` flag and their transition.
extension NavigationModel {
  /// Pushes a model onto the nearest stack; at once, if it is not to be animated.
  @discardableResult
  public func push(_ model: any NavigationModel, animated: Bool) -> CommandResult {
    execute(.push(model).animated(animated))
  }

  /// The way back is the same in reverse, unless the command that goes back brings another.
  @discardableResult
  public func push(_ model: any NavigationModel, transition: Transition) -> CommandResult {
    execute(.push(model).transition(transition))
  }

  /// Removes up to so many entries from the nearest stack; at once, if it is not to be animated.
  @discardableResult
  public func pop(_ count: Int = 1, animated: Bool) -> CommandResult { execute(.pop(count).animated(animated)) }

  /// Removes up to so many entries from the nearest stack. The transition is that of this way back, whatever the entry
  /// came by.
  @discardableResult
  public func pop(_ count: Int = 1, transition: Transition) -> CommandResult {
    execute(.pop(count).transition(transition))
  }

  /// Brings the nearest stack back to its root; at once, if it is not to be animated.
  @discardableResult
  public func popToRoot(animated: Bool) -> CommandResult { execute(.popToRoot.animated(animated)) }

  /// Presents a layer; at once, if it is not to be animated.
  @discardableResult
  public func present(_ presentation: Presentation, animated: Bool) -> CommandResult {
    execute(.present(presentation).animated(animated))
  }

  /// Presents a layer by this transition; it goes by the same in reverse, unless the command that dismisses it brings
  /// another.
  @discardableResult
  public func present(_ presentation: Presentation, transition: Transition) -> CommandResult {
    execute(.present(presentation).transition(transition))
  }

  /// Dismisses the window's top layer; at once, if it is not to be animated.
  @discardableResult
  public func dismiss(animated: Bool) -> CommandResult { execute(.dismiss.animated(animated)) }

  /// Dismisses the window's top layer by a transition that is chosen now.
  @discardableResult
  public func dismiss(transition: Transition) -> CommandResult { execute(.dismiss.transition(transition)) }

  /// Goes back like ``NavigationModel-protocol/back()``; at once, if it is not to be animated.
  @discardableResult
  public func hide(animated: Bool) -> CommandResult { execute(.hide.animated(animated)) }

  /// Goes back like ``NavigationModel-protocol/back()``, by a transition that is chosen now.
  @discardableResult
  public func hide(transition: Transition) -> CommandResult { execute(.hide.transition(transition)) }

  /// Shows another child in this switched container by a transition; without one it changes at once.
  @discardableResult
  public func switchModel(
    _ model: (any NavigationModel)?, nearest: Bool = false, transition: Transition
  ) -> CommandResult {
    execute(.switchModel(model, nearest: nearest).transition(transition))
  }
}
