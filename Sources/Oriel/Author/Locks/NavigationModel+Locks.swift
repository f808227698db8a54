extension NavigationModel {
  /// Blocks `dismissAll`, `popAll`, `reset` and deep links from outside while this model is in the window. The user can
  /// still go back and close layers, and all other commands still work.
  ///
  /// The lock is not saved: call this in `start()`, or use `navigationLocked` in the `body`. See
  /// <doc:Rules#Locks-stop-programs-not-users>.
  public func lockNavigation() { setLocked(true) }

  /// Removes this model's lock. A lock also ends with its model.
  public func unlockNavigation() { setLocked(false) }

  private func setLocked(_ isLocked: Bool) {
    guard let graph = _node.graph, let entry = graph.entries[_node.id] else { return }
    entry.declared.isLocked = isLocked
    graph.updateLock(of: entry)
  }
}

extension View {
  /// Blocks `dismissAll`, `popAll`, `reset` and deep links from outside while the model of this screen is in the window
  /// and the condition holds.
  public func navigationLocked(_ isLocked: Bool = true) -> some View {
    DeclaringView(content: self) { declared in
      if isLocked { declared.isLocked = true }
    }
  }
}

extension NavigationGraph {
  /// No model's id.
  private static let operatorsLock = "operator"

  /// Whether an operator has locked the window. Only an operator can unlock it.
  package var isLockedByOperator: Bool {
    get { locks.isHeld(by: Self.operatorsLock) }
    set { setLock(newValue, by: Self.operatorsLock) }
  }

  func updateLock(of entry: GraphEntry) {
    setLock(entry.declarations.contains(where: \.isLocked), by: entry.model._node.id)
  }

  func setLock(_ isLocked: Bool, by holder: String) {
    guard locks.set(isLocked, by: holder) else { return }
    shape.invalidate()
    host.graphNeedsCommit()
  }

  /// Runs `body` without regard to locks, for an operator.
  func ignoringLocks<Result>(_ isForced: Bool, _ body: () throws -> Result) rethrows -> Result {
    let outer = locks.ignore(isForced || locks.areIgnored)
    defer { _ = locks.ignore(outer) }
    return try body()
  }
}
