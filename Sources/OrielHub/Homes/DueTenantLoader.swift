import Oriel

/// Loads tenants that are not in memory when one of their messages is due.
final class DueTenantLoader {
  private unowned let hub: WindowHub
  private var alarm = Alarm()

  init(of hub: WindowHub) { self.hub = hub }

  /// Loads the tenants that stay awake, or have a message that is due, and waits for the next one.
  func look() {
    hub.read({ [time = hub.wallTime] in try $0.dueTenants(at: time) }) { [hub] result in
      switch result {
      case .success(let due): hub.dueTenants.load(due)
      case .failure(let error):
        hub.log(
          .error, onceAMinute: "due tenants", "Tenants with messages can't be found; next try in 5 s: \(error)")
        hub.dueTenants.look(at: hub.wallTime + 5000)
      }
      hub.commitPending()
    }
  }

  private func load(_ due: DueTenants) {
    let absent = due.tenants.filter { hub.has($0) && hub.homes[$0] == nil && !hub.homes.loading.isWaiting(for: $0) }
    // Those that were not found a moment ago take no place of others.
    let asleep = absent.filter {
      hub.homes.absence(of: $0, now: hub.scheduler.now) == nil && !hub.quarantine.isParked(.tenant($0))
    }
    for tenant in asleep.prefix(hub.limits.loadsAtOnce) { hub.withHome(tenant) { _ in } }
    if asleep.count > hub.limits.loadsAtOnce { look(at: hub.wallTime + 1000) }
    // Those that can't be loaded now are tried again.
    if !absent.isEmpty { look(at: .max) }
    if let next = due.next { look(at: next) }
  }

  /// Asks the store at this time, in milliseconds since 1970; in a minute if it is later.
  func look(at time: Int64) {
    alarm.set(after: time.subtractingReportingOverflow(hub.wallTime).partialValue, on: hub.scheduler) { [weak hub] in
      hub?.dueTenants.look()
    }
  }
}
