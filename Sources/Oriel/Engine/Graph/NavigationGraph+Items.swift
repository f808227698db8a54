extension NavigationGraph {
  /// Updates the presentations that follow optional properties. Layers close first: a layer that opens before could be
  /// closed with the one below it.
  func followItems() {
    let queue = followers.drainItems().filter { driver in
      driver.owner.map { $0._node.graph === self && isAttached($0) } ?? false
    }
    for driver in queue {
      let saved = driver.owner?._node.restoredItems.removeValue(forKey: driver.key)
      if let saved { driver.restore(saved, in: self) }
    }
    for driver in queue { moving(as: driver) { driver.hide(in: self) } }
    for driver in queue {
      moving(as: driver) { driver.show(in: self) }
      driver.transaction = nil
      if let owner = driver.owner, !driver.isWatching { watch(driver, of: owner) }
    }
  }

  private func moving(as driver: ItemDriver, _ body: () -> Void) {
    settling?.calls(driver.owner)
    Transaction.$storage.withValue(driver.transaction ?? Transaction.storage, operation: body)
  }

  /// Clears the properties of removed content, before any listener runs, which may ask for the same content again.
  func clearItems() {
    guard !followers.showing.isEmpty else { return }
    for driver in followers.showing { driver.clearIfGone(in: self) }
    followers.keepShowing { $0.owner?._node.graph === self }
  }

  /// Tries again to show what could not be shown, after something else has changed.
  package func retryItems() {
    if followers.retry() { host.graphNeedsCommit() }
  }

  private func watch(_ driver: ItemDriver, of owner: any NavigationModel) {
    driver.isWatching = true
    let changed = host.isolation.callback { driver.owner?._node.graph?.itemChanged(driver) }
    owner._node.track(withCanary: false, invalidated: changed, driver.read)
  }

  private func itemChanged(_ driver: ItemDriver) {
    driver.isChanged = true
    driver.isWatching = false
    driver.transaction = Transaction.storage ?? driver.transaction
    if followers.enqueue(driver) { host.graphNeedsCommit() }
  }
}
