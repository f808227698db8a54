import OrielTransport

/// An actor on a loop, for tests of the loop itself.
actor LoopResident {
  let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  var isAtHome: Bool { loop.executor.isIsolatingCurrentContext() == true }
}

/// Runs `body` with a loop that turns, and an actor on it.
func withLoop(
  afterEveryJob: (@Sendable () -> Void)? = nil, _ body: (EventLoop, LoopResident) async throws -> Void
) async throws {
  let loop = try EventLoop()
  if let afterEveryJob { loop.afterEveryJob(afterEveryJob) }
  loop.start()
  do {
    try await body(loop, LoopResident(loop))
  } catch {
    await loop.stop()
    throw error
  }
  await loop.stop()
}
