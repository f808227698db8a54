import Oriel
import OrielDocument

/// The triggers being delivered, and their outcomes.
struct TriggerRegistry {
  private(set) var records: [ScalarKey: TriggerRecord] = [:]
  /// The triggers without a final answer from each window's page, in the order of sending.
  private var pending: [WindowID: [ScalarKey]] = [:]
  /// Those for which no window waits. The oldest are dropped: a window has a limited number of others.
  private var answered = KeyedQueue<ScalarKey, Void>()
  private let kept: Int
  private let keptBytes: Int
  /// The size of all, and of those for which a window waits.
  private var bytes = 0
  private var awaitedBytes = 0
  /// The number of windows that wait for a trigger.
  private var awaited: [ScalarKey: Int] = [:]
  /// The triggers for which windows wait, by the second at whose beginning they have expired.
  private var expiring: [Int64: Set<ScalarKey>] = [:]
  /// The second up to which those that have expired were settled.
  private var settledUpTo: Int64 = 0
  /// The maximum size of an answer's value.
  private let answerBytes = 1024

  /// Windows whose pages were sent a secret trigger: they are not sent it again.
  private var handed: [ScalarKey: Set<WindowID>] = [:]
  /// The triggers that are not stored yet.
  private(set) var held: Set<ScalarKey> = []
  /// Triggers that are never stored, and wait until the turn that sends them is.
  private var unstored: [ScalarKey] = []
  /// Triggers from before a restart, for which only the outcomes in windows in memory are known.
  private var partial: Set<ScalarKey> = []

  /// - Parameters:
  ///   - kept: The records in memory.
  ///   - keptBytes: The size of those for which no window waits.
  init(kept: Int = 10_000, keptBytes: Int = 64 << 20) {
    self.kept = kept
    self.keptBytes = keptBytes
  }

  /// Adds a new trigger, which is held until it is released.
  mutating func add(_ record: TriggerRecord, pendingIn windows: [WindowID], isStored: Bool) {
    insert(record)
    held.insert(record.key)
    if !isStored { unstored.append(record.key) }
    for window in windows { awaits(record.key, in: window) }
    makeRoom(after: record.key)
  }

  /// Adds a stored trigger, with the outcome of a woken window.
  mutating func add(stored record: TriggerRecord) {
    if records[record.key] == nil {
      insert(record)
      partial.insert(record.key)
    } else if partial.contains(record.key) {
      records[record.key]?.add(record.outcomes)
    }
    for outcome in record.outcomes where records[record.key]?.outcome(in: outcome.window)?.status.isFinal == false {
      awaits(record.key, in: outcome.window)
    }
    makeRoom(after: record.key)
  }

  private mutating func insert(_ record: TriggerRecord) {
    records[record.key] = record
    bytes += record.bytes
  }

  private mutating func makeRoom(after id: ScalarKey) {
    if awaited[id] == nil { answered.append((), for: id) }
    while records.count > kept || bytes - awaitedBytes > keptBytes, let oldest = answered.popFirst() {
      forget(oldest.key)
    }
  }

  private mutating func awaits(_ id: ScalarKey, in window: WindowID) {
    guard let record = records[id], pending[window]?.contains(id) != true else { return }
    pending[window, default: []].append(id)
    awaited[id, default: 0] += 1
    guard awaited[id] == 1 else { return }
    answered.remove(id)
    awaitedBytes += record.bytes
    if record.expirySecond > settledUpTo { expiring[record.expirySecond, default: []].insert(id) }
  }

  private mutating func forget(_ id: ScalarKey) {
    held.remove(id)
    partial.remove(id)
    handed[id] = nil
    bytes -= records.removeValue(forKey: id)?.bytes ?? 0
  }

  private mutating func close(_ id: ScalarKey, of window: WindowID) {
    guard let index = pending[window]?.firstIndex(of: id) else { return }
    pending[window]?.remove(at: index)
    if pending[window]?.isEmpty == true { pending[window] = nil }
    awaited[id, default: 1] -= 1
    guard awaited[id] == 0 else { return }
    awaited[id] = nil
    answered.append((), for: id)
    guard let record = records[id] else { return }
    awaitedBytes -= record.bytes
    expiring[record.expirySecond]?.remove(id)
    if expiring[record.expirySecond]?.isEmpty == true { expiring[record.expirySecond] = nil }
  }

  /// Whether a trigger of this size has room beside those for which windows wait. One that has expired makes room within
  /// a second.
  mutating func hasRoom(for bytes: Int, of limit: Int, now: Int64) -> Bool {
    if awaitedBytes + bytes > limit { closeExpired(now: now) }
    return awaitedBytes + bytes <= limit
  }

  private mutating func closeExpired(now: Int64) {
    let second = now / 1000
    guard second > settledUpTo else { return }
    let ended =
      second - settledUpTo < expiring.count
      ? Array(settledUpTo + 1...second) : expiring.keys.filter { $0 <= second }
    settledUpTo = second
    for id in ended.compactMap({ expiring.removeValue(forKey: $0) }).joined() {
      for outcome in records[id]?.outcomes ?? [] { close(id, of: outcome.window) }
    }
  }

  private mutating func closeExpired(in window: WindowID, now: Int64) {
    for id in pending[window] ?? [] where records[id].map({ $0.deadline <= now }) ?? true { close(id, of: window) }
  }

  /// Releases a trigger for sending; `nil` if it was released before.
  mutating func release(_ id: ScalarKey) -> TriggerRecord? { held.remove(id).flatMap { records[$0] } }

  var hasUnstored: Bool { !unstored.isEmpty }

  mutating func drainUnstored() -> [ScalarKey] {
    defer { unstored = [] }
    return unstored
  }

  /// Whether a secret may be sent to this window's page: once.
  mutating func hand(_ id: ScalarKey, to window: WindowID) -> Bool { handed[id, default: []].insert(window).inserted }

  /// Whether the outcomes in all its windows are known.
  func isWhole(_ id: ScalarKey) -> Bool { !partial.contains(id) }

  /// The triggers still to be sent to a window, in order.
  mutating func pending(of window: WindowID, now: Int64) -> [TriggerRecord] {
    closeExpired(in: window, now: now)
    return (pending[window] ?? []).compactMap { records[$0] }
  }

  /// Records an answer; `blocked` is not final.
  ///
  /// - Returns: The resulting change.
  mutating func performed(
    _ id: ScalarKey, by window: WindowID, _ status: TriggerStatus, value: JSONValue?, now: Int64
  ) -> TriggerRecord.Outcome? {
    guard pending[window]?.contains(id) == true, let deadline = records[id]?.deadline, deadline > now else {
      return nil
    }
    records[id]?.answer(window, status, value.flatMap { JSONBytes.encode($0).count <= answerBytes ? $0 : nil })
    if status.isFinal { close(id, of: window) }
    return records[id]?.outcome(in: window)
  }

  mutating func forgetWindow(_ window: WindowID) {
    for id in pending[window] ?? [] { close(id, of: window) }
  }

  /// The window's page is no longer sent what it has not been sent yet.
  ///
  /// - Returns: The outcomes to store.
  mutating func expire(in window: WindowID) -> [StoredOutcome] {
    let ids = pending[window] ?? []
    forgetWindow(window)
    for id in ids { records[id]?.answer(window, .expired, nil) }
    return ids.compactMap { id in
      guard let record = records[id], !record.isSecret else { return nil }
      return record.outcome(in: window).map { StoredOutcome($0, of: record.id) }
    }
  }
}

/// A trigger and its outcome in each window.
package struct TriggerRecord: Sendable, Equatable {
  package struct Outcome: Sendable, Equatable {
    package var window: WindowID
    package var status: TriggerStatus
    package var value: JSONValue?
  }

  package let id: String
  var key: ScalarKey { ScalarKey(id) }
  package let kind: String
  package let payload: JSONValue
  /// In milliseconds since 1970.
  package let deadline: Int64
  var expirySecond: Int64 { (deadline + 999) / 1000 }
  /// Whether it is never stored.
  package let isSecret: Bool
  /// The size of its kind and payload.
  let bytes: Int
  package private(set) var outcomes: [Outcome]
  /// The index of each window's outcome, because a broadcast has an answer from every window.
  private var places: [WindowID: Int]

  init(
    id: String, kind: String, payload: JSONValue, deadline: Int64, windows: [WindowID], isSecret: Bool = false
  ) {
    self.isSecret = isSecret
    self.id = id
    self.kind = kind
    self.payload = payload
    self.deadline = deadline
    bytes = Self.bytes(kind, payload)
    outcomes = windows.map { Outcome(window: $0, status: .pending) }
    places = Dictionary(windows.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  init(_ stored: StoredTrigger) {
    self.init(
      id: stored.id, kind: stored.kind, payload: (try? JSONBytes.decode(stored.payload)) ?? [:],
      deadline: stored.deadline, windows: [])
    add(
      stored.outcomes.map { outcome in
        let value = outcome.value.flatMap { try? JSONBytes.decode($0) }
        return Outcome(window: outcome.window, status: outcome.status, value: value)
      })
  }

  static func bytes(_ kind: String, _ payload: JSONValue) -> Int {
    kind.utf8.count + JSONBytes.encode(payload).count
  }

  func outcome(in window: WindowID) -> Outcome? { places[window].map { outcomes[$0] } }

  mutating func add(_ more: [Outcome]) {
    for outcome in more where places[outcome.window] == nil {
      places[outcome.window] = outcomes.count
      outcomes.append(outcome)
    }
  }

  mutating func answer(_ window: WindowID, _ status: TriggerStatus, _ value: JSONValue?) {
    guard let index = places[window] else { return }
    outcomes[index].status = status
    outcomes[index].value = value
  }

  /// The outcomes at this time; those without a final answer have expired.
  package func outcomes(at now: Int64) -> [Outcome] {
    guard now >= deadline else { return outcomes }
    return outcomes.map { outcome in
      var outcome = outcome
      if !outcome.status.isFinal { outcome.status = .expired }
      return outcome
    }
  }
}

extension StoredTrigger {
  /// - Parameter outcomes: Those in windows that are saved.
  init(_ record: TriggerRecord, in outcomes: [TriggerRecord.Outcome]) {
    self.init(
      id: record.id, kind: record.kind, payload: JSONBytes.encode(record.payload), deadline: record.deadline,
      outcomes: outcomes.map { StoredOutcome($0, of: record.id) })
  }
}

extension StoredOutcome {
  init(_ outcome: TriggerRecord.Outcome, of trigger: String) {
    self.init(
      trigger: trigger, window: outcome.window, status: outcome.status, value: outcome.value.map(JSONBytes.encode))
  }
}
