import Logging
import Oriel
import OrielDocument

/// Keeps what has ended the process from doing it again: an event is not repeated, and what was found in the slot three
/// times is parked until the program changes.
struct Quarantine {
  private struct Act: Hashable {
    var instance: ScalarKey
    var event: Int
  }

  private let slot: any TurnSlot
  private var acts: Set<Act> = []
  /// How often each was found.
  private var findings: [ScalarKey: Int] = [:]
  private var isRecording = false
  /// What runs, where that is remembered.
  private var current: RecordedTurn?
  /// A job's turn ends with the job, not with a function.
  private var isJob = false
  private static let patience = 3

  init(_ slot: any TurnSlot, _ logger: Logger) {
    self.slot = slot
    for turn in slot.fatal {
      findings[ScalarKey(turn.subject), default: 0] += 1
      if !turn.instance.isEmpty { acts.insert(Act(instance: ScalarKey(turn.instance), event: turn.event)) }
    }
    log(to: logger)
  }

  private func log(to logger: Logger) {
    if let (turn, isFatal) = slot.found {
      if isFatal {
        logger.error("The process crashed in \(turn); this turn is not retried", metadata: turn.metadata)
      } else {
        logger.warning(
          "The process ended in \(turn), or just after it, for an unknown reason; if that happens again, this turn is not retried",
          metadata: turn.metadata)
      }
    }
    for parked in parked {
      logger.error(
        "\(parked.turn.what) is parked: it crashed the process \(parked.times) times, most recently in \(parked.turn)",
        metadata: parked.turn.metadata)
    }
  }

  // MARK: What is parked

  var hasParked: Bool { !findings.isEmpty }

  func isParked(_ subject: @autoclosure () -> Parked.Subject) -> Bool {
    !findings.isEmpty && findings[subject().key, default: 0] >= Self.patience
  }

  func parked(_ subject: @autoclosure () -> Parked.Subject) -> Parked? {
    guard isParked(subject()) else { return nil }
    let subject = subject()
    return parked.first { $0.subject == subject }
  }

  /// The last that was found first.
  var parked: [Parked] {
    guard hasParked else { return [] }
    return slot.fatal.last(of: \.subject).compactMap { turn in
      guard let times = findings[ScalarKey(turn.subject)], times >= Self.patience,
        let subject = Parked.Subject(turn.subject)
      else {
        return nil
      }
      return Parked(subject: subject, times: times, turn: turn)
    }
  }

  /// It is gone, or to be tried again; also for the processes to come.
  mutating func forget(_ subject: Parked.Subject) {
    guard !findings.isEmpty, findings.removeValue(forKey: subject.key) != nil else { return }
    slot.forget(subject.text)
  }

  /// Whether this event, or with 0 the opening of a window or a trigger, has ended the process.
  func hasEnded(_ event: Int, of instance: ScalarKey) -> Bool {
    !acts.isEmpty && acts.contains(Act(instance: instance, event: event))
  }

  /// - Returns: Whether this is a turn; what happens within another belongs to that.
  mutating func begins(_ turn: () -> RecordedTurn) -> Bool {
    guard !isRecording else { return false }
    isRecording = true
    if slot.remembers { goesOn(turn()) }
    return true
  }

  private mutating func goesOn(_ turn: RecordedTurn) {
    current = turn
    slot.fill(turn)
  }

  mutating func ends() {
    isRecording = false
    current = nil
    slot.clear()
  }

  mutating func jobBegins(_ turn: RecordedTurn) { isJob = begins { turn } }

  mutating func jobEnds() {
    guard isJob else { return }
    isJob = false
    ends()
  }

  // MARK: What comes of a turn

  /// A later turn that the running one begins. Should that end the process, what began it is not done again either: it may
  /// not be saved, and its page would repeat it.
  func consequence(_ kind: RecordedTurn.Kind, of subject: String) -> RecordedTurn {
    guard var turn = current else { return RecordedTurn(kind, of: subject) }
    turn.kind = kind
    turn.subject = subject
    return turn
  }

  /// A part of the running turn that others would run into as well: if it ends the process, that is what is parked.
  ///
  /// - Returns: The whole turn, for `partEnds`.
  mutating func partBegins(_ kind: RecordedTurn.Kind, of subject: String) -> RecordedTurn? {
    guard let whole = current else { return nil }
    goesOn(consequence(kind, of: subject))
    return whole
  }

  mutating func partEnds(_ whole: RecordedTurn?) {
    if let whole { goesOn(whole) }
  }
}

extension [RecordedTurn] {
  /// The last of each.
  fileprivate func last(of key: KeyPath<RecordedTurn, String>) -> [RecordedTurn] {
    var seen: Set<ScalarKey> = []
    return reversed().filter { seen.insert(ScalarKey($0[keyPath: key])).inserted }
  }
}

extension RecordedTurn {
  fileprivate var isOfWindow: Bool { subject.hasPrefix("w-") }
  fileprivate var what: String { isOfWindow ? "A window" : "Something" }
  fileprivate var metadata: Logger.Metadata { [isOfWindow ? "window" : "subject": "\(subject)"] }

  /// Where it is not known what has begun it, the window's last event may have, or its opening: as long as that is not
  /// saved, its page says it again.
  func blaming(_ window: Window?) -> RecordedTurn {
    guard instance.isEmpty, let window, let last = window.applied.latest ?? window.openedBy.map({ ($0, 0) }) else {
      return self
    }
    var turn = self
    (turn.instance, turn.event) = (last.0.text, last.1)
    return turn
  }
}

extension WindowHub {
  /// Runs something of an author's, recorded, should it be the last thing that the process does.
  func recording<Result>(_ turn: @autoclosure () -> RecordedTurn, _ body: () throws -> Result) rethrows -> Result {
    guard quarantine.begins({ blaming(turn()) }) else { return try body() }
    defer { quarantine.ends() }
    return try body()
  }

  /// As long as nobody has done anything in a window, it is no better and no worse than what was opened: a page that is
  /// loaded anew opens the same.
  private func blaming(_ turn: RecordedTurn) -> RecordedTurn {
    guard turn.kind != .event, turn.kind != .open, let window = windows[WindowID(turn.subject)] else { return turn }
    var turn = turn.instance.isEmpty ? turn.blaming(window) : turn
    if let opening = window.opening { turn.subject = Parked.Subject.opening(opening, user: window.user.user.id).text }
    return turn
  }

  /// Runs a part of a turn: see `Quarantine.partBegins`.
  func recordingPart<Result>(
    _ kind: RecordedTurn.Kind, of subject: String, _ body: () throws -> Result
  ) rethrows -> Result {
    let whole = quarantine.partBegins(kind, of: subject)
    defer { quarantine.partEnds(whole) }
    return try body()
  }

  // MARK: Tasks

  /// Called before every job of the loop: what a task does behind an `await` is recorded as its window's.
  ///
  /// - Parameter task: See `TaskIdentity`.
  package func jobBegins(_ task: UInt) {
    if let turn = tasks[task] { quarantine.jobBegins(blaming(turn)) }
  }

  /// Runs a task's operation; all its parts are recorded as this turn.
  func recording(
    _ turn: RecordedTurn, _ operation: nonisolated(nonsending) () async -> Void
  ) async {
    guard let task = TaskIdentity.current else { return await operation() }
    tasks[task] = turn
    quarantine.jobBegins(blaming(turn))
    await operation()
    tasks[task] = nil
  }
}

/// Tells which task a job belongs to. A job of a task is the task itself to the runtime: both are known by one address,
/// as long as the task lives. A test of the Transport proves it.
package enum TaskIdentity {
  /// The task that runs.
  package static var current: UInt? {
    withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UInt.self) } }
  }

  /// The task that this job goes on with; a number that is no task's, where it is no task's.
  package static func of(_ job: UnownedJob) -> UInt { unsafeBitCast(job, to: UInt.self) }
}
