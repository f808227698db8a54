extension NavigationModel {
  /// Keeps `dismissAll`, `popAll`, `reset` and deep links from outside from happening while this model is in the
  /// window. Its user's own going back and closing stay free, and so do all other commands.
  ///
  /// It is not saved: call it in `start()`, or let the `body` say `navigationLocked`.
  public func lockNavigation() { setLocked(true) }

  /// Takes back this model's `lockNavigation()`. A lock goes with its model anyway.
  public func unlockNavigation() { setLocked(false) }

  private func setLocked(_ isLocked: Bool) {
    guard let graph = _node.graph, let entry = graph.entries[_node.id] else { return }
    entry.declared.isLocked = isLocked
    graph.updateLock(of: entry)
  }
}

extension View {
  /// Keeps `dismissAll`, `popAll`, `reset` and deep links from outside from happening while the model of this screen is in
  /// the window and says so.
  public func navigationLocked(_ isLocked: Bool = true) -> some View {
    DeclaringView(content: self) { declared in
      if isLocked { declared.isLocked = true }
    }
  }
}

extension NavigationGraph {
  /// No model's id.
  private static let operatorsLock = "operator"

  /// An operator's lock, which lasts until an operator takes it back.
  package var isLockedByOperator: Bool {
    get { locks.contains(Self.operatorsLock) }
    set {
      guard newValue != isLockedByOperator else { return }
      if newValue { locks.insert(Self.operatorsLock) } else { locks.remove(Self.operatorsLock) }
      hasNewShape = true
      host.graphNeedsCommit()
    }
  }

  func updateLock(of entry: GraphEntry) {
    let id = entry.model._node.id
    let isLocked = entry.declarations.contains(where: \.isLocked)
    guard isLocked != locks.contains(id) else { return }
    if isLocked { locks.insert(id) } else { locks.remove(id) }
    hasNewShape = true
    host.graphNeedsCommit()
  }

  /// Does something as if nothing were locked: an operator may.
  func ignoringLocks<Result>(_ isForced: Bool, _ body: () throws -> Result) rethrows -> Result {
    let outer = ignoresLocks
    ignoresLocks = outer || isForced
    defer { ignoresLocks = outer }
    return try body()
  }
}
