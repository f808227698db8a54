import OrielHub
import Testing

@testable import OrielTransport

@Suite struct TimerWheelTests {
  @Test func `what is due comes in the order of its deadlines`() {
    var random = SystemRandomNumberGenerator()
    for scale in [10, 100, 5_000, 1_000_000, 40_000_000_000] as [Int64] {
      var wheel = TimingWheel<Int>(from: 12_345)
      let deadlines = (0..<500).map { _ in 12_346 + Int64.random(in: 0..<scale, using: &random) }
      for (index, deadline) in deadlines.enumerated() { wheel.insert(index, at: deadline) }
      var seen: [Int] = []
      while let next = wheel.next {
        while let due = wheel.popDue(upTo: next) {
          #expect(due.allSatisfy { deadlines[$0] == wheel.elapsed })
          seen += due
        }
      }
      #expect(seen == deadlines.indices.sorted { (deadlines[$0], $0) < (deadlines[$1], $1) })
      #expect(wheel.count == 0)
    }
  }

  @Test func `nothing comes before its deadline`() {
    var wheel = TimingWheel<String>(from: 0)
    wheel.insert("later", at: 5_000)
    #expect(wheel.popDue(upTo: 4_999) == nil)
    #expect(wheel.popDue(upTo: 5_000) == ["later"])
  }

  @Test func `what is long due comes with the next tick`() {
    var wheel = TimingWheel<String>(from: 100)
    wheel.insert("late", at: 3)
    #expect(wheel.popDue(upTo: 101) == ["late"])
  }

  @Test func `what is unwanted is forgotten`() {
    var wheel = TimingWheel<Int>(from: 0)
    for number in 1...1000 { wheel.insert(number, at: Int64(number)) }
    wheel.remove { !$0.isMultiple(of: 500) }
    #expect(wheel.count == 2)
    #expect(wheel.next == 448)
    #expect(wheel.popDue(upTo: 1000) == [500])
    #expect(wheel.popDue(upTo: 1000) == [1000])
  }

  @Test func `timers fire in order, and a cancelled one never`() async throws {
    try await withLoop { loop, resident in
      let order = await resident.order(of: [30, 10, 20, 10], cancelling: [2])
      #expect(order == [1, 3, 0])
    }
  }

  @Test func `a timer does not fire before its delay has passed`() async throws {
    try await withLoop { loop, resident in
      let passed = await resident.measured(25)
      #expect(passed >= 25)
    }
  }

  @Test func `a hundred thousand cancelled timers are forgotten`() async throws {
    try await withLoop { loop, resident in
      await resident.setAndCancel(100_000)
      #expect(await resident.held <= 1024)
    }
  }
}

extension LoopResident {
  /// Sets timers, cancels some, and says which fired, in order.
  fileprivate func order(of delays: [Int64], cancelling cancelled: Set<Int>) async -> [Int] {
    await withCheckedContinuation { continuation in
      var order: [Int] = []
      var timers: [ScheduledTimer] = []
      for (index, delay) in delays.enumerated() {
        timers.append(loop.timers.schedule(after: delay) { order.append(index) })
      }
      for index in cancelled { timers[index].cancel() }
      _ = loop.timers.schedule(after: (delays.max() ?? 0) + 1) { continuation.resume(returning: order) }
    }
  }

  /// The milliseconds that a timer took, rounded down to a tenth: a lower bound is all that a timer promises.
  fileprivate func measured(_ delay: Int64) async -> Double {
    let clock = ContinuousClock()
    return await withCheckedContinuation { continuation in
      let start = clock.now
      _ = loop.timers.schedule(after: delay) {
        continuation.resume(returning: (clock.now - start) / .milliseconds(1))
      }
    }
  }

  fileprivate func setAndCancel(_ count: Int) {
    for number in 0..<count { loop.timers.schedule(after: Int64(number % 3_600_000) + 1_000) {}.cancel() }
  }

  fileprivate var held: Int { loop.timers.held }
}
