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
  /// The maximum number of values that wait. All of them are saved with each change of the queue.
  static let capacity = 256

  private(set) var runs: [SendRun] = []
  /// The paused rest, which waits for `resume()`.
  private(set) var paused: SendRun?
  /// The condition that the next value waits for.
  private var pace: Pace?
  private var isRunning = false
  /// Whether it continues at the end of the turn, because the next receiver hasn't arrived yet.
  private(set) var isDeferred = false
  /// Whether it has changed since it was last saved.
  private(set) var isUnsaved = false

  private struct Pace {
    let timer: GraphTimer
    /// Models that became visible; the wait ends when the first of them has appeared.
    let appearing: Set<String>
  }

  init() {}

  /// A restored queue, which continues when the graph first settles.
  init(runs: [SendRun], paused: SendRun?) {
    self.runs = runs
    self.paused = paused
    isDeferred = !runs.isEmpty
  }

  var isIdle: Bool { runs.allSatisfy(\.values.isEmpty) && !isRunning && !isPaced }
  var isPaced: Bool { pace != nil }

  func hasRoom(for count: Int) -> Bool {
    runs.reduce(paused?.values.count ?? 0) { $0 + $1.values.count } + count <= Self.capacity
  }

  var next: (any Codable)? { runs.first { !$0.values.isEmpty }?.values.first }

  // MARK: Delivering

  /// Returns whether values may be delivered now.
  mutating func begin() -> Bool {
    guard !isRunning, pace == nil else { return false }
    (isRunning, isDeferred) = (true, false)
    return true
  }

  mutating func stop() { isRunning = false }

  /// The next value waits for models that are about to arrive.
  mutating func postpone() { isDeferred = true }

  /// The next value and its run.
  mutating func popNext() -> (value: any Codable, run: SendRun)? {
    while let run = runs.first {
      if let value = run.values.first {
        runs[0].values.removeFirst()
        isUnsaved = true
        return (value, run)
      }
      runs.removeFirst()
    }
    return nil
  }

  mutating func saved() { isUnsaved = false }

  // MARK: The rest

  mutating func append(_ run: SendRun) {
    runs.append(run)
    isUnsaved = true
  }

  /// Changes the rest of the run whose value was received last.
  mutating func changeRest(_ change: ([any Codable]) -> [any Codable]) {
    guard !runs.isEmpty else { return }
    runs[0].values = change(runs[0].values)
    isUnsaved = true
  }

  mutating func removeRest() -> SendRun {
    isUnsaved = true
    return runs.isEmpty ? SendRun(values: []) : runs.removeFirst()
  }

  /// Pauses a rest. Returns the one that it replaces.
  mutating func pause(_ rest: SendRun) -> SendRun? {
    defer { paused = rest }
    isUnsaved = true
    return paused
  }

  mutating func removePaused() -> SendRun? {
    defer { (paused, isUnsaved) = (nil, true) }
    return paused
  }

  /// Drops all runs but the paused one. Returns how many values that were.
  mutating func drop() -> Int {
    defer { (runs, isUnsaved) = ([], true) }
    return runs.reduce(0) { $0 + $1.values.count }
  }

  // MARK: Pace

  /// Waits for the timer, or until one of the models has appeared.
  mutating func wait(for timer: GraphTimer, appearing: Set<String>) {
    pace = Pace(timer: timer, appearing: appearing)
  }

  func waits(for model: String) -> Bool { pace?.appearing.contains(model) == true }

  mutating func endPace() {
    pace?.timer.cancel()
    pace = nil
  }

  /// Drops everything when the graph ends.
  mutating func end() {
    endPace()
    self = SendQueue()
  }
}
