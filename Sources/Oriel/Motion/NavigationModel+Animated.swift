/// The everyday commands with their `animated` flag and their transition (F88).
extension NavigationModel {
  @discardableResult
  public func push(_ model: any NavigationModel, animated: Bool) -> CommandResult {
    execute(.push(model).animated(animated))
  }

  /// The way back is the same in reverse, unless the command that goes back brings another.
  @discardableResult
  public func push(_ model: any NavigationModel, transition: Transition) -> CommandResult {
    execute(.push(model).transition(transition))
  }

  @discardableResult
  public func pop(_ count: Int = 1, animated: Bool) -> CommandResult { execute(.pop(count).animated(animated)) }

  @discardableResult
  public func pop(_ count: Int = 1, transition: Transition) -> CommandResult {
    execute(.pop(count).transition(transition))
  }

  @discardableResult
  public func popToRoot(animated: Bool) -> CommandResult { execute(.popToRoot.animated(animated)) }

  @discardableResult
  public func present(_ presentation: Presentation, animated: Bool) -> CommandResult {
    execute(.present(presentation).animated(animated))
  }

  @discardableResult
  public func present(_ presentation: Presentation, transition: Transition) -> CommandResult {
    execute(.present(presentation).transition(transition))
  }

  @discardableResult
  public func dismiss(animated: Bool) -> CommandResult { execute(.dismiss.animated(animated)) }

  @discardableResult
  public func dismiss(transition: Transition) -> CommandResult { execute(.dismiss.transition(transition)) }

  @discardableResult
  public func hide(animated: Bool) -> CommandResult { execute(.hide.animated(animated)) }

  @discardableResult
  public func hide(transition: Transition) -> CommandResult { execute(.hide.transition(transition)) }

  @discardableResult
  public func switchModel(
    _ model: (any NavigationModel)?, nearest: Bool = false, transition: Transition
  ) -> CommandResult {
    execute(.switchModel(model, nearest: nearest).transition(transition))
  }
}
