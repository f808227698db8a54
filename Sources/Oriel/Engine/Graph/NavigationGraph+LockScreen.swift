import OrielDocument

// The lock's model is a separate child of the root and not a layer of the chain, so that the models behind it continue
// as if it weren't there. Only the document shows it, as a cover above the top layer.

extension NavigationGraph {
  /// The model in front of everything else.
  var lockModel: (any NavigationModel)? { lockScreen?.model }

  /// Follows the flag.
  func updateLockScreen() {
    guard let lockScreen, lockScreen.isStale else { return }
    let invalidated = host.isolation.callback { [weak self] in self?.lockScreenInvalidated() }
    guard lockScreen.update(in: host.environment, invalidated: invalidated) else { return }
    visibilityMayChange()
    structure.enqueue(root)
  }

  private func lockScreenInvalidated() {
    if !isFinished, lockScreen?.invalidate() == true { host.graphNeedsCommit() }
  }

  /// Keeps the lock above the topmost layer, at once.
  func placeLockScreen() {
    guard let lockScreen else { return }
    let changed = lockScreen.place(over: topLayer.map { $0.presentation.model ?? $0.presenter } ?? root)
    guard !changed.isEmpty else { return }
    var transaction = Transaction()
    transaction.disablesAnimations = true
    Transaction.$storage.withValue(Transaction.Box(transaction)) {
      for model in changed where model._node.graph === self { presentationChanged(of: model) }
    }
  }

  /// The presentation of a model in the document. A question gives way to the lock.
  func renderedPresentation(of model: any NavigationModel) -> JSONValue? {
    guard let lockModel, lockScreen?.presenter === model else {
      return model._node.layer?.presentation.rendered(in: host.environment)
    }
    return Presentation.fullScreenCover(lockModel, isDismissible: false).rendered(in: host.environment)
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
