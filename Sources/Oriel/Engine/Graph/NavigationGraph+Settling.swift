extension NavigationGraph {
  /// Updates the attached models until listeners make no more changes: removed models finish, and new ones start.
  package func settle() {
    settling = Settling()
    while !isSettled || appearances.isStale || continueSendingAtRest() {
      guard settling?.beginRound() == true else {
        reportRestless()
        break
      }
      runRound()
    }
    settling = nil
    structure.forgetFormer()
    if shape.notifyIfStale(), names.areUsed { reportDuplicateNames() }
  }

  /// Runs the phases in their order, as far as they need nothing that an earlier one has undone.
  private func runRound() {
    for phase in SettlingPhase.order {
      if phase.needsStructure, !structure.isCurrent { return }
      if phase.needsRest, !isSettled { return }
      run(phase)
    }
  }

  private func run(_ phase: SettlingPhase) {
    switch phase {
    case .lockScreen: updateLockScreen()
    case .observations: runObservations()
    case .structure: updateStructure()
    case .contested: refuseContested()
    case .tabs: mendTabs()
    case .orphans: closeOrphans()
    case .chain: mendChain()
    case .finishing: finishDetached()
    case .starting: startAttached()
    case .items: followItems()
    case .watches: runWatches()
    case .lockPlace: placeLockScreen()
    case .visibility: updateVisibility()
    }
  }

  var isRefusing: Bool { settling.map { $0.stage != .open } ?? false }
  var isSilent: Bool { settling?.stage == .silent }

  /// Reports, once for each settling, the model that keeps it from coming to rest.
  func reportRestless(_ message: String = Settling.commandsEnd) {
    guard settling?.markReported() == true else { return }
    report(.unsettled, of: settling?.actor ?? root, "keeps changing the window: \(message)")
  }

  /// Continues sending when the graph has settled. Values that a restless model has delayed wait for the next settling;
  /// values that receivers send without end are dropped.
  func continueSendingAtRest() -> Bool {
    guard isRefusing, sending.isDeferred else { return continueDeferredSending() }
    if settling?.isReported == true { host.graphNeedsCommit() } else { dropEndless() }
    return false
  }
}
