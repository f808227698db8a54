/// A command with the transaction it carries.
public struct MovingCommand<Base: NavigationCommand>: NavigationCommand {
  let base: Base
  var transaction: Transaction

  /// What surrounds the command overrides what it carries.
  public func plan(for caller: any NavigationModel) -> CommandPlan {
    let plan = base.plan(for: caller)
    guard case .change(let change) = plan else { return plan }
    let merged = Transaction.current.overlaid(on: transaction)
    return .change {
      try Transaction.$storage.withValue(Transaction.Box(merged)) {
        try change()
        // While the transaction is known: it belongs to what this command brings and takes.
        caller._node.graph?.updateStructure()
      }
    }
  }
}

extension NavigationCommand {
  /// The command, moving by this animation.
  public func animation(_ animation: Animation?) -> MovingCommand<Self> {
    MovingCommand(base: self, transaction: Transaction(animation: animation))
  }

  /// The command, at once if not `isAnimated`.
  public func animated(_ isAnimated: Bool) -> MovingCommand<Self> {
    var transaction = Transaction()
    transaction.disablesAnimations = !isAnimated
    return MovingCommand(base: self, transaction: transaction)
  }

  /// The command, with a transition chosen now; on the way back it overrides the forward one's reverse.
  public func transition(_ transition: Transition) -> MovingCommand<Self> {
    var transaction = Transaction()
    transaction.transition = transition
    return MovingCommand(base: self, transaction: transaction)
  }
}

extension MovingCommand {
  /// Moving by this animation, or, with `nil`, at once. It takes the place of one that the command has already.
  public func animation(_ animation: Animation?) -> MovingCommand {
    moving(Transaction(animation: animation))
  }

  /// With this transition in place of one that the command has already.
  public func transition(_ transition: Transition) -> MovingCommand {
    var transaction = Transaction()
    transaction.transition = transition
    return moving(transaction)
  }

  private func moving(_ more: Transaction) -> MovingCommand {
    MovingCommand(base: base, transaction: more.overlaid(on: transaction))
  }
}
