import Oriel
import OrielDocument

/// One-shot effects on their way to pages, and what became of them.
struct TriggerRegistry {
  private(set) var records: [ScalarKey: TriggerRecord] = [:]
  /// What each window's page has not answered finally, in the order of sending.
  private var pending: [WindowID: [ScalarKey]] = [:]
  /// Records in the order in which they were made; the oldest are forgotten.
  private var order: [ScalarKey] = []
  private let kept = 10_000
  /// A page's answer may carry a value; a larger one is not kept.
  private let answerBytes = 1024

  /// Windows whose pages were sent a secret trigger: they are not sent it again.
  private var handed: [ScalarKey: Set<WindowID>] = [:]
  /// Triggers that the store has not got yet.
  private(set) var held: Set<ScalarKey> = []
  /// Triggers from before a restart, of which only the outcomes in windows in memory are known.
  private var partial: Set<ScalarKey> = []

  /// A new one; it is held until it is released.
  mutating func add(_ record: TriggerRecord, pendingIn windows: [WindowID]) {
    insert(record)
    held.insert(record.key)
    for window in windows { pending[window, default: []].append(record.key) }
  }

  /// One that the store has, with the outcome of a window that was woken.
  mutating func add(stored record: TriggerRecord) {
    if records[record.key] == nil {
      insert(record)
      partial.insert(record.key)
    } else if partial.contains(record.key) {
      records[record.key]?.add(record.outcomes)
    }
    for outcome in record.outcomes where records[record.key]?.outcome(in: outcome.window)?.status.isFinal == false {
      pending[outcome.window, default: []].append(record.key)
    }
  }

  private mutating func insert(_ record: TriggerRecord) {
    records[record.key] = record
    order.append(record.key)
    while order.count > kept { forget(order.removeFirst()) }
  }

  private mutating func forget(_ id: ScalarKey) {
    held.remove(id)
    partial.remove(id)
    handed[id] = nil
    for outcome in records.removeValue(forKey: id)?.outcomes ?? [] { settle(id, of: outcome.window) }
  }

  private mutating func settle(_ id: ScalarKey, of window: WindowID) {
    pending[window]?.removeAll { $0 == id }
    if pending[window]?.isEmpty == true { pending[window] = nil }
  }

  /// It may be sent from now on; `nil` if it was released before.
  mutating func release(_ id: ScalarKey) -> TriggerRecord? { held.remove(id).flatMap { records[$0] } }

  /// Whether a secret may be sent to this window's page: once.
  mutating func hand(_ id: ScalarKey, to window: WindowID) -> Bool { handed[id, default: []].insert(window).inserted }

  /// Whether the outcomes in all its windows are known.
  func isWhole(_ id: ScalarKey) -> Bool { !partial.contains(id) }

  /// What is still to be sent to a window, in the order of sending.
  mutating func pending(of window: WindowID, now: Int64) -> [TriggerRecord] {
    for id in pending[window] ?? [] where records[id].map({ $0.deadline <= now }) ?? true { settle(id, of: window) }
    return (pending[window] ?? []).compactMap { records[$0] }
  }

  /// An answer; a blocked one is not final.
  ///
  /// - Returns: What it has changed.
  mutating func performed(
    _ id: ScalarKey, by window: WindowID, _ status: TriggerStatus, value: JSONValue?, now: Int64
  ) -> TriggerRecord.Outcome? {
    guard pending[window]?.contains(id) == true, let deadline = records[id]?.deadline, deadline > now else {
      return nil
    }
    records[id]?.answer(window, status, value.flatMap { JSONBytes.encode($0).count <= answerBytes ? $0 : nil })
    if status.isFinal { settle(id, of: window) }
    return records[id]?.outcome(in: window)
  }

  mutating func forgetWindow(_ window: WindowID) { pending[window] = nil }
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
  /// Whether the store is never told of it.
  package let isSecret: Bool
  package private(set) var outcomes: [Outcome]
  /// Where each window's outcome stands: a broadcast has an answer from every window.
  private var places: [WindowID: Int]

  init(
    id: String, kind: String, payload: JSONValue, deadline: Int64, windows: [WindowID], isSecret: Bool = false
  ) {
    self.isSecret = isSecret
    self.id = id
    self.kind = kind
    self.payload = payload
    self.deadline = deadline
    outcomes = windows.map { Outcome(window: $0, status: .pending) }
    places = Dictionary(uniqueKeysWithValues: windows.enumerated().map { ($1, $0) })
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

  /// The outcomes as they are at this time: what was not answered finally has expired.
  package func outcomes(at now: Int64) -> [Outcome] {
    guard now >= deadline else { return outcomes }
    return outcomes.map { outcome in
      var outcome = outcome
      if !outcome.status.isFinal { outcome.status = .expired }
      return outcome
    }
  }
}

/// What became of a trigger in one window. Pages answer all but the first and the last.
package enum TriggerStatus: String, Sendable, CaseIterable {
  case pending, performed, blocked, declined, unsupported, failed, expired

  /// A page may still answer otherwise.
  package var isFinal: Bool { self != .pending && self != .blocked }
}

extension StoredTrigger {
  init(_ record: TriggerRecord) {
    self.init(
      id: record.id, kind: record.kind, payload: JSONBytes.encode(record.payload), deadline: record.deadline,
      outcomes: record.outcomes.map { StoredOutcome($0, of: record.id) })
  }
}

extension StoredOutcome {
  init(_ outcome: TriggerRecord.Outcome, of trigger: String) {
    self.init(
      trigger: trigger, window: outcome.window, status: outcome.status, value: outcome.value.map(JSONBytes.encode))
  }
}
