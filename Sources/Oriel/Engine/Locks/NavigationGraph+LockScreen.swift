import OrielDocument

/// A window's lock screen: the flag it follows, and its model while it is visible.
final class LockScreenState {
  let screen: LockScreen
  fileprivate(set) var model: (any NavigationModel)?
  /// The model that presents the lock in the document.
  fileprivate(set) var host: (any NavigationModel)?
  fileprivate(set) var isStale = true
  /// Ends the tracking of the flag when the window ends.
  fileprivate let node = _ModelNode()

  init(_ screen: LockScreen) {
    self.screen = screen
  }
}

// The lock's model is a separate child of the root and not a layer of the chain, so that the models behind it continue
// as if it weren't there. Only the document shows it, as a cover above the top layer.

extension NavigationGraph {
  /// The model in front of everything else.
  var lockModel: (any NavigationModel)? { lockScreen?.model }

  /// Follows the flag.
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

  /// Keeps the lock above the topmost layer, at once.
  func placeLockScreen() {
    guard let lock = lockScreen else { return }
    let old = lock.host
    let top = topLayer.map { $0.presentation.model ?? $0.presenter } ?? root
    lock.host = lock.model == nil ? nil : top
    guard lock.host !== old else { return }
    var transaction = Transaction()
    transaction.disablesAnimations = true
    Transaction.$storage.withValue(Transaction.Box(transaction)) {
      for changed in [old, lock.host].compactMap({ $0 }) where changed._node.graph === self {
        presentationChanged(of: changed)
      }
    }
  }

  /// The presentation of a model in the document. A question gives way to the lock.
  func renderedPresentation(of model: any NavigationModel) -> JSONValue? {
    guard let lock = lockScreen, lock.host === model, let lockModel = lock.model else {
      return model._node.layer?.presentation.rendered(in: host.environment)
    }
    return Presentation.fullScreenCover(lockModel, isDismissible: false).rendered(in: host.environment)
  }

  func endLockScreen() {
    lockScreen?.isStale = true
    lockScreen?.node.endTracking()
    lockScreen?.model = nil
    lockScreen?.host = nil
  }

  /// Whether this model is behind the lock.
  func isLockedAway(_ model: any NavigationModel) -> Bool { lockModel != nil && !isInLockScreen(model) }

  func isInLockScreen(_ model: any NavigationModel) -> Bool {
    guard let lockModel else { return false }
    var model = model
    while model !== lockModel {
      guard let parent = model._node.parent else { return false }
      model = parent
    }
    return true
  }
}
