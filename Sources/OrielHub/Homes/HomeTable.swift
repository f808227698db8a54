import Oriel
import OrielDocument

/// The tenants in memory, and those being loaded.
struct HomeTable {
  private var byTenant: [Tenant: Home] = [:]
  var loading = Callbacks<Tenant, FoundHome>()
  /// The tenants that the app did not know, and until when they are not asked for again, on the hub's clock.
  private var unknown: [Tenant: Int64] = [:]
  /// The tenants that operators are putting to sleep, closing, deleting or renaming, which are not loaded meanwhile.
  var shut: [Tenant: FoundHome] = [:]
  private static let rememberedUnknown = 10_000

  subscript(tenant: Tenant) -> Home? { byTenant[tenant] }

  var all: some Collection<Home> { byTenant.values }

  mutating func insert(_ home: Home) { byTenant[home.tenant] = home }
  mutating func remove(_ home: Home) { byTenant[home.tenant] = nil }

  func isUnknown(_ tenant: Tenant, now: Int64) -> Bool { unknown[tenant].map { now < $0 } ?? false }

  mutating func noteUnknown(_ tenant: Tenant, until time: Int64) {
    if unknown.count >= Self.rememberedUnknown { unknown = [:] }
    unknown[tenant] = time
  }
}

/// The result of looking for a tenant's home.
enum FoundHome {
  case home(Home)
  /// The app says that there is no such tenant.
  case unknown
  /// An operator has closed it.
  case closed
  /// It can't be loaded now.
  case unavailable
  /// Loading it crashed the process three times.
  case parked

  /// The reason given to a page that asked for it; of a home, that it does not admit the page's user.
  var refusal: CloseReason {
    switch self {
    case .home: .noAccess
    case .unavailable: .unavailable
    case .closed: .tenantClosed
    case .unknown: .nothingHere
    case .parked: .parked
    }
  }
}
