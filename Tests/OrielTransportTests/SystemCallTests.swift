import Glibc
import OrielTransport
import Synchronization
import Testing

@Suite(.ownThread) struct SystemCallTests {
  /// libwebsockets 4.1.6 closes a descriptor twice, and in between it may be another's.
  @Test func `servers that end close no file of others`() async throws {
    let others = Others()
    let thread = Task.detached(executorPreference: globalConcurrentExecutor) { others.openAndClose() }
    for number in 1...20 {
      repeat {
        let server = try await TestServer()
        await server.stop()
      } while others.rounds < number
    }
    others.end()
    #expect(await thread.value == [])
  }
}

/// A thread that opens and closes files all the time.
private final class Others: Sendable {
  private let isOver = Atomic(false)
  private let done = Atomic(0)

  /// How often it has opened and closed files.
  var rounds: Int { done.load(ordering: .relaxed) }

  func end() { isOver.store(true, ordering: .relaxed) }

  /// The files that were closed by somebody else.
  func openAndClose() -> [Int32] {
    var lost: [Int32] = []
    while !isOver.load(ordering: .relaxed) {
      let files = (0..<32).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
      sched_yield()
      for file in files where close(file) != 0 { lost.append(file) }
      done.add(1, ordering: .relaxed)
    }
    return lost
  }
}
