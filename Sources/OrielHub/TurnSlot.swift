/// Remembers, beyond the end of the process, what the hub was doing. Used on the hub only.
package protocol TurnSlot: AnyObject, Sendable {
  /// Whether anything comes of filling it.
  var remembers: Bool { get }
  /// Fills the slot before a turn and clears it after: without a system call, for it happens with every turn.
  func fill(_ turn: RecordedTurn)
  func clear()

  /// The turn that the process before this one did not survive.
  var found: (turn: RecordedTurn, isFatal: Bool)? { get }
  /// The turns that are known to have ended a process of this very program, the oldest first.
  var fatal: [RecordedTurn] { get }
  /// Nothing of this subject was ever found.
  func forget(_ subject: String)
}

extension TurnSlot {
  package var remembers: Bool { true }
}

/// A turn, in words that outlive it.
package struct RecordedTurn: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case event = 1
    case open, restore, render, timer, task, finish, save, load, trigger, act
  }

  package var kind: Kind
  /// The id of the window, or another name for what would be parked.
  package var subject: String
  /// What would do it again: an event of a page's, or the turn that has begun this one; with 0 the opening of the page's
  /// window, or the trigger of that id.
  package var instance = ""
  package var event = 0
  /// The type of the model, its id, the element and the event's name.
  package var model = ""
  package var modelID = ""
  package var element = ""
  package var name = ""
  /// When the next process has found it, in milliseconds since 1970; 0 where nobody knows.
  package var foundAt: Int64 = 0

  package init(_ kind: Kind, of subject: String, instance: String = "", event: Int = 0) {
    self.kind = kind
    self.subject = subject
    self.instance = instance
    self.event = event
  }
}

extension RecordedTurn: CustomStringConvertible {
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
    case .act: "an operator's command"
    }
  }

  private var deed: String {
    "\(name) on \(element.isEmpty ? "" : "\"\(element)\" of ")\(model.isEmpty ? "a model" : model) \(modelID)"
  }

  private var origin: String { modelID.isEmpty ? "" : ", started by " + deed }
}

/// Where nothing outlives the process, there is nothing to be remembered.
package final class NoTurnSlot: TurnSlot {
  package init() {}
  package var remembers: Bool { false }
  package func fill(_ turn: RecordedTurn) {}
  package func clear() {}
  package var found: (turn: RecordedTurn, isFatal: Bool)? { nil }
  package var fatal: [RecordedTurn] { [] }
  package func forget(_ subject: String) {}
}
