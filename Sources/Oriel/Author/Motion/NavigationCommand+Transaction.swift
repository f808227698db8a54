/// A command with the transaction it carries.
struct MovingCommand: NavigationCommand {
  let base: any NavigationCommand
  let transaction: Transaction

  /// The surrounding transaction overrides the command's own.
  func plan(for caller: any NavigationModel) -> CommandPlan {
    let plan = base.plan(for: caller)
    guard case .change(let change) = plan else { return plan }
    let merged = Transaction.current.overlaid(on: transaction)
    return .change {
      try Transaction.$storage.withValue(Transaction.Box(merged)) {
        try change()
        // Made while the transaction is known, because it belongs to the models that this command adds and removes.
        caller._node.graph?.updateStructure()
      }
    }
  }
}

extension NavigationCommand {
  /// Returns the command with this animation; `nil` disables animation.
  public func animation(_ animation: Animation?) -> AnyNavigationCommand {
    moving(Transaction(animation: animation))
  }

  /// Returns the command, without animation if `isAnimated` is `false`.
  public func animated(_ isAnimated: Bool) -> AnyNavigationCommand { moving(isAnimated, nil) }

  /// Returns the command with this transition. For a command that goes back, it overrides the reversed forward
  /// transition.
  public func transition(_ transition: Transition) -> AnyNavigationCommand { moving(true, transition) }

  func moving(_ isAnimated: Bool, _ transition: Transition?) -> AnyNavigationCommand {
    var transaction = Transaction()
    transaction.disablesAnimations = !isAnimated
    transaction.transition = transition
    return moving(transaction)
  }

  /// The last word wins over what the command carries already.
  private func moving(_ more: Transaction) -> AnyNavigationCommand {
    guard let moving = (self as? AnyNavigationCommand)?.base as? MovingCommand else {
      return AnyNavigationCommand(MovingCommand(base: self, transaction: more))
    }
    return AnyNavigationCommand(MovingCommand(base: moving.base, transaction: more.overlaid(on: moving.transaction)))
  }
}
