import DequeModule

/// How often the documents of a tenant are rendered for changes made elsewhere: so seldom that it takes no more than 40 %
/// of a core.
struct RenderPace {
  /// The share of the time that may be spent on rendering.
  private static let share = 0.4

  private var interval: Int64 = 0
  /// When the current measurement began, on the hub's clock.
  private var start: Int64 = 0
  /// The nanoseconds spent since then.
  private var spent: Int64 = 0

  mutating func rendered(in nanoseconds: Int64) { spent += nanoseconds }

  /// The time between two renderings of a document, in milliseconds.
  mutating func interval(at now: Int64, from shortest: Int64, to longest: Int64) -> Int64 {
    let passed = now - start
    guard passed >= max(interval, shortest) else { return max(interval, shortest) }
    let wanted = Double(max(interval, shortest)) * (Double(spent) / 1_000_000 / Double(passed)) / Self.share
    interval = min(longest, max(shortest, Int64(wanted.rounded())))
    (start, spent) = (now, 0)
    return interval
  }
}

/// The documents of a tenant that have changed and are rendered a moment later.
struct LateDocuments {
  private var documents: [ChangeQueue.Document] = []
  private var timer: ScheduledTimer?
  /// When the timer fires, on the hub's clock.
  private var due = Int64.max
  /// Those that are rendered in their turn.
  private var dueOnes: Deque<ChangeQueue.Document> = []
  private var isRendering = false
  /// Whether one of those that are due is being rendered.
  var isTakingTurns = false

  var count: Int { documents.count + dueOnes.count }

  /// Adds a document once, however often it is late and rendered before the timer fires.
  mutating func add(_ document: ChangeQueue.Document) {
    guard !document.live.isListedAsLate else { return }
    document.live.isListedAsLate = true
    documents.append(document)
  }

  /// - Returns: Whether a timer is needed for this time.
  mutating func needsTimer(at time: Int64) -> Bool {
    guard timer?.isPending != true || time < due else { return false }
    timer?.cancel()
    due = time
    return true
  }

  mutating func wait(for timer: ScheduledTimer) { self.timer = timer }

  /// Adds a document that is rendered when it is its turn.
  mutating func addDue(_ document: ChangeQueue.Document) {
    guard !document.live.isListedAsLate else { return }
    document.live.isListedAsLate = true
    dueOnes.append(document)
  }

  var hasDue: Bool { !dueOnes.isEmpty }

  /// Removes and returns the next document that is due and was not rendered meanwhile.
  mutating func popDue() -> ChangeQueue.Document? {
    while let document = dueOnes.popFirst() {
      document.live.isListedAsLate = false
      guard document.live.isLate else { continue }
      // It may become late again instead of being rendered, as the pace may have changed.
      document.live.isLate = false
      return document
    }
    dueOnes = []
    return nil
  }

  /// - Returns: Whether rendering has to be begun.
  mutating func beginsRendering() -> Bool {
    guard hasDue, !isRendering else { return false }
    isRendering = true
    return true
  }

  mutating func renderingEnds() { isRendering = false }

  /// Removes them all, and returns those that were not rendered meanwhile.
  mutating func drain() -> [ChangeQueue.Document] {
    defer { documents = [] }
    for document in documents { document.live.isListedAsLate = false }
    return documents.filter(\.live.isLate)
  }
}
