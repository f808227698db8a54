import Oriel
import OrielDocument

// Operators' acts on tenants. Whatever is done to a tenant, its home is unloaded first, and its pages are told why.

extension WindowHub {
  // MARK: Looking

  /// Whether its windows may belong to several tenants.
  package var mayHaveTenants: Bool { !scenes.haveSingleTenancyAlone }

  /// Lists tenants in the order of their names, those in memory and those in the store.
  ///
  /// - Parameters:
  ///   - text: A part of the name, ignoring case.
  ///   - after: The cursor: the page begins after this one.
  package func listTenants(
    _ text: String = "", after: Tenant? = nil, limit: Int
  ) async throws -> (tenants: [TenantRow], hasMore: Bool) {
    let word = Array(text.lowercased().utf8)
    let each = await onAll { hub in hub.loadedTenants(matching: word, after: after, limit: limit + 1) }
    let stored = try await storedTenants(matching: word, after: after, limit: limit + 1)
    let loaded = Dictionary(each.joined().map { ($0.tenant, $0) }) { first, _ in first }
    let summaries = Dictionary(stored.map { ($0.mark.tenant, $0) }) { first, _ in first }
    let all = Set(summaries.keys).union(loaded.keys).sorted { $0.id < $1.id }
    return (all.prefix(limit).map { row(of: $0, summaries[$0], loaded[$0]) }, all.count > limit)
  }

  /// The tenants in memory here, the first ones by their names.
  private func loadedTenants(matching word: [UInt8], after: Tenant?, limit: Int) -> [LoadedTenant] {
    let isListed = { (tenant: Tenant) in after.map { $0.id < tenant.id } ?? true }
    let listed = homes.all.filter { isListed($0.tenant) && $0.tenant.isListed(matching: word) }
    let attached = attachedByTenant()
    return listed.sorted { $0.tenant.id < $1.tenant.id }.prefix(limit).map {
      LoadedTenant(
        tenant: $0.tenant, members: $0.memberCount, attached: attached[$0.tenant] ?? 0,
        bytes: rowSizes[$0.tenant].bytes)
    }
  }

  /// Page by page.
  private func storedTenants(
    matching word: [UInt8], after: Tenant?, limit: Int
  ) async throws -> [StoredTenantSummary] {
    let pageSize = word.isEmpty ? min(limit, 200) : 200
    var (found, cursor): ([StoredTenantSummary], Tenant?) = ([], after)
    do {
      while true {
        let page = try await read { [cursor] in try $0.tenants(after: cursor, limit: pageSize) }
        found += page.filter { $0.mark.tenant.isListed(matching: word) }
        guard found.count < limit, page.count == pageSize, let last = page.last else { return found }
        cursor = last.mark.tenant
      }
    } catch {
      logger.error("The tenants can't be listed: \(error)")
      throw error
    }
  }

  /// Shows a tenant; `nil` if there is none of this name.
  package func showTenant(_ tenant: Tenant) async throws -> TenantRow? {
    try await on(hub: hub(of: tenant)) { hub in await Result { try await hub.showOwnTenant(tenant) } }.get()
  }

  private func showOwnTenant(_ tenant: Tenant) async throws -> TenantRow? {
    let stored = try await read { try $0.summary(of: tenant) }
    guard stored != nil || homes[tenant] != nil, tenant.isOfApp else { return nil }
    let attached = windows(of: tenant).count { $0.isAttached }
    let loaded = homes[tenant].map {
      LoadedTenant(tenant: tenant, members: $0.memberCount, attached: attached, bytes: rowSizes[tenant].bytes)
    }
    var row = row(of: tenant, stored, loaded)
    row.failing = homes[tenant].map { Array(failingMessages(of: $0).prefix(100)) } ?? []
    return row
  }

  /// - Parameter loaded: The facts of the hub that has it in memory.
  private func row(of tenant: Tenant, _ stored: StoredTenantSummary?, _ loaded: LoadedTenant?) -> TenantRow {
    let stored = stored ?? StoredTenantSummary(StoredMark(tenant))
    let state = state(of: tenant, stored.mark.state, isLoaded: loaded != nil)
    var row = TenantRow(stored, state: state, bytes: loaded?.bytes ?? rowSizes[tenant].bytes)
    row.members = loaded?.members ?? 0
    row.attached = loaded?.attached ?? 0
    row.node = loaded == nil ? nil : nodeName
    return row
  }

  private func state(of tenant: Tenant, _ state: TenantState, isLoaded: Bool) -> TenantRow.State {
    switch state {
    case .closed: .closed
    case .deleted: .deleted
    case .open where quarantine.isParked(.tenant(tenant)): .parked
    case .open where homes.absence(of: tenant, now: scheduler.now)?.refusal == .tenantClosed: .closed
    case .open: isLoaded ? .open : .asleep
    }
  }

  func windows(of tenant: Tenant) -> [Window] { windows.values.filter { $0.user.home.tenant == tenant } }

  private func attachedByTenant() -> [Tenant: Int] {
    windows.values.reduce(into: [:]) { if $1.isAttached { $0[$1.user.home.tenant, default: 0] += 1 } }
  }

  /// Reads everything that is stored of a tenant, after its earlier changes; `nil` if there is none of this name.
  package func export(_ tenant: Tenant) async throws -> TenantContents? {
    let contents = try await read { try $0.contents(of: tenant) }
    return contents.tenant.isKnown && tenant.isOfApp ? contents : nil
  }

  // MARK: Acting

  /// Does something to a tenant. Returns the number of its windows when it is durable.
  package func act(_ act: TenantAct, on tenant: Tenant) async throws(TenantRefusal) -> Int {
    let isFirst = homes.beginAct(on: tenant)
    defer { endAct(on: tenant) }
    guard isFirst else { throw .busy }
    let claimed = await Result { try await claim(tenant) }
    guard case .success(let other) = claimed else { throw .unreadable }
    if let other { throw .onNode(store.nodes?.others.first { $0.life == other }?.name ?? "\(other)") }
    let found = await Result { try await showTenant(tenant) }
    guard case .success(let row) = found else { throw .unreadable }
    guard let row else { throw .unknown }
    if let refusal = refusal(of: act, on: row) { throw refusal }
    let windows =
      switch act {
      case .reopen: try await mark(tenant, .open)
      case .sleep: try await vacate(tenant, answering: .unavailable) { 0 }
      case .close:
        try await vacate(tenant, answering: .closed) { () async throws(TenantRefusal) in try await mark(tenant, .closed)
        }
      case .delete:
        try await vacate(tenant, answering: .unknown) { () async throws(TenantRefusal) in try await erase(tenant) }
      case .rename(let name): try await rename(tenant, to: name)
      case .move(let name): try await move(tenant, toNode: name)
      case .skip(let message): try await skip(message, of: tenant)
      }
    return max(windows, row.windows)
  }

  private func endAct(on tenant: Tenant) {
    homes.endAct(on: tenant)
    releaseUnlessUsed(tenant)
  }

  private func refusal(of act: TenantAct, on row: TenantRow) -> TenantRefusal? {
    if homes.busy[row.tenant] != nil { return .busy }
    switch (act, row.state) {
    case (.reopen, .open), (.reopen, .asleep), (.reopen, .parked): return .already(.open)
    case (.close, .closed): return .already(.closed)
    case (.reopen, _): return nil
    case (_, .deleted): return .already(.deleted)
    case (.sleep, .asleep), (.sleep, .closed): return .already(.asleep)
    case (.rename(let name), _):
      return name.isOfApp ? nil : .nameInUse
    default: return nil
    }
  }

  /// Unloads a tenant's home, closes its pages, and keeps it out of memory until `body` has ended.
  private func vacate(
    _ tenant: Tenant, answering found: FoundHome,
    _ body: nonisolated(nonsending) () async throws(TenantRefusal) -> Int
  ) async throws(TenantRefusal) -> Int {
    homes.busy[tenant] = found
    defer { admitAgain(tenant) }
    let count = windows(of: tenant).count
    for page in windows(of: tenant).flatMap(\.attachments) where page.isOpen { close(page, found.refusal) }
    guard await empty(tenant) else { throw storeFailure == nil ? .running : .notStored }
    return max(try await body(), count)
  }

  private func admitAgain(_ tenant: Tenant) {
    homes.busy[tenant] = nil
    // One that never sleeps is loaded again, unless it is closed or gone.
    if scenes.keepsInMemory(tenant) { withHome(tenant) { _ in } }
    // So is one that stays awake or has a message.
    dueTenants.look(at: wallTime)
    commitPending()
  }

  /// Windows sleep when they are saved. One whose handler still runs is waited for, for 10 s.
  ///
  /// - Returns: Whether nothing of the tenant is in memory any more, and all of it is stored.
  private func empty(_ tenant: Tenant) async -> Bool {
    for _ in 0...100 {
      await kept()
      for window in windows(of: tenant) where !window.isAttached && window.isSaved { sleep(window) }
      if let home = homes[tenant], home.isUnused { unload(home) }
      if homes[tenant] == nil { return await kept() }
      guard storeFailure == nil else { return false }
      if windows(of: tenant).allSatisfy(\.isSaved) { await pause(100) }
    }
    return false
  }

  /// Its pages come back to the other node, which loads it for the first of them.
  private func move(_ tenant: Tenant, toNode name: String) async throws(TenantRefusal) -> Int {
    let named = nodes.filter { $0.name.hasSameScalars(as: name) }
    guard let node = named.first(where: { !$0.isDraining }) ?? named.first else {
      throw .unknownNode(name, known: nodes.map(\.name))
    }
    guard node.life != nodes.first?.life else { throw .alreadyOn(name) }
    guard !node.isDraining, !nodes.contains(where: { $0.build > node.build }) else { throw .takesNone(name) }
    return try await vacate(tenant, answering: .unavailable) { () async throws(TenantRefusal) in
      try await give(tenant, to: node)
      return 0
    }
  }

  private func skip(_ message: String, of tenant: Tenant) async throws(TenantRefusal) -> Int {
    let home = homes[tenant]
    guard let home, skip(message, of: home) else {
      throw .unknownMessage(message, known: home.map { failingMessages(of: $0).prefix(20).map(\.name) } ?? [])
    }
    guard await kept() else { throw .notStored }
    return 0
  }

  private func mark(_ tenant: Tenant, _ state: TenantState) async throws(TenantRefusal) -> Int {
    let found = await Result { try await read { try $0.summary(of: tenant) } }
    guard case .success(let stored) = found else { throw .unreadable }
    var mark = stored?.mark ?? StoredMark(tenant)
    mark.state = state
    writer.record(\.tenants, mark)
    let isKept = await kept()
    homes.forgetAbsence(of: tenant)
    if state == .open {
      if scenes.keepsInMemory(tenant) { withHome(tenant) { _ in } }
      dueTenants.look(at: wallTime)
    }
    guard isKept else { throw .notStored }
    return 0
  }

  private func erase(_ tenant: Tenant) async throws(TenantRefusal) -> Int {
    let windows = await answer { findAsleep(StoredWindowQuery(tenant: tenant), then: $0) }
    let counts: PurgedCounts
    do {
      counts = try await answer { then in ask({ store.delete(tenant, then: $0) }, then: then) }.get()
    } catch {
      logger.error("The tenant \"\(tenant)\" can't be deleted: \(error)")
      throw .notDone
    }
    for window in windows { deleteTraces(window.id) }
    publisher.removeAll(of: tenant)
    posts.removeAll(to: tenant)
    neighbours.broadcastDeletion(of: tenant)
    return counts.windows
  }

  private func deleteTraces(_ id: WindowID) {
    quarantine.forget(.window(id))
    triggers.forgetWindow(id)
    files.store.deleteAll(in: id.folder)
  }

  private func rename(_ tenant: Tenant, to name: Tenant) async throws(TenantRefusal) -> Int {
    let other = hub(of: name)
    guard await on(hub: other, { hub in hub.reserve(name) }), neighbours.move(name) else { throw .nameInUse }
    homes.busy[name] = .unavailable
    let claimed = await Result { try await claim(name) }
    let result = await Result { () async throws(TenantRefusal) in
      guard case .success(let other) = claimed else { throw .unreadable }
      guard other == nil else { throw .nameInUse }
      return try await renameReserved(tenant, to: name)
    }
    homes.busy[name] = nil
    releaseUnlessUsed(name)
    await on(hub: other) { hub in hub.release(name) }
    return try result.get()
  }

  /// Keeps a name from being loaded here until it is released.
  ///
  /// - Returns: Whether it is not in use here.
  private func reserve(_ name: Tenant) -> Bool {
    guard homes[name] == nil, homes.busy[name] == nil, !homes.loading.isWaiting(for: name) else { return false }
    homes.busy[name] = .unavailable
    return true
  }

  private func release(_ name: Tenant) { homes.busy[name] = nil }

  private func renameReserved(_ tenant: Tenant, to name: Tenant) async throws(TenantRefusal) -> Int {
    try await vacate(tenant, answering: .unavailable) { () async throws(TenantRefusal) in
      let isDone: Bool
      do {
        isDone = try await answer { then in ask({ store.rename(tenant, to: name, then: $0) }, then: then) }.get()
      } catch {
        logger.error("The tenant \"\(tenant)\" can't be renamed: \(error)")
        throw .notDone
      }
      _ = await onAll { hub in
        if isDone { hub.isRenamed(tenant, to: name) }
        hub.publisher.removeAll(of: tenant)
        // Those that it has under the new name, or had if that is in use.
        try? await hub.publisher.load()
      }
      guard isDone else { throw .nameInUse }
      return 0
    }
  }
}

/// The facts of a tenant that a hub has in memory.
private struct LoadedTenant: Sendable {
  var tenant: Tenant
  var members: Int
  var attached: Int
  var bytes: Int
}

extension WindowHub {
  fileprivate func isRenamed(_ tenant: Tenant, to name: Tenant) {
    for home in homes.all { home.inbox.rename(sender: tenant, to: name) }
    posts.rename(tenant, to: name)
  }
}

extension Window {
  /// Whether it may sleep: the store has all of it, and no `once` is running in it.
  var isSaved: Bool { !unsaved.isWaiting && !unsaved.isUnderway && held == nil }
}

/// A tenant as an operator sees it.
package struct TenantRow: Equatable, Sendable {
  package enum State: String, Sendable, CaseIterable { case open, asleep, closed, deleted, parked }

  package var tenant: Tenant
  package var state: State
  /// Whether it never sleeps.
  package var isAwake: Bool
  /// In memory.
  package var members = 0
  /// In the store.
  package var windows: Int
  /// Those that a page shows.
  package var attached = 0
  /// The stored objects of the tenant and of its members, with their rows, and the timers.
  package var objects: Int
  package var rows: Int
  package var timers: Int
  /// The messages that have failed and are tried again, up to 100. Empty in a list of tenants.
  package var failing: [FailingMessage] = []
  /// The size of the rows in memory.
  package var bytes: Int
  /// The node that has it in memory, of several.
  package var node: String?

  init(_ stored: StoredTenantSummary, state: State, bytes: Int) {
    tenant = stored.mark.tenant
    self.state = state
    isAwake = stored.mark.isAwake
    windows = stored.windows
    objects = stored.objects
    rows = stored.rows
    timers = stored.timers
    self.bytes = bytes
  }
}

extension Tenant {
  /// The name that operators see and write: `app` for the tenant of an app whose users all share. One that is itself
  /// called `app` is written `/app`, and windows that belong to no tenant are those of `/everywhere`.
  package var name: String { id.isEmpty ? "app" : id == "app" ? "/app" : id }

  /// - Returns: `nil` if no tenant has this name.
  package init?(named name: String) {
    switch name {
    case "app": self = .app
    case "/app": self.init("app")
    case Tenant.everywhere.id: self = .everywhere
    default:
      let isUser = name.utf8.first == UInt8(ascii: "~") && (2...257).contains(name.unicodeScalars.count)
      guard isUser || Tenant(name) != nil else { return nil }
      self.init(stored: name)
    }
  }

  fileprivate func isListed(matching word: [UInt8]) -> Bool { isOfApp && name.contains(folded: word) }
}
