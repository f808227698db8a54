import Oriel
import OrielDocument
import Synchronization

/// Keeps windows as encoded bytes for as long as the process lives.
package final class MemoryWindowStore: WindowStore {
  private let contents = Mutex(Contents())
  /// The commits that are kept back; `nil` if none are.
  private let heldBack = Mutex<[@Sendable () -> Void]?>(nil)

  /// Set to `true` only by tests.
  package let outlivesProcess: Bool

  package init(outlivesProcess: Bool = false) {
    self.outlivesProcess = outlivesProcess
  }

  package var gatherTime: Int64 { 0 }

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    let isHeldBack = heldBack.withLock { heldBack in
      heldBack?.append { self.apply(turns, then: completion) }
      return heldBack != nil
    }
    if !isHeldBack { apply(turns, then: completion) }
  }

  private func apply(_ turns: [StoredTurn], then completion: @Sendable ((any Error)?) -> Void) {
    contents.withLock { contents in
      for turn in turns { contents.apply(turn) }
    }
    completion(nil)
  }

  /// Keeps commits back from now on, as a disk that hangs does.
  package func holdCommits() { heldBack.withLock { $0 = $0 ?? [] } }

  /// Makes the commits that were kept back, and keeps none back any more.
  package func releaseCommits() {
    let commits = heldBack.withLock { heldBack in
      defer { heldBack = nil }
      return heldBack ?? []
    }
    for commit in commits { commit() }
  }

  /// The process has ended: the commits that were kept back are never made.
  package func forgetHeldCommits() { heldBack.withLock { $0 = nil } }

  package func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>) {
    answer(.success(contents.withLock { $0.window(id) }))
  }

  package func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>) {
    answer(.success(contents.withLock { $0.windows(query) }))
  }

  package func count(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<Int>) {
    answer(.success(contents.withLock { $0.count(query) }))
  }

  package func member(_ user: String, of tenant: Tenant, then answer: @escaping StoreAnswer<StoredUser>) {
    let stored = contents.withLock {
      StoredUser(
        $0.tenants.owned(tenant, user).stored, windows: $0.count(StoredWindowQuery(tenant: tenant, user: user)))
    }
    answer(.success(stored))
  }

  package func tenant(_ tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenant>) {
    answer(.success(contents.withLock { $0.tenant(tenant) }))
  }

  package func tenants(
    after tenant: Tenant?, limit: Int, then answer: @escaping StoreAnswer<[StoredTenantSummary]>
  ) {
    answer(.success(contents.withLock { $0.list(after: tenant, limit: limit) }))
  }

  package func posts(
    to tenant: Tenant, after number: Int64, limit: Int, then answer: @escaping StoreAnswer<[StoredPost]>
  ) {
    answer(.success(contents.withLock { $0.tenants.posts(to: tenant, after: number, limit: limit) }))
  }

  package func summary(of tenant: Tenant, then answer: @escaping StoreAnswer<StoredTenantSummary?>) {
    answer(.success(contents.withLock { $0.summary(of: tenant) }))
  }

  package func contents(of tenant: Tenant, then answer: @escaping StoreAnswer<TenantContents>) {
    answer(.success(contents.withLock { $0.contents(of: tenant) }))
  }

  package func dueTenants(at time: Int64, then answer: @escaping StoreAnswer<DueTenants>) {
    answer(.success(contents.withLock { $0.tenants.due(at: time) }))
  }

  package func waitingPosts(then answer: @escaping StoreAnswer<[Tenant: PostCount]>) {
    answer(.success(contents.withLock { $0.tenants.waitingPosts }))
  }

  package func publications(then answer: @escaping StoreAnswer<[StoredPublication]>) {
    answer(.success(contents.withLock { Array($0.tenants.publications.values) }))
  }

  package func trigger(_ id: String, then answer: @escaping StoreAnswer<StoredTrigger?>) {
    answer(.success(contents.withLock { $0.triggers[ScalarKey(id)] }))
  }

  package func access(then answer: @escaping StoreAnswer<[UserAccess]>) {
    answer(.success(contents.withLock { Array($0.access.values) }))
  }

  package func audit(_ query: AuditQuery, then answer: @escaping StoreAnswer<[AuditRecord]>) {
    answer(.success(contents.withLock { $0.audit.records(query) }))
  }

  package func closedWindow(_ id: WindowID, then answer: @escaping StoreAnswer<SalvagedRecord?>) {
    let found = contents.withLock {
      $0.keptAside.last { $0.order.isOfClosedWindow && $0.order.subject == .window(id) }
    }
    answer(.success(found))
  }

  package func keptAside(of user: String?, then answer: @escaping StoreAnswer<[SalvagedRecord]>) {
    answer(.success(contents.withLock { $0.keptAside.filter { user?.hasSameScalars(as: $0.user) ?? true } }))
  }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    answer(.success(contents.withLock { $0.purge(user) }))
  }

  package func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) {
    answer(.success(contents.withLock { $0.delete(tenant) }))
  }

  package func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    answer(.success(contents.withLock { $0.rename(tenant, to: name) }))
  }

  package func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    contents.withLock { $0.deleteOld(old) }
    completion(nil)
  }

  package var windowCount: Int { contents.withLock { $0.windows.count } }
  package var triggerCount: Int { contents.withLock { $0.triggers.count } }
}

private struct Contents {
  private(set) var windows: [WindowID: StoredWindow] = [:]
  /// An index of users' windows, because every attaching page needs them.
  private var windowsOfUsers: [ScalarKey: Set<WindowID>] = [:]
  /// And one of tenants' windows, because every tenant that is loaded needs them.
  private var windowsOfTenants: [Tenant: OrderedIDs] = [:]
  private var ids = OrderedIDs()
  var tenants = MemoryTenants()
  var triggers: [ScalarKey: StoredTrigger] = [:]
  /// The triggers in the order of sending.
  var order: [ScalarKey] = []
  var keptAside: [SalvagedRecord] = []
  var access: [ScalarKey: UserAccess] = [:]
  var audit = MemoryAudit()

  mutating func apply(_ turn: StoredTurn) {
    keptAside += turn.keptAside.compactMap(record)
    for id in turn.reopenedWindows {
      keptAside.removeAll { $0.order.isOfClosedWindow && $0.order.subject == .window(id) }
    }
    for (id, row) in turn.windows { apply(row, to: id) }
    for order in turn.closedWindows { close(order) }
    for id in turn.deletedWindows { delete(id) }
    tenants.apply(turn)
    for trigger in turn.triggers {
      // Several hubs save one that is for windows of each.
      if triggers[ScalarKey(trigger.id)] != nil {
        triggers[ScalarKey(trigger.id)]?.add(trigger.outcomes)
        continue
      }
      triggers[ScalarKey(trigger.id)] = trigger
      order.append(ScalarKey(trigger.id))
    }
    for outcome in turn.outcomes { apply(outcome) }
    for row in turn.access { access[ScalarKey(row.user)] = row }
    for record in turn.audit { audit.add(record) }
  }

  private mutating func close(_ order: SalvageOrder) {
    guard let closed = record(order) else { return }
    keptAside.append(closed)
    let others = keptAside.filter {
      $0.order.isOfClosedWindow && $0.tenant == closed.tenant && $0.user.hasSameScalars(as: closed.user)
    }
    for other in others.dropLast(Windows.closedLimit) { keptAside.removeAll { $0 == other } }
  }

  /// Changes of an unknown window are ignored.
  private mutating func apply(_ row: StoredRow, to id: WindowID) {
    if let origin = row.origin {
      if let before = windows[id]?.origin { forget(id, of: before) } else { ids.insert(id) }
      windows[id, default: StoredWindow(origin: origin, position: [], models: [:])].origin = origin
      windowsOfUsers[ScalarKey(origin.user), default: []].insert(id)
      windowsOfTenants[origin.tenant, default: OrderedIDs()].insert(id)
    }
    windows[id]?.apply(row)
  }

  private mutating func delete(_ id: WindowID) {
    guard let window = windows.removeValue(forKey: id) else { return }
    ids.remove(id)
    forget(id, of: window.origin)
  }

  private mutating func forget(_ id: WindowID, of origin: StoredOrigin) {
    let user = ScalarKey(origin.user)
    windowsOfUsers[user]?.remove(id)
    if windowsOfUsers[user]?.isEmpty == true { windowsOfUsers[user] = nil }
    windowsOfTenants[origin.tenant]?.remove(id)
    if windowsOfTenants[origin.tenant]?.count == 0 { windowsOfTenants[origin.tenant] = nil }
  }

  private mutating func apply(_ outcome: StoredOutcome) {
    let place = triggers[ScalarKey(outcome.trigger)]?.outcomes.firstIndex { $0.window == outcome.window }
    if let place { triggers[ScalarKey(outcome.trigger)]?.outcomes[place] = outcome }
  }

  private func record(_ order: SalvageOrder) -> SalvagedRecord? {
    switch order.subject {
    case .window(let id):
      window(id).map {
        SalvagedRecord(
          order, tenant: $0.origin.tenant, user: $0.origin.user, record: JSONBytes.encode(.object($0.exported(id))))
      }
    case .object(let tenant, let user, let type):
      tenants.owned(tenant, user).objects[type].map {
        SalvagedRecord(order, tenant: tenant, user: user, record: $0)
      }
    case .row(let key):
      tenants.row(key).map { SalvagedRecord(order, tenant: key.tenant, user: key.user, record: $0.value ?? []) }
    }
  }

  func window(_ id: WindowID) -> StoredWindow? {
    var window = windows[id]
    window?.triggers = order.compactMap { triggers[$0]?.unanswered(by: id) }
    return window
  }

  mutating func windows(_ query: StoredWindowQuery) -> [StoredSummary] {
    let all = matching(query, behind: query.after)
    let found = query.isLatestFirst ? latest(all, query.limit) : Array(all.prefix(query.limit))
    return found.compactMap { id in windows[id].map { StoredSummary(id, $0) } }
  }

  private func latest(_ all: some Sequence<WindowID>, _ limit: Int) -> [WindowID] {
    let uses = all.map { (id: $0, time: windows[$0]?.usedAt ?? 0) }
    return uses.sorted { ($1.time, $0.id.rawValue) < ($0.time, $1.id.rawValue) }.prefix(limit).map(\.id)
  }

  /// Counts all matching windows, regardless of the page.
  mutating func count(_ query: StoredWindowQuery) -> Int { matching(query, behind: nil).count { _ in true } }

  private mutating func matching(
    _ query: StoredWindowQuery, behind after: WindowID?
  ) -> some Sequence<WindowID> {
    candidates(for: query).behind(after).lazy.filter { [windows] id in
      guard let window = windows[id] else { return false }
      return query.tenant.map { $0 == window.origin.tenant } ?? true
        && query.scene?.hasSameScalars(as: window.origin.scene) ?? true
        && !(query.exceptScene?.hasSameScalars(as: window.origin.scene) ?? false)
        && (query.openedBy == nil || window.origin.openedBy.hasSameScalars(as: query.openedBy))
        && query.unusedSince.map { window.usedAt < $0 } ?? true
    }
  }

  private mutating func candidates(for query: StoredWindowQuery) -> OrderedIDs {
    if let user = query.user { return OrderedIDs(windowsOfUsers[ScalarKey(user)] ?? []) }
    if let tenant = query.tenant { return ids(of: tenant) }
    ids.merge()
    return ids
  }

  private mutating func ids(of tenant: Tenant) -> OrderedIDs {
    windowsOfTenants[tenant]?.merge()
    return windowsOfTenants[tenant] ?? OrderedIDs()
  }

  mutating func purge(_ user: String) -> PurgedCounts {
    let key = ScalarKey(user)
    let theirs = windowsOfUsers[key] ?? []
    var counts = tenants.purge(key)
    counts.windows = theirs.count
    counts.keptAside = deleteKeptAside { $0.user.hasSameScalars(as: user) }
    delete(theirs)
    if access[key]?.bannedAt == nil { access[key] = nil }
    return counts
  }

  mutating func delete(_ tenant: Tenant) -> PurgedCounts {
    let all = Set(ids(of: tenant).behind(nil))
    var counts = tenants.delete(tenant)
    counts.windows = all.count
    counts.keptAside = deleteKeptAside { $0.tenant == tenant }
    delete(all)
    return counts
  }

  private mutating func deleteKeptAside(_ isDeleted: (SalvagedRecord) -> Bool) -> Int {
    let before = keptAside.count
    keptAside.removeAll(where: isDeleted)
    return before - keptAside.count
  }

  private mutating func delete(_ all: Set<WindowID>) {
    for id in all { delete(id) }
    for id in order { triggers[id]?.outcomes.removeAll { all.contains($0.window) } }
    forgetTriggers { $0.outcomes.isEmpty }
  }

  func tenant(_ tenant: Tenant) -> StoredTenant {
    var stored = tenants.stored(tenant)
    stored.isKnown = tenants.isKnown(tenant) || windowsOfTenants[tenant] != nil
    return stored
  }

  func list(after tenant: Tenant?, limit: Int) -> [StoredTenantSummary] {
    let known = tenants.known.union(windowsOfTenants.keys)
    let page = known.filter { one in tenant.map { $0.id < one.id } ?? true }.sorted { $0.id < $1.id }.prefix(limit)
    return page.map { tenants.summary($0, windows: windowsOfTenants[$0]?.count ?? 0) }
  }

  func summary(of tenant: Tenant) -> StoredTenantSummary? {
    guard self.tenant(tenant).isKnown else { return nil }
    return tenants.summary(tenant, windows: windowsOfTenants[tenant]?.count ?? 0)
  }

  mutating func contents(of tenant: Tenant) -> TenantContents {
    var contents = TenantContents(self.tenant(tenant))
    contents.posts = tenants.posts(to: tenant, after: 0, limit: .max)
    contents.members = tenants.members(of: tenant)
    contents.windows = ids(of: tenant).behind(nil).compactMap { id in window(id).map { (id, $0) } }
    return contents
  }

  mutating func rename(_ tenant: Tenant, to name: Tenant) -> Bool {
    guard !self.tenant(name).isKnown else { return false }
    for id in ids(of: tenant).behind(nil) { windows[id]?.origin.tenant = name }
    windowsOfTenants[name] = windowsOfTenants.removeValue(forKey: tenant)
    tenants.rename(tenant, to: name)
    for index in keptAside.indices where keptAside[index].tenant == tenant { keptAside[index].rename(to: name) }
    return true
  }

  mutating func deleteOld(_ old: StoreRetention) {
    forgetTriggers { $0.deadline < old.triggersExpiredBefore }
    var (count, bytes) = (0, 0)
    var excess: Set<ScalarKey> = []
    for trigger in order.reversed().compactMap({ triggers[$0] })
    where trigger.deadline < old.now || trigger.outcomes.allSatisfy(\.status.isFinal) {
      (count, bytes) = (count + 1, bytes + trigger.payload.count)
      if count > old.triggersKept || bytes > old.triggerBytesKept { excess.insert(ScalarKey(trigger.id)) }
    }
    forgetTriggers { excess.contains(ScalarKey($0.id)) }
    keptAside.removeAll { $0.order.isOfClosedWindow && $0.order.time < old.closedBefore }
    audit.deleteOld(old)
    access = access.filter { $0.value.bannedAt != nil || $0.value.signedOutAt ?? 0 >= old.signedOutBefore }
  }

  private mutating func forgetTriggers(_ isForgotten: (StoredTrigger) -> Bool) {
    triggers = triggers.filter { !isForgotten($0.value) }
    order.removeAll { triggers[$0] == nil }
  }
}

extension StoredTrigger {
  fileprivate mutating func add(_ more: [StoredOutcome]) {
    outcomes += more.filter { new in !outcomes.contains { $0.window == new.window } }
  }

  fileprivate func unanswered(by window: WindowID) -> StoredTrigger? {
    guard let outcome = outcomes.first(where: { $0.window == window }), !outcome.status.isFinal else { return nil }
    return StoredTrigger(id: id, kind: kind, payload: payload, deadline: deadline, outcomes: [outcome])
  }
}
