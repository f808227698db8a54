import Synchronization

/// Counts the users, windows and reads of each network, as the address of ``RemoteNetwork/text``, for all hubs of a process: if each hub counted alone, a network
/// could reach every limit once on each of them.
///
/// May be used on any thread. Times are milliseconds of a monotonic clock that the hubs share.
package final class VisitorRates: Sendable {
  private struct State {
    var users = PrefixCounts(perMinutes: 60)
    var windows = PrefixCounts(perMinutes: 60)
    /// The windows and tenants that were read from the store.
    var reads = PrefixCounts(perMinutes: 60)
    /// The users that were read from the store.
    var userReads = PrefixCounts(perMinutes: 60)
    /// The tenants that were loaded for visitors whom they then refused.
    var refusedLoads = PrefixCounts(perMinutes: 1)
  }

  private let state = Mutex(State())

  package init() {}

  func admitUser(_ network: String, _ limits: HubLimits, now: Int64) -> Bool {
    state.withLock { $0.users.consume(RemoteNetwork(of: network), of: limits.newUsersPerHour, now: now) }
  }

  func admitWindow(_ network: String, _ limits: HubLimits, now: Int64) -> Bool {
    state.withLock { $0.windows.consume(RemoteNetwork(of: network), of: limits.newWindowsPerHour, now: now) }
  }

  func hasWindow(_ network: String, _ limits: HubLimits, now: Int64) -> Bool {
    state.withLock { $0.windows.hasLeft(RemoteNetwork(of: network), of: limits.newWindowsPerHour, now: now) }
  }

  func admitRead(_ network: String, of limit: Int, now: Int64) -> Bool {
    state.withLock { $0.reads.consume(RemoteNetwork(of: network), of: limit, now: now) }
  }

  func admitUserRead(_ network: String, of limit: Int, now: Int64) -> Bool {
    state.withLock { $0.userReads.consume(RemoteNetwork(of: network), of: limit, now: now) }
  }

  func countRefusedLoad(_ network: String, _ limits: HubLimits, now: Int64) {
    state.withLock {
      _ = $0.refusedLoads.consume(RemoteNetwork(of: network), of: limits.refusedLoadsPerMinute, now: now)
    }
  }

  func hasRefusedLoad(_ network: String, _ limits: HubLimits, now: Int64) -> Bool {
    state.withLock { $0.refusedLoads.hasLeft(RemoteNetwork(of: network), of: limits.refusedLoadsPerMinute, now: now) }
  }
}
