import OrielTesting
import Testing

@testable import OrielHub

/// Work of clients that waits for its turn.
struct BacklogTests {
  private let clock = TestClock()
  private let backlog: Backlog
  private let done = Done()

  init() { backlog = Backlog(clock, sliceTime: 5) }

  private func slice() { clock.nextTimer(until: .max)?.action?() }

  @Test
  func `of clients whose work waits, those go first that have used little, and each has a piece done in each slice`() {
    for (name, goesFirst) in [("much", false), ("more", false), ("little", true)] {
      backlog.add(Piecework(name, goesFirst: goesFirst, pieces: 3, of: 2, on: backlog, clock, done))
    }
    slice()
    #expect(done.names == ["little", "little", "little", "much"])
    slice()
    #expect(done.names.dropFirst(4) == ["more", "much", "more"])
    slice()
    #expect(done.names.count == 9 && backlog.count == 0)
  }

  @Test func `work is done as it comes while there is time in the half iteration`() {
    #expect(backlog.hasTime)
    backlog.spent(4_999_999)
    #expect(backlog.hasTime && !backlog.hasMuchTime)
    backlog.spent(1)
    #expect(!backlog.hasTime)
    clock.work(1)
    #expect(backlog.hasMuchTime)
  }
}

private final class Done { var names: [String] = [] }

private final class Piecework: ClientWork {
  let goesFirst: Bool
  private let name: String
  private var pieces: Int
  private let milliseconds: Int64
  private let backlog: Backlog
  private let clock: TestClock
  private let done: Done

  init(
    _ name: String, goesFirst: Bool, pieces: Int, of milliseconds: Int64, on backlog: Backlog, _ clock: TestClock,
    _ done: Done
  ) {
    (self.name, self.goesFirst, self.pieces, self.milliseconds) = (name, goesFirst, pieces, milliseconds)
    (self.backlog, self.clock, self.done) = (backlog, clock, done)
  }

  func goOn() {
    done.names.append(name)
    clock.work(milliseconds)
    pieces -= 1
    if pieces > 0 { backlog.add(self) }
  }
}
