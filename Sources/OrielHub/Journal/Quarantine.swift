import Logging
import Oriel
import OrielDocument

/// Prevents repeated crashes: an event that crashed the process is not repeated, and a subject that crashed it three
/// times is parked until the program changes.
struct Quarantine {
  private struct Act: Hashable {
    var instance: ScalarKey
    var event: Int
  }

  private let journal: any CrashJournal
  private let nodes: (any Nodes)?
  private let logger: Logger
  private let tellsParked: Bool
  private var acts: Set<Act> = []
  /// The number of crashes of each subject.
  private var findings: [ScalarKey: Int] = [:]
  /// The loads and restores in which processes ended for an unknown reason, by their subjects.
  private var suspected: [ScalarKey: CrashJournalEntry] = [:]
  private(set) var isRecording = false
  /// The running turn, if it is recorded.
  private var current: CrashJournalEntry?
  /// Whether the turn is a job's, which ends with the job and not with a function.
  private var isJob = false
  /// The recorded turns of the tasks of models and handlers.
  private var tasks: [UInt: CrashJournalEntry] = [:]
  private static let patience = 3

  /// - Parameter tellsParked: Whether it logs what is parked, which all hubs know.
  init(_ journal: any CrashJournal, _ nodes: (any Nodes)?, _ logger: Logger, tellsParked: Bool = true) {
    (self.journal, self.nodes, self.logger, self.tellsParked) = (journal, nodes, logger, tellsParked)
    for turn in journal.suspected where turn.kind.isOfEveryProcess { suspected[ScalarKey(turn.subject)] = turn }
    count()
    logFound()
    if nodes == nil { logParked(parked) }
  }

  private mutating func count() {
    findings = [:]
    for turn in journal.fatal {
      findings[ScalarKey(turn.subject), default: 0] += 1
      if !turn.instance.isEmpty { acts.insert(Act(instance: ScalarKey(turn.instance), event: turn.event)) }
    }
  }

  private func logFound() {
    for finding in journal.found {
      let turn = finding.turn
      if finding.isFatal {
        logger.error("The process crashed in \(turn); this turn is not retried", metadata: turn.metadata)
      } else {
        logger.warning(
          "The process ended in \(turn), or just after it: it was killed, or it crashed without a trace. If that happens again, this turn is not retried",
          metadata: turn.metadata)
      }
    }
  }

  private func logParked(_ all: [Parked]) {
    guard tellsParked else { return }
    for parked in all {
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

  /// Whether app code that runs for every visitor, and belongs to no user or window, has crashed the process too often.
  func isGivenUp(_ subject: String) -> Bool { findings[ScalarKey(subject), default: 0] >= Self.patience }

  func parked(_ subject: @autoclosure () -> Parked.Subject) -> Parked? {
    guard isParked(subject()) else { return nil }
    let subject = subject()
    return parked.first { $0.subject == subject }
  }

  /// The parked subjects, latest first.
  var parked: [Parked] {
    guard hasParked else { return [] }
    return journal.fatal.last(of: \.subject).compactMap { turn in
      guard let times = findings[ScalarKey(turn.subject)], times >= Self.patience,
        let subject = Parked.Subject(turn.subject)
      else {
        return nil
      }
      return Parked(subject: subject, times: times, turn: turn)
    }
  }

  /// Forgets a subject that is gone or to be tried again, also for later processes.
  mutating func forget(_ subject: Parked.Subject) {
    guard forgetHere(subject) else { return }
    nodes?.forgetCrashes(of: subject.text)
  }

  /// - Returns: Whether there was anything to forget.
  private mutating func forgetHere(_ subject: Parked.Subject) -> Bool {
    guard !findings.isEmpty, findings.removeValue(forKey: subject.key) != nil else { return false }
    journal.forget(subject.text)
    return true
  }

  /// A subject has been loaded or restored, so kills while that was done before count no longer.
  mutating func loaded(_ subject: @autoclosure () -> String) {
    guard !suspected.isEmpty else { return }
    let subject = subject()
    guard let turn = suspected.removeValue(forKey: ScalarKey(subject)) else { return }
    journal.absolve(turn)
    let left = journal.fatal.count { $0.subject.hasSameScalars(as: subject) }
    findings[ScalarKey(subject)] = left == 0 ? nil : left
  }

  /// Whether this event (or with 0 the opening of a window, or a trigger) crashed the process.
  func hasCrashed(_ event: Int, of instance: ScalarKey) -> Bool {
    !acts.isEmpty && acts.contains(Act(instance: instance, event: event))
  }

  /// - Returns: Whether this begins a turn; work inside another turn belongs to that one.
  mutating func begins(_ turn: () -> CrashJournalEntry) -> Bool {
    guard !isRecording else { return false }
    isRecording = true
    if journal.remembers { goesOn(turn()) }
    return true
  }

  private mutating func goesOn(_ turn: CrashJournalEntry) {
    current = turn
    journal.fill(turn)
  }

  mutating func ends() {
    isRecording = false
    current = nil
    journal.clear()
  }

  mutating func taskBegins(_ task: UInt, _ turn: CrashJournalEntry) { tasks[task] = turn }
  mutating func taskEnds(_ task: UInt) { tasks[task] = nil }
  func turn(of task: UInt) -> CrashJournalEntry? { tasks[task] }

  mutating func jobBegins(_ turn: CrashJournalEntry) { if begins({ turn }) { isJob = true } }

  mutating func jobEnds() {
    guard isJob else { return }
    isJob = false
    ends()
  }

  // MARK: Other nodes

  /// The turns of this node's former processes that other nodes should know.
  var ofAllNodes: [CrashFinding] { journal.ofAllNodes }

  /// The other nodes know it now. From here on, it is known from the store alone.
  mutating func shared(_ findings: [CrashFinding]) {
    journal.remove(findings.map(\.turn))
  }

  /// Forgets what this node was killed in as it loaded or restored it, because other nodes may have done the same since. A load
  /// that hangs or traps is known for what it is.
  mutating func forgetSuspectedLoads() {
    for turn in journal.suspected where turn.kind.isOfEveryProcess { journal.absolve(turn) }
    suspected = [:]
  }

  /// Turns have crashed other nodes, or any node before this one began. Their pages, or others that ask for the same, come to
  /// this node too.
  mutating func hear(_ crashes: [CrashJournalEntry], isAtStart: Bool = false) {
    guard !crashes.isEmpty || isAtStart else { return }
    let former = Set(parked.map(\.subject))
    journal.add(crashes)
    count()
    if !isAtStart, tellsParked {
      for turn in crashes {
        logger.warning("Another node crashed in \(turn); this turn is not retried", metadata: turn.metadata)
      }
    }
    logParked(isAtStart ? parked : parked.filter { !former.contains($0.subject) })
  }

  /// Another node has forgotten the crashes of these subjects.
  ///
  /// - Returns: Those that were known here.
  mutating func hear(forgotten subjects: [String]) -> [Parked.Subject] {
    subjects.compactMap { Parked.Subject($0) }.filter { forgetHere($0) }
  }

  // MARK: What comes of a turn

  /// Creates the record of a later turn started by the running one. If that crashes the process, the event that started
  /// it is not repeated either, because it may be unsaved and its page would send it again.
  func consequence(_ kind: CrashJournalEntry.Kind, of subject: String) -> CrashJournalEntry {
    guard var turn = current else { return CrashJournalEntry(kind, of: subject) }
    turn.kind = kind
    turn.subject = subject
    return turn
  }

  /// Begins a part of the running turn that other turns would execute as well: if it crashes the process, the part is
  /// what is parked.
  ///
  /// - Returns: The whole turn, for `partEnds`.
  mutating func partBegins(_ kind: CrashJournalEntry.Kind, of subject: String) -> CrashJournalEntry? {
    guard let whole = current else { return nil }
    goesOn(consequence(kind, of: subject))
    return whole
  }

  mutating func partEnds(_ whole: CrashJournalEntry?) {
    if let whole { goesOn(whole) }
  }
}

extension [CrashJournalEntry] {
  /// The last turn of each.
  fileprivate func last(of key: KeyPath<CrashJournalEntry, String>) -> [CrashJournalEntry] {
    var seen: Set<ScalarKey> = []
    return reversed().filter { seen.insert(ScalarKey($0[keyPath: key])).inserted }
  }
}

extension CrashJournalEntry {
  fileprivate var isOfWindow: Bool { subject.hasPrefix("w-") }
  fileprivate var what: String { isOfWindow ? "A window" : "Something" }
  fileprivate var metadata: Logger.Metadata { [isOfWindow ? "window" : "subject": "\(subject)"] }

  /// If its origin is unknown, blames the window's last event or its opening, which its page sends again as long as it
  /// is unsaved.
  func blaming(_ window: Window?) -> CrashJournalEntry {
    guard instance.isEmpty, let window, let last = window.applied.latest ?? window.opener.map({ ($0, 0) }) else {
      return self
    }
    var turn = self
    (turn.instance, turn.event) = (last.0.text, last.1)
    return turn
  }
}

/// Identifies the task of a job. In the runtime, a task's job is the task itself: both have the same address for as
/// long as the task lives. A test of the Transport proves it.
package enum TaskIdentity {
  /// The running task.
  package static var current: UInt? {
    withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: UInt.self) } }
  }

  /// The task that this job continues; a number that no task has, if it belongs to none.
  package static func of(_ job: UnownedJob) -> UInt { unsafeBitCast(job, to: UInt.self) }
}
