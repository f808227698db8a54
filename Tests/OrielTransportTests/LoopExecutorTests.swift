import OrielTransport
import Synchronization
import Testing

@Suite(.ownThread) struct LoopExecutorTests {
  @Test func `code is on the loop after every kind of suspension`() async throws {
    try await withLoop { _, resident in
      #expect(await resident.homeAfterSuspensions() == Array(repeating: true, count: 7))
    }
  }

  @Test func `two actors on one loop share its thread`() async throws {
    try await withLoop { loop, resident in
      let other = LoopResident(loop)
      #expect(await resident.sharesThread(with: other))
    }
  }

  @Test func `after every job the loop says so`() async throws {
    let jobs = Atomic(0)
    try await withLoop(afterEveryJob: { jobs.add(1, ordering: .relaxed) }) { _, resident in
      let before = jobs.load(ordering: .relaxed)
      await resident.suspend(times: 10)
      #expect(jobs.load(ordering: .relaxed) >= before + 10)
    }
  }

  @Test func `closures of a thread run in their order, on the loop, also when it has ended`() async throws {
    let loop = try EventLoop()
    let seen = Mutex<[Int]>([])
    loop.start()
    for number in 0..<1000 { loop.executor.run { if loop.executor.isCurrent { seen.withLock { $0.append(number) } } } }
    await loop.stop()
    for number in 1000..<1100 { loop.executor.run { seen.withLock { $0.append(number) } } }
    await LoopCounter(loop).add()
    #expect(seen.withLock { $0 } == Array(0..<1100))
  }

  @Test func `jobs from many tasks all run`() async throws {
    try await withLoop { loop, _ in
      let counter = LoopCounter(loop)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<200 { group.addTask { for _ in 0..<50 { await counter.add() } } }
      }
      #expect(await counter.count == 10_000)
    }
  }

  @Test func `an actor that keeps itself busy does not starve the sockets`() async throws {
    try await with(TestServer()) { server in
      let busy = LoopCounter(server.loop)
      await busy.spin()
      let client = try RawClient.webSocket(port: server.port)
      for number in 0..<20 {
        try client.send(.text("\(number)"))
        #expect(try client.readFrame() == .text("\(number)"))
      }
      await busy.rest()
    }
  }

  @Test func `an actor outlives its loop`() async throws {
    let loop = try EventLoop()
    let counter = LoopCounter(loop)
    loop.start()
    await counter.add()
    await loop.stop()
    for _ in 0..<100 { await counter.add() }
    #expect(await counter.count == 101)
  }

  @Test func `a loop that never started can be forgotten`() throws {
    weak var forgotten: EventLoop?
    do {
      let loop = try EventLoop()
      forgotten = loop
      _ = loop.executor
    }
    #expect(forgotten == nil)
  }
}

/// Counts on a loop.
private actor LoopCounter {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }
  private(set) var count = 0
  private var isSpinning = false

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func add() { count += 1 }

  /// From here on there is always a job in the queue.
  func spin() {
    isSpinning = true
    again()
  }

  func rest() { isSpinning = false }

  private func again() {
    count += 1
    if isSpinning { Task { again() } }
  }
}

private actor Elsewhere {
  func visit() {}
}

extension LoopResident {
  fileprivate func homeAfterSuspensions() async -> [Bool] {
    var found = [isAtHome]
    await Task.yield()
    found.append(isAtHome)
    await Elsewhere().visit()
    found.append(isAtHome)
    await Task.detached { await Elsewhere().visit() }.value
    found.append(isAtHome)
    await withCheckedContinuation { waiting in Task.detached { waiting.resume() } }
    found.append(isAtHome)
    await withTaskGroup(of: Void.self) { group in group.addTask { await Elsewhere().visit() } }
    found.append(isAtHome)
    found.append(await Task { isAtHome }.value)
    return found
  }

  fileprivate func sharesThread(with other: LoopResident) async -> Bool {
    let isHome = isAtHome
    return await other.isAtHome && isHome
  }

  fileprivate func suspend(times: Int) async {
    for _ in 0..<times { await Task.yield() }
  }
}
