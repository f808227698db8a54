/// What one `send` still has to deliver.
struct SendRun {
  var values: [any Codable]
  /// The model that its actions are executed on; the window's root without one, or where it has gone (U10).
  var target: String?
  /// Locks do not hold for its actions: an operator's.
  var isForced = false
}

/// A window's queue of sent values (U10). There is one, it is serial, and a run that comes meanwhile waits its turn.
struct SendQueue {
  var runs: [SendRun] = []
  /// The one rest that waits for `resume()`.
  var paused: SendRun?
  /// What the next value waits for.
  var pace: Pace?
  var isRunning = false
  /// Goes on at the end of the turn: who would receive the next value has not arrived yet.
  var isDeferred = false
  /// The store has not heard of it.
  var isUnsaved = false

  struct Pace {
    let timer: GraphTimer
    /// Models that have come into view: the first to have appeared ends the waiting.
    let appearing: Set<String>
  }

  var isIdle: Bool { runs.allSatisfy(\.values.isEmpty) && !isRunning && pace == nil }

  /// The next value, and the run it is of.
  mutating func takeNext() -> (value: any Codable, run: SendRun)? {
    while let run = runs.first {
      if let value = run.values.first {
        runs[0].values.removeFirst()
        return (value, run)
      }
      runs.removeFirst()
    }
    return nil
  }

  var next: (any Codable)? { runs.first { !$0.values.isEmpty }?.values.first }
}

/// What went wrong with sent values. Nobody is told but the log.
package enum SendingIssue: Equatable, CustomStringConvertible {
  case noReceiver(type: String, dropped: Int)
  case ignoredReceiver(String, type: String)
  case failed(type: String, error: String)
  case endless(dropped: Int)
  case overwritten(dropped: Int)
  case notReturned(CommandResult)
  case notSaved(type: String, dropped: Int)
  case notRestored(error: String)

  package var description: String {
    switch self {
    case .noReceiver(let type, let dropped): "Nobody receives a \(type); \(dropped) more values are dropped"
    case .ignoredReceiver(let model, let type): "\(model) receives \(type) too, but another was first"
    case .failed(let type, let error): "A receiver of \(type) failed; the rest is dropped: \(error)"
    case .endless(let dropped): "Receivers kept sending in one turn; \(dropped) values are dropped"
    case .overwritten(let dropped): "A paused queue was overwritten by another; \(dropped) values are dropped"
    case .notReturned(let result): "A receiver can't return to its checkpoint: \(result)"
    case .notSaved(let type, let dropped):
      "A \(type) in the queue can't be saved; after a restart \(dropped) values are gone"
    case .notRestored(let error): "Sent values can't be restored: \(error)"
    }
  }
}
