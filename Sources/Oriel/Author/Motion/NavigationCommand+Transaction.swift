/// A command with the transaction it carries.
public struct MovingCommand<Base: NavigationCommand>: NavigationCommand {
  let base: Base
  var transaction: Transaction

  /// The surrounding transaction overrides the command's own.
  public func plan(for caller: any NavigationModel) -> CommandPlan {
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
  /// Returns the command with this animation.
  public func animation(_ animation: Animation?) -> MovingCommand<Self> {
    MovingCommand(base: self, transaction: Transaction(animation: animation))
  }

  /// Returns the command, without animation if `isAnimated` is `false`.
  public func animated(_ isAnimated: Bool) -> MovingCommand<Self> {
    var transaction = Transaction()
    transaction.disablesAnimations = !isAnimated
    return MovingCommand(base: self, transaction: transaction)
  }

  /// Returns the command with this transition. For a command that goes back, it overrides the reversed forward
  /// transition.
  public func transition(_ transition: Transition) -> MovingCommand<Self> {
    var transaction = Transaction()
    transaction.transition = transition
    return MovingCommand(base: self, transaction: transaction)
  }
}

extension MovingCommand {
  /// Returns the command with this animation instead of its current one; `nil` disables animation.
  public func animation(_ animation: Animation?) -> MovingCommand {
    moving(Transaction(animation: animation))
  }

  /// Returns the command with this transition instead of its current one.
  public func transition(_ transition: Transition) -> MovingCommand {
    var transaction = Transaction()
    transaction.transition = transition
    return moving(transaction)
  }

  private func moving(_ more: Transaction) -> MovingCommand {
    MovingCommand(base: base, transaction: more.overlaid(on: transaction))
  }
}
