import Oriel
import OrielDocument

/// The tenants in memory, and those being loaded.
struct HomeTable {
  private var byTenant: [Tenant: Home] = [:]
  var loading = Callbacks<Tenant, FoundHome>()
  /// When tenants that are being loaded were last asked for, on the hub's clock.
  private var asked: [Tenant: Int64] = [:]
  /// The tenants that the app does not know, that are closed, or that can't be loaded, and the time on the hub's clock until
  /// which they are not looked for again.
  private var absent = KeyedQueue<Tenant, (found: FoundHome, until: Int64)>(limit: 10_000)
  /// The tenants that operators are putting to sleep, closing, deleting or renaming, which are not loaded meanwhile.
  var busy: [Tenant: FoundHome] = [:]
  /// The tenants on which operators act, each with the number of acts.
  private var acts: [Tenant: Int] = [:]

  subscript(tenant: Tenant) -> Home? { byTenant[tenant] }

  var all: some Collection<Home> { byTenant.values }

  /// The number of tenants that have been loaded.
  private(set) var loads = 0

  mutating func insert(_ home: Home) {
    byTenant[home.tenant] = home
    loads += 1
  }
  mutating func remove(_ home: Home) { byTenant[home.tenant] = nil }

  mutating func markAsked(_ tenant: Tenant, at time: Int64) { asked[tenant] = time }
  mutating func endLoading(_ tenant: Tenant) -> [(FoundHome) -> Void] {
    asked[tenant] = nil
    return loading.removeAll(for: tenant)
  }

  /// Whether a tenant was asked for since then.
  func isAsked(_ tenant: Tenant, since time: Int64) -> Bool { asked[tenant].map { $0 >= time } ?? false }

  /// The result of looking for a tenant a moment ago, if there is no home of it. One that can't be loaded is only loaded for
  /// its visitors.
  func absence(of tenant: Tenant, now: Int64) -> FoundHome? {
    absent[tenant].flatMap { now < $0.until ? $0.found : nil }
  }

  mutating func markAbsent(_ tenant: Tenant, _ found: FoundHome, until time: Int64) {
    absent.append((found, time), for: tenant)
  }

  mutating func forgetAbsence(of tenant: Tenant) { absent.remove(tenant) }

  /// - Returns: Whether no other act on the tenant is under way.
  mutating func beginAct(on tenant: Tenant) -> Bool {
    acts[tenant, default: 0] += 1
    return acts[tenant] == 1
  }

  mutating func endAct(on tenant: Tenant) {
    let count = (acts[tenant] ?? 1) - 1
    acts[tenant] = count == 0 ? nil : count
  }

  /// Whether something here needs the tenant, so that no other node may have it.
  func isInUse(_ tenant: Tenant) -> Bool {
    byTenant[tenant] != nil || busy[tenant] != nil || acts[tenant] != nil || loading.isWaiting(for: tenant)
  }

  /// The tenants that other nodes had may be free.
  mutating func forgetOtherNodes() {
    absent.removeAll { if case .elsewhere = $0.found { true } else { false } }
  }
}

/// Where a tenant is in memory.
package enum HomePlace: Sendable, Equatable {
  /// On this hub of the process.
  case hub(Int)
  /// In the process of another node.
  case node(Life)
}

/// The result of looking for a tenant's home.
enum FoundHome {
  case home(Home)
  /// The app says that there is no such tenant.
  case unknown
  /// An operator has closed it.
  case closed
  /// This program can't decode what is saved of it, so it is as good as closed.
  case undecodable(UndecodableState)
  /// It can't be loaded now.
  case unavailable
  /// Loading it crashed the process three times.
  case parked
  /// Another hub or node has it.
  case elsewhere(HomePlace)

  /// The reason given to a page that asked for it; of a home, that it does not admit the page's user.
  var refusal: CloseReason {
    switch self {
    case .home: .noAccess
    case .unavailable, .elsewhere: .unavailable
    case .closed, .undecodable: .tenantClosed
    case .unknown: .nothingHere
    case .parked: .parked
    }
  }
}
