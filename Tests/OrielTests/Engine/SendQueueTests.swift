import Testing

@testable import Oriel

struct SendQueueTests {
  private var queue = SendQueue()

  private func values(_ run: SendRun?) -> [Int]? { run?.values.compactMap { $0 as? Int } }

  @Test mutating func `values are taken in order, run by run`() {
    queue.append(SendRun(values: [1, 2], target: "m1"))
    queue.append(SendRun(values: [3]))
    #expect(!queue.isIdle)
    #expect(queue.isUnsaved)
    queue.saved()
    var taken: [[Int]] = []
    while let (value, run) = queue.popNext() { taken.append([value as? Int ?? 0, run.target == "m1" ? 1 : 0]) }
    #expect(taken == [[1, 1], [2, 1], [3, 0]])
    #expect(queue.isIdle)
    #expect(queue.isUnsaved)
  }

  @Test mutating func `it runs once at a time, and not while it waits`() {
    #expect([queue.begin(), queue.begin()] == [true, false])
    queue.stop()
    var cancelled = 0
    queue.wait(for: GraphTimer { cancelled += 1 }, appearing: ["m2"])
    #expect([queue.begin(), queue.waits(for: "m1"), queue.waits(for: "m2")] == [false, false, true])
    queue.endPace()
    #expect(cancelled == 1)
    #expect(queue.begin() == true)
  }

  @Test mutating func `a postponed queue goes on when it begins again`() {
    queue.postpone()
    #expect(queue.isDeferred)
    #expect(queue.begin() == true)
    #expect(!queue.isDeferred)
  }

  @Test mutating func `the rest of a run changes, leaves, or is dropped`() {
    queue.changeRest { _ in [0] }
    #expect(queue.isIdle)
    queue.append(SendRun(values: [1]))
    queue.append(SendRun(values: [2, 3]))
    queue.changeRest { [0] + $0 }
    #expect(values(queue.removeRest()) == [0, 1])
    #expect(queue.drop() == 2)
    #expect(values(queue.removeRest()) == [])
  }

  @Test mutating func `one rest is paused, and another replaces it`() {
    #expect(values(queue.pause(SendRun(values: [1]))) == nil)
    #expect(values(queue.pause(SendRun(values: [2]))) == [1])
    #expect(values(queue.removePaused()) == [2])
    #expect(values(queue.removePaused()) == nil)
  }

  @Test func `a restored queue waits for the first settling`() {
    let queue = SendQueue(runs: [SendRun(values: [1])], paused: SendRun(values: [2]))
    #expect(queue.isDeferred)
    #expect(!queue.isUnsaved)
    #expect(values(queue.paused) == [2])
    #expect(!SendQueue(runs: [], paused: nil).isDeferred)
  }

  @Test mutating func `the end cancels the wait and drops everything`() {
    var cancelled = 0
    queue.append(SendRun(values: [1]))
    queue.wait(for: GraphTimer { cancelled += 1 }, appearing: [])
    queue.end()
    #expect(cancelled == 1)
    #expect(queue.isIdle)
  }
}
