import DequeModule
import Oriel

/// The messages of a tenant that are handled, or wait for others of the same object and ordering key.
///
/// Messages in one lane are handled one after another, in the order in which they came; those in different lanes at once.
struct MessageLanes {
  struct Lane: Hashable {
    /// The type of the object.
    let type: String
    private let key: ScalarKey

    init(_ type: String, orderingKey: String) { (self.type, key) = (type, ScalarKey(orderingKey)) }
  }

  private struct State {
    /// The message that is handled.
    var current: TenantMessage?
    /// Whether the current one is not to be tried again.
    var isTakenBack = false
    /// The first one waits to be tried again.
    var pause: ScheduledTimer?
    /// How often the first one has failed, and with which error at last.
    var failures = 0
    var error = ""
    var waiting: Deque<TenantMessage> = []

    /// Whether the first one may be handled.
    var isReady: Bool { current == nil && pause == nil && !waiting.isEmpty }
  }

  private var states: [Lane: State] = [:]
  /// The lanes whose first message can be handled, of each type. Some may be in it that no longer have one.
  private var ready: [String: Deque<Lane>] = [:]
  /// The number of running handlers that wait in `once`, or have not ended their first part, of each type.
  private var running: [String: Int] = [:]
  /// The scheduled messages that wait, and the lanes of those that are handled.
  private var scheduled: [ScheduledKey: (timer: StoredTimer, lane: Lane)] = [:]
  private var current: [ScheduledKey: Lane] = [:]
  /// The number of posted messages that wait.
  private(set) var posts = 0
  /// The types that have as many running as they may.
  private(set) var full: Set<String> = []
  /// The size of the scheduled messages that wait.
  private(set) var bytes = 0
  private static let longestPause: Int64 = 60_000

  var isEmpty: Bool { states.isEmpty }
  /// Whether a message that has waited may be handled now.
  var hasReady: Bool { !ready.isEmpty }
  /// The number of scheduled messages that wait.
  var count: Int { scheduled.count }

  /// The number of messages that have failed and are tried again.
  private(set) var failed = 0

  /// Whether a scheduled message is handled now.
  func isHandled(_ key: ScheduledKey) -> Bool { current[key] != nil }

  /// A scheduled message that waits.
  subscript(key: ScheduledKey) -> StoredTimer? { scheduled[key]?.timer }

  /// Begins to handle a message, or has it wait for those before it.
  ///
  /// - Returns: Whether it begins.
  mutating func begin(_ message: TenantMessage, in lane: Lane, atMost limit: Int) -> Bool {
    guard states[lane] == nil else {
      wait(message, in: lane, first: false)
      return false
    }
    states[lane] = State()
    run(message, in: lane, atMost: limit)
    return true
  }

  /// Begins to handle the first message that has waited long enough.
  mutating func next(atMost limit: Int) -> (TenantMessage, Lane)? {
    // Nothing is bound that would have a queue copied when it changes.
    while let type = ready.keys.first(where: { !full.contains($0) }) {
      while let lane = ready[type]?.popFirst() {
        guard states[lane]?.isReady == true, let message = states[lane]?.waiting.popFirst() else { continue }
        forget(message)
        run(message, in: lane, atMost: limit)
        return (message, lane)
      }
      ready[type] = nil
    }
    return nil
  }

  private mutating func run(_ message: TenantMessage, in lane: Lane, atMost limit: Int) {
    states[lane]?.current = message
    states[lane]?.isTakenBack = false
    if let timer = message.timer { current[ScheduledKey(timer)] = lane }
    running[lane.type, default: 0] += 1
    if running[lane.type, default: 0] >= limit { full.insert(lane.type) }
  }

  /// The current message counts as handled.
  mutating func end(_ lane: Lane) {
    stop(lane)
    forgetFailures(of: lane)
    goOn(lane)
  }

  /// The current message has failed, and is the first of its lane again when `retry` is called.
  ///
  /// - Returns: After how many milliseconds that should be; `nil` if it was taken back.
  mutating func fail(_ lane: Lane, with error: String) -> Int64? {
    guard states[lane]?.isTakenBack == false, let failures = states[lane]?.failures, let message = stop(lane) else {
      return nil
    }
    wait(message, in: lane, first: true)
    states[lane]?.failures += 1
    states[lane]?.error = error
    if failures == 0 { failed += 1 }
    return min(1000 << min(Int64(failures), 6), Self.longestPause)
  }

  /// The messages that have failed and are tried again, or just now.
  var failing: [(message: TenantMessage, lane: Lane, attempts: Int, error: String)] {
    guard failed > 0 else { return [] }
    return states.compactMap { lane, state in
      guard state.failures > 0, let message = state.current ?? state.waiting.first else { return nil }
      return (message, lane, state.failures, state.error)
    }
  }

  /// Gives up a message that has failed. One that is tried just now is not tried again.
  mutating func skip(_ lane: Lane) {
    if states[lane]?.current != nil {
      states[lane]?.isTakenBack = true
    } else if let message = states[lane]?.waiting.popFirst() {
      forget(message)
      resume(lane)
    }
  }

  /// Goes on after the first message, which was to be tried again, is gone.
  private mutating func resume(_ lane: Lane) {
    states[lane]?.pause?.cancel()
    states[lane]?.pause = nil
    forgetFailures(of: lane)
    goOn(lane)
  }

  mutating func pause(_ lane: Lane, until timer: ScheduledTimer) { states[lane]?.pause = timer }

  mutating func retry(_ lane: Lane) {
    states[lane]?.pause = nil
    goOn(lane)
  }

  @discardableResult
  private mutating func stop(_ lane: Lane) -> TenantMessage? {
    guard let message = states[lane]?.current else { return nil }
    states[lane]?.current = nil
    if let key = message.timer.map(ScheduledKey.init), current[key] == lane { current[key] = nil }
    running[lane.type] = running[lane.type].flatMap { $0 > 1 ? $0 - 1 : nil }
    full.remove(lane.type)
    return message
  }

  private mutating func forgetFailures(of lane: Lane) {
    if let state = states[lane], state.failures > 0 { failed -= 1 }
    states[lane]?.failures = 0
  }

  private mutating func goOn(_ lane: Lane) {
    guard let state = states[lane] else { return }
    if state.waiting.isEmpty {
      if state.current == nil { states[lane] = nil }
    } else {
      ready[lane.type, default: []].append(lane)
    }
  }

  private mutating func wait(_ message: TenantMessage, in lane: Lane, first: Bool) {
    if first { states[lane]?.waiting.prepend(message) } else { states[lane]?.waiting.append(message) }
    guard let timer = message.timer else { return posts += 1 }
    scheduled[ScheduledKey(timer)] = (timer, lane)
    bytes += timer.bytes
  }

  private mutating func forget(_ message: TenantMessage) {
    guard let timer = message.timer else { return posts -= 1 }
    scheduled[ScheduledKey(timer)] = nil
    bytes -= timer.bytes
  }

  /// Takes back a scheduled message that waits, also to be tried again. One that is handled is not tried again.
  ///
  /// - Returns: Whether one has waited, or is handled.
  mutating func remove(_ key: ScheduledKey) -> Bool {
    let isHandled = isHandled(key)
    if let lane = current[key] { states[lane]?.isTakenBack = true }
    guard let (timer, lane) = scheduled[key],
      let index = states[lane]?.waiting.firstIndex(where: {
        $0.timer?.number == timer.number && $0.timer?.id == timer.id
      }),
      let message = states[lane]?.waiting.remove(at: index)
    else { return isHandled }
    forget(message)
    if index == 0, states[lane]?.current == nil { resume(lane) }
    return true
  }

  /// A tenant that has sent some of the messages has another name.
  mutating func rename(sender tenant: Tenant, to name: Tenant) {
    states = states.mapValues { state in
      var state = state
      state.waiting = Deque(state.waiting.map { $0.with(sender: tenant, renamed: name) })
      return state
    }
  }
}
