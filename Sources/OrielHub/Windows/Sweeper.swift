import Oriel

/// Deletes windows that have not been used for too long, and records that are too old or too many.
final class Sweeper {
  private unowned let hub: WindowHub
  private var timer = SingleTimer()
  private var surplus = Surplus()

  init(of hub: WindowHub) { self.hub = hub }

  /// Starts the timer that deletes windows unused for too long, including those from before a restart.
  func start() {
    timer.start(after: min(3_600_000, hub.limits.finishAfter), on: hub.scheduler) { [weak hub] in
      hub?.sweeper.sweepOut()
    }
  }

  /// Deletes old records, and those beyond the limits: each hour, and sooner if there are many new ones.
  func discardOldRecords() {
    surplus.reset()
    let now = hub.scheduler.wallTime
    var old = StoreRetention(
      triggersExpiredBefore: now - hub.limits.keepOutcomesFor, auditBefore: now - hub.limits.keepAuditFor,
      signedOutBefore: now - hub.limits.keepSignOutsFor)
    hub.access.forget(before: now - hub.limits.keepSignOutsFor)
    old.closedBefore = now - hub.limits.reopenFor
    (old.now, old.triggersKept, old.triggerBytesKept) = (now, hub.limits.keptTriggers, hub.limits.keptTriggerBytes)
    (old.auditKept, old.auditKeptOfApp) = (hub.limits.auditRecords, hub.limits.auditRecordsOfApp)
    old.auditKeptOfRefusals = hub.limits.auditRecordsOfRefusals
    hub.store.deleteOld(old) { [logger = hub.logger] error in
      if let error { logger.error("Old records can't be deleted from the store: \(error)") }
    }
  }

  // MARK: The store's records

  /// Whether an act of a member on another user's window is recorded.
  func admitsAct(of user: String) -> Bool { surplus.admitsAct(of: user, hub.limits, now: hub.scheduler.now) }

  /// Whether an act of an operator that was refused is recorded.
  func admitsRefusal(of user: String) -> Bool {
    surplus.admitsRefusal(of: user, hub.limits, now: hub.scheduler.now)
  }

  func addedAuditRecordOfApp() { surplus.addedAuditRecordOfApp() }

  func added(triggerBytes bytes: Int) { surplus.added(triggerBytes: bytes) }

  /// Whether there are too many new records to wait for the hour.
  var isOverfull: Bool { surplus.isLarge(hub.limits) }

  private func sweepOut() {
    let now = hub.scheduler.wallTime
    hub.findAsleep(StoredWindowQuery(unusedSince: now - hub.limits.finishAfter + 1)) { [hub] old in
      for window in old where hub.has(window.tenant) && !hub.waking.isWaiting(for: window.id) {
        hub.dismissUnlessAttached(window.id)
      }
    }
    discardOldRecords()
    for home in hub.homes.all {
      hub.finishUnshown(in: home)
      hub.acts.giveUpOld(of: home)
    }
    start()
  }
}
