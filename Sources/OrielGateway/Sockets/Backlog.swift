import OrielHub

/// The sessions whose messages wait, in turn: each handles a few, then it is the next one's turn. Between two slices the
/// loop does its other work.
struct Backlog {
  private var sessions: [PageConnection] = []
  private var next = 0
  private var isScheduled = false

  var count: Int { sessions.count - next }

  mutating func append(_ session: PageConnection) { sessions.append(session) }

  mutating func takeNext() -> PageConnection? {
    guard next < sessions.count else { return nil }
    defer { next += 1 }
    return sessions[next]
  }

  /// Whether a slice has to be scheduled.
  mutating func needsSlice() -> Bool {
    guard !isScheduled, next < sessions.count else { return false }
    isScheduled = true
    return true
  }

  mutating func sliceBegins() { isScheduled = false }

  mutating func sliceEnds() {
    sessions.removeFirst(next)
    next = 0
  }
}

extension Gateway {
  /// Adds a session with waiting messages.
  func wait(_ session: PageConnection) {
    backlog.append(session)
    scheduleSlice()
  }

  /// Adds it when its connection has paid for the time that it took.
  func wait(_ session: PageConnection, for milliseconds: Int64) {
    _ = scheduler.schedule(after: milliseconds) { [weak self] in self?.wait(session) }
  }

  private func scheduleSlice() {
    guard backlog.needsSlice() else { return }
    _ = scheduler.schedule(after: 0) { [weak self] in self?.handleSlice() }
  }

  private func handleSlice() {
    backlog.sliceBegins()
    let end = scheduler.nanoseconds + limits.sliceTime * 1_000_000
    repeat {
      guard let session = backlog.takeNext() else { break }
      handleWaiting(of: session)
    } while scheduler.nanoseconds < end
    backlog.sliceEnds()
    scheduleSlice()
  }
}
