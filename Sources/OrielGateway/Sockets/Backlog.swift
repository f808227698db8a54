import OrielHub

/// The pages whose messages wait, in turn: each handles a few, then it is the next one's turn. Between two slices the
/// loop does its other work.
struct Backlog {
  private var pages: [PageConnection] = []
  private var next = 0
  private var isScheduled = false

  var count: Int { pages.count - next }

  mutating func append(_ page: PageConnection) { pages.append(page) }

  mutating func takeNext() -> PageConnection? {
    guard next < pages.count else { return nil }
    defer { next += 1 }
    return pages[next]
  }

  /// Whether a slice has to be scheduled.
  mutating func needsSlice() -> Bool {
    guard !isScheduled, next < pages.count else { return false }
    isScheduled = true
    return true
  }

  mutating func sliceBegins() { isScheduled = false }

  mutating func sliceEnds() {
    pages.removeFirst(next)
    next = 0
  }
}

extension Gateway {
  /// Whether one more message may wait.
  func mayKeep(_ bytes: Int, from address: String) -> Bool {
    if keptBytes + bytes <= limits.allWaitingBytes { return true }
    log("Messages of all pages together that wait have \(keptBytes) bytes: a page was closed", "waiting", from: address)
    return false
  }

  /// Adds a page with waiting messages.
  func wait(_ page: PageConnection) {
    backlog.append(page)
    scheduleSlice()
  }

  /// Adds it when its connection has paid for the time that it took.
  func wait(_ page: PageConnection, for milliseconds: Int64) {
    _ = scheduler.schedule(after: milliseconds) { [weak self] in self?.wait(page) }
  }

  private func scheduleSlice() {
    guard backlog.needsSlice() else { return }
    _ = scheduler.schedule(after: 0) { [weak self] in self?.handleSlice() }
  }

  private func handleSlice() {
    backlog.sliceBegins()
    let end = scheduler.nanoseconds + limits.sliceTime * 1_000_000
    repeat {
      guard let page = backlog.takeNext() else { break }
      handleWaiting(of: page)
    } while scheduler.nanoseconds < end
    backlog.sliceEnds()
    scheduleSlice()
  }
}
