import DequeModule

/// Work that a client has caused, which is done piece by piece.
package protocol ClientWork: AnyObject {
  /// Whether its client has used so little of the loop's time that its work goes before that of others.
  var goesFirst: Bool { get }

  /// Does the next piece: one event, one request, one window. It adds itself again if there is more.
  func goOn()
}

/// The work of clients that waits for its turn on this loop: messages, requests, attaching pages, windows that wake, and
/// documents that are rendered late.
///
/// In each half of an iteration, some time is for what clients have caused. Work is done as it comes while that time lasts;
/// then it waits here, and a piece of each is done in turn. Between two slices the loop does its other work. Whatever one
/// client asks for, others wait for a slice and the longest piece.
package final class Backlog {
  private let scheduler: any Scheduler
  /// Nanoseconds.
  private let sliceTime: Int64
  /// The work of clients that have used little, and that of others.
  private var first: Deque<any ClientWork> = []
  private var others: Deque<any ClientWork> = []
  private var isScheduled = false
  /// The time used in this half of the iteration.
  private var used: Int64 = 0
  private var iteration = 0

  /// - Parameter sliceTime: In milliseconds.
  init(_ scheduler: any Scheduler, sliceTime: Int64) {
    self.scheduler = scheduler
    self.sliceTime = sliceTime * 1_000_000
  }

  /// The number of clients whose work waits.
  package var count: Int { first.count + others.count }

  /// Whether work may be done as it comes.
  package var hasTime: Bool {
    if scheduler.iteration != iteration { (iteration, used) = (scheduler.iteration, 0) }
    return used < sliceTime
  }

  /// Whether a request may be handled as it comes: half of the time is for pages, whose users wait at a screen.
  package var hasMuchTime: Bool { hasTime && used < sliceTime / 2 }

  /// Work was done that took this long.
  package func spent(_ nanoseconds: Int64) { used += nanoseconds }

  /// Adds work, whose next piece is done in turn.
  package func add(_ work: any ClientWork) {
    if work.goesFirst { first.append(work) } else { others.append(work) }
    guard !isScheduled else { return }
    isScheduled = true
    _ = scheduler.schedule(after: 0) { [weak self] in self?.doSlice() }
  }

  /// Adds work after a time in milliseconds, in which its client pays.
  package func add(_ work: any ClientWork, after delay: Int64) {
    guard delay > 0 else { return add(work) }
    _ = scheduler.schedule(after: delay) { [weak self] in self?.add(work) }
  }

  private func doSlice() {
    let start = scheduler.nanoseconds
    _ = hasTime  // what is done now counts for this half
    repeat {
      guard let next = first.popFirst() else { break }
      next.goOn()
    } while scheduler.nanoseconds - start < sliceTime
    // Those that have used much have a piece done in each slice, however much the others ask for.
    others.popFirst()?.goOn()
    while scheduler.nanoseconds - start < sliceTime, let next = first.popFirst() ?? others.popFirst() {
      next.goOn()
    }
    isScheduled = false
    guard count > 0 else { return }
    isScheduled = true
    _ = scheduler.schedule(after: 0) { [weak self] in self?.doSlice() }
  }
}
