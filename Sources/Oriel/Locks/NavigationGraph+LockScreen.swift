/// A window's lock screen: what it follows, and the model while it shows.
final class LockScreenState {
  let screen: LockScreen
  fileprivate(set) var model: (any NavigationModel)?
  fileprivate(set) var isStale = true
  /// Ends the tracking of the flag when the window ends.
  fileprivate let node = ModelNode()

  init(_ screen: LockScreen) {
    self.screen = screen
  }
}

extension NavigationGraph {
  /// The model in front of everything else.
  var lockModel: (any NavigationModel)? { lockScreen?.model }

  /// Follows the flag: the lock's model is a child of the root, and what the document begins with.
  func updateLockScreen() {
    guard let lock = lockScreen, lock.isStale else { return }
    lock.isStale = false
    nonisolated(unsafe) weak let graph = self
    let isShown = lock.node.track {
      lock.screen.isShown(host.environment)
    } invalidated: { [isolation = host.isolation] in
      isolation.perform { graph?.lockScreenInvalidated() }
    }
    guard isShown != (lock.model != nil) else { return }
    lock.model = isShown ? lock.screen.make() : nil
    isVisibilityStale = true
    queueStructure(root)
  }

  private func lockScreenInvalidated() {
    guard !isFinished, let lock = lockScreen, !lock.isStale else { return }
    lock.isStale = true
    host.graphNeedsCommit()
  }

  func endLockScreen() {
    lockScreen?.isStale = true
    lockScreen?.node.endTracking()
    lockScreen?.model = nil
  }

  /// Whether this model is behind the lock.
  func isLockedAway(_ model: any NavigationModel) -> Bool {
    guard let lockModel else { return false }
    var model = model
    while model !== lockModel {
      guard let parent = model._node.parent else { return true }
      model = parent
    }
    return false
  }
}
