import Oriel
import OrielDocument
import Synchronization

/// Keeps windows as encoded bytes for as long as the process lives.
package final class MemoryWindowStore: WindowStore {
  private let contents = Mutex(Contents())

  /// Set to `true` only by tests.
  package let outlivesProcess: Bool

  package init(outlivesProcess: Bool = false) {
    self.outlivesProcess = outlivesProcess
  }

  package var gatherTime: Int64 { 0 }

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    contents.withLock { contents in
      for turn in turns { contents.apply(turn) }
    }
    completion(nil)
  }

  package func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>) {
    answer(.success(contents.withLock { $0.window(id) }))
  }

  package func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>) {
    answer(.success(contents.withLock { $0.windows(query) }))
  }

  package func count(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<Int>) {
    answer(.success(contents.withLock { $0.count(query) }))
  }

  package func user(_ id: String, then answer: @escaping StoreAnswer<StoredUser>) {
    answer(
      .success(
        contents.withLock {
          StoredUser(objects: $0.objects[ScalarKey(id)] ?? [:], windows: $0.count(StoredWindowQuery(user: id)))
        }))
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

  package func keptAside(of user: String?, then answer: @escaping StoreAnswer<[SalvagedRecord]>) {
    answer(.success(contents.withLock { $0.keptAside.filter { user?.hasSameScalars(as: $0.user) ?? true } }))
  }

  package func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) {
    answer(.success(contents.withLock { $0.purge(user) }))
  }

  package func discard(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    contents.withLock { $0.discard(old) }
    completion(nil)
  }

  package var windowCount: Int { contents.withLock { $0.windows.count } }
}

private struct Contents {
  private(set) var windows: [WindowID: StoredWindow] = [:]
  /// An index of users' windows, because every attaching page needs them.
  private var windowsOfUsers: [ScalarKey: Set<WindowID>] = [:]
  private var ids = OrderedIDs()
  var objects: [ScalarKey: [String: [UInt8]]] = [:]
  var triggers: [ScalarKey: StoredTrigger] = [:]
  /// The triggers in the order of sending.
  var order: [ScalarKey] = []
  var keptAside: [SalvagedRecord] = []
  var access: [ScalarKey: UserAccess] = [:]
  var audit = MemoryAudit()

  mutating func apply(_ turn: StoredTurn) {
    keptAside += turn.keptAside.compactMap(record)
    for (id, row) in turn.windows { apply(row, to: id) }
    for id in turn.deletedWindows { delete(id) }
    for object in turn.objects { objects[ScalarKey(object.user), default: [:]][object.type] = object.value }
    for trigger in turn.triggers where triggers[ScalarKey(trigger.id)] == nil {
      triggers[ScalarKey(trigger.id)] = trigger
      order.append(ScalarKey(trigger.id))
    }
    for outcome in turn.outcomes { apply(outcome) }
    for row in turn.access { access[ScalarKey(row.user)] = row }
    for record in turn.audit { audit.add(record) }
  }

  /// Changes of an unknown window are ignored.
  private mutating func apply(_ row: StoredRow, to id: WindowID) {
    if let origin = row.origin, windows[id] == nil {
      windows[id] = StoredWindow(origin: origin, position: [], models: [:])
      windowsOfUsers[ScalarKey(origin.user), default: []].insert(id)
      ids.insert(id)
    }
    windows[id]?.apply(row)
  }

  private mutating func delete(_ id: WindowID) {
    guard let user = windows.removeValue(forKey: id).map({ ScalarKey($0.origin.user) }) else { return }
    ids.remove(id)
    windowsOfUsers[user]?.remove(id)
    if windowsOfUsers[user]?.isEmpty == true { windowsOfUsers[user] = nil }
  }

  private mutating func apply(_ outcome: StoredOutcome) {
    let place = triggers[ScalarKey(outcome.trigger)]?.outcomes.firstIndex { $0.window == outcome.window }
    if let place { triggers[ScalarKey(outcome.trigger)]?.outcomes[place] = outcome }
  }

  private func record(_ order: SalvageOrder) -> SalvagedRecord? {
    switch order.subject {
    case .window(let id):
      window(id).map { SalvagedRecord(order, user: $0.origin.user, record: JSONBytes.encode(.object($0.exported(id)))) }
    case .object(let user, let type):
      objects[ScalarKey(user)]?[type].map { SalvagedRecord(order, user: user, record: $0) }
    }
  }

  func window(_ id: WindowID) -> StoredWindow? {
    var window = windows[id]
    window?.triggers = order.compactMap { triggers[$0]?.unanswered(by: id) }
    return window
  }

  mutating func windows(_ query: StoredWindowQuery) -> [StoredSummary] {
    let found = matching(query, behind: query.after).prefix(query.limit)
    return found.compactMap { id in windows[id].map { StoredSummary(id, $0) } }
  }

  /// Counts all matching windows, regardless of the page.
  mutating func count(_ query: StoredWindowQuery) -> Int { matching(query, behind: nil).count { _ in true } }

  private mutating func matching(
    _ query: StoredWindowQuery, behind after: WindowID?
  ) -> some Sequence<WindowID> {
    if query.user == nil { ids.settle() }
    let all = query.user.map { OrderedIDs(windowsOfUsers[ScalarKey($0)] ?? []) } ?? ids
    return all.behind(after).lazy.filter { [windows] id in
      guard let window = windows[id] else { return false }
      return query.scene?.hasSameScalars(as: window.origin.scene) ?? true
        && !(query.exceptScene?.hasSameScalars(as: window.origin.scene) ?? false)
        && (query.openedBy == nil || window.origin.openedBy.hasSameScalars(as: query.openedBy))
        && query.unusedSince.map { window.usedAt < $0 } ?? true
    }
  }

  mutating func purge(_ user: String) -> PurgedCounts {
    let key = ScalarKey(user)
    let theirs = windowsOfUsers[key] ?? []
    let counts = PurgedCounts(
      windows: theirs.count, objects: objects[key]?.count ?? 0,
      keptAside: keptAside.count { $0.user.hasSameScalars(as: user) })
    for id in theirs { delete(id) }
    for id in order { triggers[id]?.outcomes.removeAll { theirs.contains($0.window) } }
    forgetTriggers { $0.outcomes.isEmpty }
    objects[key] = nil
    keptAside.removeAll { $0.user.hasSameScalars(as: user) }
    if access[key]?.bannedAt == nil { access[key] = nil }
    return counts
  }

  mutating func discard(_ old: StoreRetention) {
    forgetTriggers { $0.deadline < old.triggersExpiredBefore }
    keptAside.removeAll { $0.order.time < old.keptAsideBefore }
    audit.discard(before: old.auditBefore, keeping: old.auditKept)
    access = access.filter { $0.value.bannedAt != nil || $0.value.signedOutAt ?? 0 >= old.signedOutBefore }
  }

  private mutating func forgetTriggers(_ isForgotten: (StoredTrigger) -> Bool) {
    triggers = triggers.filter { !isForgotten($0.value) }
    order.removeAll { triggers[$0] == nil }
  }
}

extension StoredTrigger {
  fileprivate func unanswered(by window: WindowID) -> StoredTrigger? {
    guard let outcome = outcomes.first(where: { $0.window == window }), !outcome.status.isFinal else { return nil }
    return StoredTrigger(id: id, kind: kind, payload: payload, deadline: deadline, outcomes: [outcome])
  }
}
