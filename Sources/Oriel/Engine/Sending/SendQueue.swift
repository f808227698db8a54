/// The values that one `send` still has to deliver.
struct SendRun {
  var values: [any Codable]
  /// The model that its actions are executed on; the window's root if there is none, or if it is gone.
  var target: String?
  /// Whether its actions ignore locks, as an operator may.
  var isForced = false
}

/// A window's queue of sent values. Each window has a single, serial queue; a run that arrives meanwhile waits its
/// turn.
struct SendQueue {
  var runs: [SendRun] = []
  /// The paused rest, which waits for `resume()`.
  var paused: SendRun?
  /// The condition that the next value waits for.
  var pace: Pace?
  var isRunning = false
  /// Whether it continues at the end of the turn, because the next receiver hasn't arrived yet.
  var isDeferred = false
  /// Whether it has changed since it was last saved.
  var isUnsaved = false

  struct Pace {
    let timer: GraphTimer
    /// Models that became visible; the wait ends when the first of them has appeared.
    let appearing: Set<String>
  }

  var isIdle: Bool { runs.allSatisfy(\.values.isEmpty) && !isRunning && pace == nil }

  /// The next value and its run.
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
