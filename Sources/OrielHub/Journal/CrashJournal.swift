/// Records, across the end of the process, what the hub is doing. Used on the hub only.
package protocol CrashJournal: AnyObject, Sendable {
  /// Whether the record survives.
  var remembers: Bool { get }
  /// Fills the slot before a turn and clears it afterwards, without a system call, because this happens with every
  /// turn.
  func fill(_ turn: CrashJournalEntry)
  func clear()

  /// The turns in which the previous process ended. Each is found by one of the hubs of this process.
  var found: [CrashFinding] { get }
  /// The turns that are known to have crashed this build of the program, of all hubs, oldest first.
  var fatal: [CrashJournalEntry] { get }
  /// The turns in which processes ended for an unknown reason, of all hubs.
  var suspected: [CrashJournalEntry] { get }
  /// Forgets all crashes of this subject, for all hubs.
  func forget(_ subject: String)
  /// Adds turns that crashed other nodes, for all hubs of this process, unless they are there.
  func add(_ turns: [CrashJournalEntry])
  /// Removes these turns, which other nodes know now.
  func remove(_ turns: [CrashJournalEntry])
  /// Forgets that a turn was suspected, for all hubs: it has ended well. A trap in it is not forgotten.
  func absolve(_ turn: CrashJournalEntry)
}

extension CrashJournal {
  package var remembers: Bool { true }

  /// The turns that concern other nodes too: those that are known to have crashed the process, and acts that other nodes would
  /// be asked to do again. Not those of each process, which may have been killed in them by chance.
  var ofAllNodes: [CrashFinding] {
    let (fatal, suspected) = (fatal, suspected)
    let known = fatal.filter { $0.kind.isOfOneAct || !suspected.contains($0) }
    let perhaps = suspected.filter { $0.kind.isOfOneAct && !fatal.contains($0) }
    return known.map { CrashFinding($0, isFatal: true) } + perhaps.map { CrashFinding($0, isFatal: false) }
  }
}

/// A description of a turn that survives the process.
package struct CrashJournalEntry: Equatable, Sendable, Codable {
  package enum Kind: UInt8, Sendable, Codable {
    case event = 1
    case open, restore, render, timer, task, finish, save, load, trigger, act, address, message, request

    /// Whether it is an act with an origin, which is repeated with it. Other turns of a window are repeated on their own,
    /// without the event that may be recorded with them.
    package var isOfOneAct: Bool { self == .event || self == .open || self == .message }

    /// Whether every process does it, so that one that was killed while it did may have been killed for another reason.
    var isOfEveryProcess: Bool { self == .load || self == .restore }
  }

  package var kind: Kind
  /// The window's id, or the name of another subject that would be parked.
  package var subject: String
  /// The origin that would repeat it: an event of a page, or the turn that started this one; with 0 the opening of the
  /// page's window, or the trigger with that id.
  package var instance = ""
  package var event = 0
  /// The type of the model, its id, the element and the event's name.
  package var model = ""
  package var modelID = ""
  package var element = ""
  package var name = ""
  /// When the next process found it, in milliseconds since 1970; 0 if unknown.
  package var foundAt: Int64 = 0

  package init(_ kind: Kind, of subject: String, instance: String = "", event: Int = 0) {
    self.kind = kind
    self.subject = subject
    self.instance = instance
    self.event = event
  }
}

extension CrashJournalEntry: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .event: deed
    case .open: "opening a window of \"\(name)\""
    case .restore: "restoring a window"
    case .render: "rendering"
    case .timer: "a timer" + origin
    case .task: "a task" + origin
    case .finish: "finishing a window"
    case .save: "saving"
    case .load: "loading a user's objects"
    case .trigger: "the trigger \"\(name)\""
    case .act: name.isEmpty ? "an operator's command" : "the act \"\(name)\" on a window"
    case .message: "handling a message to \(model)"
    case .request: "answering the request \(name) to \(model)"
    case .address: "asking whether an address leads anywhere"
    }
  }

  private var deed: String {
    "\(name) on \(element.isEmpty ? "" : "\"\(element)\" of ")\(model.isEmpty ? "a model" : model) \(modelID)"
  }

  private var origin: String { modelID.isEmpty ? "" : ", started by " + deed }
}

/// A turn in which a process ended.
package struct CrashFinding: Equatable, Sendable {
  package var turn: CrashJournalEntry
  /// Whether the turn is known to have ended the process, and not only suspected.
  package var isFatal: Bool

  package init(_ turn: CrashJournalEntry, isFatal: Bool) {
    self.turn = turn
    self.isFatal = isFatal
  }
}

/// For stores that don't outlive the process.
package final class NoCrashJournal: CrashJournal {
  package init() {}
  package var remembers: Bool { false }
  package func fill(_ turn: CrashJournalEntry) {}
  package func clear() {}
  package var found: [CrashFinding] { [] }
  package var fatal: [CrashJournalEntry] { [] }
  package var suspected: [CrashJournalEntry] { [] }
  package func forget(_ subject: String) {}
  package func add(_ turns: [CrashJournalEntry]) {}
  package func remove(_ turns: [CrashJournalEntry]) {}
  package func absolve(_ turn: CrashJournalEntry) {}
}
