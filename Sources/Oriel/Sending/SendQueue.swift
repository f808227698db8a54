/// What one `send` still has to deliver.
struct SendRun {
  var values: [any Codable]
  /// The model that its actions are executed on; the window's root without one, or where it has gone.
  var target: String?
  /// Locks do not hold for its actions: an operator's.
  var isForced = false
}

/// A window's queue of sent values. There is one, it is serial, and a run that comes meanwhile waits its turn.
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
