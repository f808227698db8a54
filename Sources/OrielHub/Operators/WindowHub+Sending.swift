import Oriel

extension WindowHub {
  /// Locks or unlocks a window as its app could: `dismissAll`, `popAll`, `reset` and navigation from outside are
  /// refused unless forced, while the user moves freely. The lock survives sleep and restarts.
  package func lock(_ window: Window, _ isLocked: Bool) {
    turn(in: window) {
      window.graph.isLockedByOperator = isLocked
      window.unsaved.position = true
      changes.add(.window(window))
    }
  }

  /// Sends actions through a window's queue: the navigation that an operator can do without knowing the app.
  ///
  /// - Parameter isForced: Whether the actions ignore the window's locks.
  package func send(_ actions: [NavigationAction], to window: Window, isForced: Bool) -> CommandResult {
    window.opening = nil
    return turn(in: window) { window.graph.send(actions, isForced: isForced) }
  }
}
