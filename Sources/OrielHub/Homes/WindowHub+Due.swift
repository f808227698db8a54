import Oriel

// Tenants that are not in memory are loaded when one of their messages is due.

/// The time of the next look at what is due: in the store, or in a tenant's agenda.
struct Alarm {
  private var timer: ScheduledTimer?
  private var time = Int64.max

  /// Sets it, unless it is set for an earlier time.
  ///
  /// - Parameter delay: In milliseconds. It rings after a minute at the latest, since the clock of the day may be set.
  mutating func set(after delay: Int64, on scheduler: any Scheduler, _ action: @escaping () -> Void) {
    let time = scheduler.now + min(max(0, delay), 60_000)
    guard timer?.isPending != true || time < self.time else { return }
    timer?.cancel()
    self.time = time
    timer = scheduler.schedule(after: time - scheduler.now, action)
  }

  func cancel() { timer?.cancel() }
}

extension WindowHub {
  /// Loads the tenants that stay awake, or have a message that is due, and waits for the next one.
  func loadDueTenants() {
    read({ [wallTime] in try $0.dueTenants(at: wallTime) }) { [self] result in
      switch result {
      case .success(let due): load(due)
      case .failure(let error):
        logger.error("Tenants with messages can't be found; next try in a minute: \(error)")
        loadDueTenants(at: .max)
      }
      commitPending()
    }
  }

  private func load(_ due: DueTenants) {
    let absent = due.tenants.filter { has($0) && homes[$0] == nil && !homes.loading.isWaiting(for: $0) }
    // Those that were not found a moment ago take no place of others.
    let asleep = absent.filter {
      homes.absence(of: $0, now: scheduler.now) == nil && !quarantine.isParked(.tenant($0))
    }
    for tenant in asleep.prefix(limits.loadsAtOnce) { withHome(tenant) { _ in } }
    if asleep.count > limits.loadsAtOnce { loadDueTenants(at: wallTime + 1000) }
    // Those that can't be loaded now are tried again.
    if !absent.isEmpty { loadDueTenants(at: .max) }
    if let next = due.next { loadDueTenants(at: next) }
  }

  /// Asks the store at this time, in milliseconds since 1970; in a minute if it is later.
  func loadDueTenants(at time: Int64) {
    alarm.set(after: time.subtractingReportingOverflow(wallTime).partialValue, on: scheduler) { [weak self] in
      self?.loadDueTenants()
    }
  }
}
