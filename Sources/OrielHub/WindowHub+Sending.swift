import Oriel

extension WindowHub {
  /// Locks a window as its app could, or takes that back: `dismissAll`, `popAll`, `reset` and what leads it elsewhere from
  /// outside don't happen unless forced. Its user goes on freely. It outlives sleep and restarts.
  package func lock(_ window: Window, _ isLocked: Bool) {
    turn(in: window) {
      window.graph.isLockedByOperator = isLocked
      window.unsaved.position = true
      context.changed(.window(window))
    }
  }

  /// Sends actions through a window's queue: what an operator may do to a window's navigation without knowing its app.
  ///
  /// - Parameter isForced: Whether the window's locks do not hold for them.
  package func send(_ actions: [NavigationAction], to window: Window, isForced: Bool) -> CommandResult {
    nonisolated(unsafe) let actions = actions
    window.opening = nil
    return turn(in: window) { window.graph.send(actions, isForced: isForced) }
  }
}
