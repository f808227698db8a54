import Oriel
import OrielDocument

/// The objects, rows, timers and marks of all tenants in a memory store.
struct MemoryTenants {
  /// By member; without a user, those of the tenant itself.
  private var owned: [Tenant: [ScalarKey: Owned]] = [:]
  private var timers: [Tenant: [TimerKey: StoredTimer]] = [:]
  private var marks: [Tenant: StoredMark] = [:]
  /// In the order of their numbers.
  private var posts: [Tenant: [StoredPost]] = [:]
  private var lastPost: Int64 = 0
  private(set) var publications: [StoredPublication.Key: StoredPublication] = [:]

  /// The objects and rows of one member or tenant.
  struct Owned {
    var objects: [String: [UInt8]] = [:]
    var rows: [RowKey: StoredElement] = [:]

    var stored: StoredObjects { StoredObjects(objects: objects, rows: Array(rows.values)) }
  }

  struct RowKey: Hashable {
    var type: String
    var name: String
    var id: [UInt8]

    init(_ key: StoredElement.Key) { (type, name, id) = (key.type, key.name, key.id) }
  }

  private struct TimerKey: Hashable {
    var type: String
    var id: ScalarKey
  }

  func owned(_ tenant: Tenant, _ user: String) -> Owned { owned[tenant]?[ScalarKey(user)] ?? Owned() }

  func row(_ key: StoredElement.Key) -> StoredElement? { owned[key.tenant]?[ScalarKey(key.user)]?.rows[RowKey(key)] }

  mutating func apply(_ turn: StoredTurn) {
    for object in turn.objects {
      owned[object.tenant, default: [:]][ScalarKey(object.user), default: Owned()].objects[object.type] = object.value
    }
    for row in turn.rows { apply(row) }
    for timer in turn.timers {
      let key = TimerKey(type: timer.type, id: ScalarKey(timer.id))
      timers[timer.tenant, default: [:]][key] = timer.message == nil ? nil : timer
      if timers[timer.tenant]?.isEmpty == true { timers[timer.tenant] = nil }
    }
    for post in turn.posts { apply(post) }
    for mark in turn.tenants { marks[mark.tenant] = mark.isUsual ? nil : mark }
    for (key, publication) in turn.publications { publications[key] = publication.value == nil ? nil : publication }
  }

  private mutating func apply(_ post: StoredPost) {
    guard post.message == nil else {
      lastPost += 1
      var post = post
      post.number = lastPost
      return posts[post.tenant, default: []].append(post)
    }
    posts[post.tenant]?.removeAll { $0.number == post.number }
    if posts[post.tenant]?.isEmpty == true { posts[post.tenant] = nil }
  }

  func posts(to tenant: Tenant, after number: Int64, limit: Int) -> [StoredPost] {
    Array((posts[tenant] ?? []).lazy.filter { $0.number > number }.prefix(limit))
  }

  var waitingPosts: [Tenant: PostCount] {
    posts.mapValues { PostCount($0.count, bytes: $0.reduce(0) { $0 + ($1.message?.count ?? 0) }) }
  }

  private mutating func apply(_ row: StoredElement) {
    let (tenant, user) = (row.key.tenant, ScalarKey(row.key.user))
    owned[tenant, default: [:]][user, default: Owned()].rows[RowKey(row.key)] = row.value == nil ? nil : row
    guard let left = owned[tenant]?[user], left.objects.isEmpty, left.rows.isEmpty else { return }
    owned[tenant]?[user] = nil
    if owned[tenant]?.isEmpty == true { owned[tenant] = nil }
  }

  var known: Set<Tenant> {
    Set(owned.keys).union(timers.keys).union(marks.keys).union(posts.keys).union(publications.keys.map(\.tenant))
  }

  func isKnown(_ tenant: Tenant) -> Bool {
    owned[tenant] != nil || marks[tenant] != nil || timers[tenant]?.values.contains { !$0.isAct } == true
      || posts[tenant]?.contains { !$0.isAct } == true || publications.keys.contains { $0.tenant == tenant }
  }

  func stored(_ tenant: Tenant) -> StoredTenant {
    let own = owned(tenant, "")
    var stored = StoredTenant(marks[tenant] ?? StoredMark(tenant))
    stored.saved = own.stored
    stored.timers = (timers[tenant] ?? [:]).values.sorted { ($0.due, $0.type, $0.id) < ($1.due, $1.type, $1.id) }
    stored.publications = publications.values.filter { $0.key.tenant == tenant }.sorted { $0.key.type < $1.key.type }
    return stored
  }

  func summary(_ tenant: Tenant, windows: Int) -> StoredTenantSummary {
    let all = owned[tenant] ?? [:]
    return StoredTenantSummary(
      marks[tenant] ?? StoredMark(tenant), windows: windows, objects: all.values.reduce(0) { $0 + $1.objects.count },
      rows: all.values.reduce(0) { $0 + $1.rows.count }, timers: timers[tenant]?.count ?? 0)
  }

  func due(at time: Int64) -> DueTenants {
    let atOnce = Set(marks.values.filter { $0.isAwake }.map(\.tenant)).union(posts.keys)
    var due = Dictionary(uniqueKeysWithValues: atOnce.map { ($0, Int64(0)) })
    var next: Int64?
    for (tenant, all) in timers where isOpen(tenant) {
      for timer in all.values {
        if timer.due <= time {
          due[tenant] = min(due[tenant] ?? .max, timer.due)
        } else {
          next = min(next ?? .max, timer.due)
        }
      }
    }
    let sorted = due.filter { isOpen($0.key) }.sorted { ($0.value, $0.key.id) < ($1.value, $1.key.id) }
    return DueTenants(tenants: sorted.map(\.key), next: next)
  }

  private func isOpen(_ tenant: Tenant) -> Bool { marks[tenant]?.state ?? .open == .open }

  /// Deletes what is a user's own, in all tenants.
  mutating func purge(_ user: ScalarKey) -> PurgedCounts {
    var counts = PurgedCounts()
    guard !user.text.isEmpty else { return counts }
    for tenant in owned.keys {
      guard let theirs = owned[tenant]?.removeValue(forKey: user) else { continue }
      counts.objects += theirs.objects.count
      counts.rows += theirs.rows.count
    }
    owned = owned.filter { !$0.value.isEmpty }
    return counts
  }

  /// The members with objects or rows, in the order of their ids.
  func members(of tenant: Tenant) -> [(user: String, saved: StoredObjects)] {
    (owned[tenant] ?? [:]).filter { !$0.key.text.isEmpty }.map { ($0.key.text, $0.value.stored) }
      .sorted { Array($0.0.utf8).lexicographicallyPrecedes(Array($1.0.utf8)) }
  }

  mutating func rename(_ tenant: Tenant, to name: Tenant) {
    owned[name] = owned.removeValue(forKey: tenant)?.mapValues { owned in
      var owned = owned
      for key in owned.rows.keys { owned.rows[key]?.key.tenant = name }
      return owned
    }
    timers[name] = timers.removeValue(forKey: tenant)?.mapValues { timer in
      var timer = timer
      timer.tenant = name
      return timer
    }
    posts[name] = posts.removeValue(forKey: tenant)?.map { post in
      var post = post
      post.tenant = name
      return post
    }
    posts = posts.mapValues { $0.map { $0.with(sender: tenant, renamed: name) } }
    for (key, publication) in publications where key.tenant == tenant {
      let renamed = StoredPublication.Key(tenant: name, type: key.type)
      publications[key] = nil
      publications[renamed] = StoredPublication(renamed, number: publication.number, value: publication.value)
    }
    marks[name] = marks.removeValue(forKey: tenant).map { StoredMark(name, isAwake: $0.isAwake, state: $0.state) }
  }

  mutating func delete(_ tenant: Tenant) -> PurgedCounts {
    let all = owned.removeValue(forKey: tenant) ?? [:]
    timers[tenant] = nil
    posts[tenant] = nil
    publications = publications.filter { $0.key.tenant != tenant }
    marks[tenant] = StoredMark(tenant, state: .deleted)
    return PurgedCounts(
      objects: all.values.reduce(0) { $0 + $1.objects.count }, rows: all.values.reduce(0) { $0 + $1.rows.count })
  }
}
