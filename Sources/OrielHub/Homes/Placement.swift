import Oriel

/// Which of the hubs of a process has which tenant, and how many pages.
///
/// Tenants are few, and some have many pages: if their names alone decided, two of five large ones would often share a hub.
/// So a name leads to two hubs, and when the tenant is first asked for, it gets the one with fewer pages (the *power of two
/// choices*). It stays there until the process ends.
struct Placement {
  private struct Place {
    let hub: UInt8
    var pages: Int32 = 0
  }

  private var places: [Tenant: Place] = [:]
  /// The pages of each hub.
  private var pages: [Int]

  /// The number of tenants that have a choice. Of further ones, the name alone decides.
  static let remembered = 100_000

  init(hubs: Int) { pages = Array(repeating: 0, count: hubs) }

  mutating func hub(of tenant: Tenant) -> Int {
    let hub = likelyHub(of: tenant)
    if places[tenant] == nil, places.count < Self.remembered { places[tenant] = Place(hub: UInt8(hub)) }
    return hub
  }

  /// The hub that a tenant has, or would get now. Nothing is kept of a name that a visitor may have made up.
  func likelyHub(of tenant: Tenant) -> Int {
    if let place = places[tenant] { return Int(place.hub) }
    let (first, second) = choices(tenant)
    return places.count < Self.remembered && pages[first] > pages[second] ? second : first
  }

  /// - Returns: Whether that was possible: of a tenant without a choice it is not, unless it is there.
  mutating func move(_ tenant: Tenant, to hub: Int) -> Bool {
    guard self.hub(of: tenant) != hub else { return true }
    guard let place = places[tenant], place.pages == 0 else { return false }
    places[tenant] = Place(hub: UInt8(hub))
    return true
  }

  mutating func count(_ change: Int32, of tenant: Tenant) {
    guard tenant.isOfApp else { return }
    pages[hub(of: tenant)] += Int(change)
    places[tenant]?.pages += change
  }

  /// The two hubs that a tenant's name leads to, always the same ones for the same number of hubs.
  private func choices(_ tenant: Tenant) -> (Int, Int) {
    // FNV-1a: `hashValue` differs from process to process.
    let hash = tenant.id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let mixed = hash ^ hash >> 32
    let count = UInt64(pages.count)
    let first = mixed % count
    guard count > 1 else { return (0, 0) }
    return (Int(first), Int((first + 1 + (mixed / count) % (count - 1)) % count))
  }
}
