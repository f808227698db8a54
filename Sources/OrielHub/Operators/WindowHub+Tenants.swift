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
    _ text: String = "", after: Tenant? = nil, limit: Int,
    then: @escaping (Result<(tenants: [TenantRow], hasMore: Bool), any Error>) -> Void
  ) {
    let word = Array(text.lowercased().utf8)
    onAll({ hub, answer in answer(hub.loadedTenants(matching: word, after: after, limit: limit + 1)) }) { loaded in
      self.findStored(after: after, limit: limit + 1, matching: word, found: []) { [self] result in
        let loaded = Dictionary(loaded.joined().map { ($0.tenant, $0) }) { first, _ in first }
        then(
          result.map { stored in
            let summaries = Dictionary(stored.map { ($0.mark.tenant, $0) }) { first, _ in first }
            let all = Set(summaries.keys).union(loaded.keys).sorted { $0.id < $1.id }
            return (all.prefix(limit).map { row(of: $0, summaries[$0], loaded[$0]) }, all.count > limit)
          })
      }
    }
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
  private func findStored(
    after: Tenant?, limit: Int, matching word: [UInt8], found: [StoredTenantSummary],
    then: @escaping (Result<[StoredTenantSummary], any Error>) -> Void
  ) {
    let pageSize = word.isEmpty ? min(limit, 200) : 200
    read(.list, { try $0.tenants(after: after, limit: pageSize) }) { [self] result in
      do {
        let page = try result.get()
        let all = found + page.filter { $0.mark.tenant.isListed(matching: word) }
        guard all.count < limit, page.count == pageSize, let last = page.last else { return then(.success(all)) }
        findStored(after: last.mark.tenant, limit: limit, matching: word, found: all, then: then)
      } catch {
        logger.error("The tenants can't be listed: \(error)")
        then(.failure(error))
      }
    }
  }

  /// Shows a tenant; `nil` if there is none of this name.
  package func showTenant(_ tenant: Tenant, then: @escaping (Result<TenantRow?, any Error>) -> Void) {
    on(hub: neighbours.hub(of: tenant), { hub, answer in hub.showOwnTenant(tenant, then: answer) }, then: then)
  }

  private func showOwnTenant(_ tenant: Tenant, then: @escaping (Result<TenantRow?, any Error>) -> Void) {
    read(.list, { try $0.summary(of: tenant) }) { [self] result in
      then(
        result.map { stored in
          guard stored != nil || homes[tenant] != nil, tenant.isOfApp else { return nil }
          let attached = windows(of: tenant).count { $0.isAttached }
          return row(
            of: tenant, stored,
            homes[tenant].map {
              LoadedTenant(
                tenant: tenant, members: $0.memberCount, attached: attached, bytes: rowSizes[tenant].bytes)
            })
        })
    }
  }

  /// - Parameter loaded: The facts of the hub that has it in memory.
  private func row(of tenant: Tenant, _ stored: StoredTenantSummary?, _ loaded: LoadedTenant?) -> TenantRow {
    let stored = stored ?? StoredTenantSummary(StoredMark(tenant))
    let state = state(of: tenant, stored.mark.state, isLoaded: loaded != nil)
    var row = TenantRow(stored, state: state, bytes: loaded?.bytes ?? rowSizes[tenant].bytes)
    row.members = loaded?.members ?? 0
    row.attached = loaded?.attached ?? 0
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

  private func windows(of tenant: Tenant) -> [Window] { windows.values.filter { $0.user.home.tenant == tenant } }

  private func attachedByTenant() -> [Tenant: Int] {
    windows.values.reduce(into: [:]) { if $1.isAttached { $0[$1.user.home.tenant, default: 0] += 1 } }
  }

  /// Reads everything that is stored of a tenant, after its earlier changes; `nil` if there is none of this name.
  package func export(_ tenant: Tenant, then: @escaping (Result<TenantContents?, any Error>) -> Void) {
    read(.list, { try $0.contents(of: tenant) }) { result in
      then(result.map { $0.tenant.isKnown && tenant.isOfApp ? $0 : nil })
    }
  }

  // MARK: Acting

  /// Does something to a tenant. `then` is called once, when it is durable, with the number of the tenant's windows.
  package func act(
    _ act: TenantAct, on tenant: Tenant, then: @escaping (Result<Int, TenantRefusal>) -> Void
  ) {
    showTenant(tenant) { [self] result in
      guard case .success(let row) = result else { return then(.failure(.unreadable)) }
      guard let row else { return then(.failure(.unknown)) }
      if let refusal = refusal(of: act, on: row) { return then(.failure(refusal)) }
      let then = { (result: Result<Int, TenantRefusal>) in then(result.map { max($0, row.windows) }) }
      switch act {
      case .reopen: mark(tenant, .open, then)
      case .sleep: vacate(tenant, answering: .unavailable, then: then) { $0(.success(0)) }
      case .close: vacate(tenant, answering: .closed, then: then) { [self] in mark(tenant, .closed, $0) }
      case .delete: vacate(tenant, answering: .unknown, then: then) { [self] in erase(tenant, $0) }
      case .rename(let name): rename(tenant, to: name, then)
      }
    }
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

  /// Unloads a tenant's home, closes its pages, and keeps it out of memory until `body` calls its argument.
  private func vacate(
    _ tenant: Tenant, answering found: FoundHome, then: @escaping (Result<Int, TenantRefusal>) -> Void,
    _ body: @escaping (@escaping (Result<Int, TenantRefusal>) -> Void) -> Void
  ) {
    homes.busy[tenant] = found
    let count = windows(of: tenant).count
    for page in windows(of: tenant).flatMap(\.attachments) where page.isOpen { close(page, found.refusal) }
    let end = { [self] (result: Result<Int, TenantRefusal>) in
      homes.busy[tenant] = nil
      // One that never sleeps is loaded again, unless it is closed or gone.
      if scenes.keepsInMemory(tenant) { withHome(tenant) { _ in } }
      // So is one that stays awake or has a message.
      loadDueTenants(at: wallTime)
      then(result.map { max($0, count) })
      commitPending()
    }
    empty(tenant, attempt: 0) { [self] isEmpty in
      isEmpty ? body(end) : end(.failure(storeFailure == nil ? .running : .notStored))
    }
  }

  /// Windows sleep when they are saved. One whose handler still runs is waited for.
  private func empty(_ tenant: Tenant, attempt: Int, then: @escaping (Bool) -> Void) {
    onceKept { [self] in
      for window in windows(of: tenant) where !window.isAttached && window.isSaved { sleep(window) }
      if let home = homes[tenant], home.isUnused { unload(home) }
      guard homes[tenant] != nil else { return onceKept { [self] in then(storeFailure == nil) } }
      guard storeFailure == nil, attempt < 100 else { return then(false) }
      guard windows(of: tenant).allSatisfy(\.isSaved) else { return empty(tenant, attempt: attempt + 1, then: then) }
      _ = scheduler.schedule(after: 100) { [weak self] in
        self?.empty(tenant, attempt: attempt + 1, then: then)
        self?.commitPending()
      }
    }
  }

  private func mark(_ tenant: Tenant, _ state: TenantState, _ then: @escaping (Result<Int, TenantRefusal>) -> Void) {
    read(.list, { try $0.summary(of: tenant) }) { [self] result in
      guard case .success(let stored) = result else { return then(.failure(.unreadable)) }
      var mark = stored?.mark ?? StoredMark(tenant)
      mark.state = state
      writer.note(\.tenants, mark)
      onceKept { [self] in
        homes.forgetAbsence(of: tenant)
        if state == .open {
          if scenes.keepsInMemory(tenant) { withHome(tenant) { _ in } }
          loadDueTenants(at: wallTime)
        }
        then(storeFailure == nil ? .success(0) : .failure(.notStored))
      }
    }
  }

  private func erase(_ tenant: Tenant, _ then: @escaping (Result<Int, TenantRefusal>) -> Void) {
    findAsleep(StoredWindowQuery(tenant: tenant)) { [self] windows in
      ask({ store.delete(tenant, then: $0) }) { [self] result in
        do {
          let counts = try result.get()
          for window in windows { deleteTraces(window.id) }
          removePublications(of: tenant)
          posts.removeAll(to: tenant)
          neighbours.tellDeleted(tenant)
          then(.success(counts.windows))
        } catch {
          logger.error("The tenant \"\(tenant)\" can't be deleted: \(error)")
          then(.failure(.notDone))
        }
      }
    }
  }

  private func deleteTraces(_ id: WindowID) {
    quarantine.forget(.window(id))
    triggers.forgetWindow(id)
    files.store.deleteAll(in: id.folder)
  }

  private func rename(_ tenant: Tenant, to name: Tenant, _ then: @escaping (Result<Int, TenantRefusal>) -> Void) {
    let other = neighbours.hub(of: name) ?? index
    on(hub: other, { hub, answer in answer(hub.reserve(name)) }) { [self] isFree in
      guard isFree, neighbours.move(name) else { return then(.failure(.nameInUse)) }
      homes.busy[name] = .unavailable
      renameReserved(tenant, to: name) { [self] result in
        homes.busy[name] = nil
        on(hub: other, { hub, done in done(hub.release(name)) }) { then(result) }
      }
    }
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

  private func renameReserved(
    _ tenant: Tenant, to name: Tenant, _ then: @escaping (Result<Int, TenantRefusal>) -> Void
  ) {
    vacate(tenant, answering: .unavailable, then: then) { [self] end in
      ask({ store.rename(tenant, to: name, then: $0) }) { [self] result in
        do {
          let isDone = try result.get()
          onAll({ hub, done in
            if isDone { hub.isRenamed(tenant, to: name) }
            hub.removePublications(of: tenant)
            // Those that it has under the new name, or had if that is in use.
            hub.loadPublications { _ in done(()) }
          }) { (_: [Void]) in end(isDone ? .success(0) : .failure(.nameInUse)) }
        } catch {
          logger.error("The tenant \"\(tenant)\" can't be renamed: \(error)")
          end(.failure(.notDone))
        }
      }
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
  fileprivate var isSaved: Bool { !unsaved.isWaiting && !unsaved.isUnderway && held == nil }
}

/// An operator's act on a tenant.
package enum TenantAct: Equatable, Sendable {
  /// Unloads it now; the next visitor loads it again.
  case sleep
  /// Closes its pages and keeps everything, until it is reopened.
  case close
  case reopen
  /// Deletes all of it, and keeps its name from being used again.
  case delete
  case rename(Tenant)
}

/// The reason why an act on a tenant was not done.
package enum TenantRefusal: Error, Equatable, Sendable {
  case unknown
  case already(TenantRow.State)
  /// Another operator is acting on it.
  case busy
  case nameInUse
  /// A handler is still running in one of its windows.
  case running
  case unreadable
  /// It holds now, and a restart would undo it.
  case notStored
  case notDone
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
  /// The size of the rows in memory.
  package var bytes: Int

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
