import Foundation
import OrielHub
import OrielSystem
import OrielTransport
import Synchronization
import Testing

@Suite(.ownThread) struct CrashJournalFileTests {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("turn-\(UUID().uuidString)").path

  private func turn(_ event: Int) -> CrashJournalEntry {
    var turn = CrashJournalEntry(.event, of: "w-1", instance: String(repeating: "é", count: 64), event: event)
    turn.model = "CounterModel"
    turn.modelID = "m1"
    turn.element = "increment"
    turn.name = "tap"
    return turn
  }

  /// As if the process had been killed in this turn; `build` is the next one's.
  private func killed(in turn: CrashJournalEntry?, build: UInt64 = 1) throws -> CrashJournalFile {
    do {
      let file = try CrashJournalFile(path: path, build: 1)
      if let turn { file.fill(turn) }
    }
    return try CrashJournalFile(path: path, build: build)
  }

  @Test func `a journal that was cleared tells nothing`() throws {
    defer { unlink(path) }
    do {
      let file = try CrashJournalFile(path: path, build: 1)
      file.fill(turn(1))
      file.clear()
    }
    let file = try CrashJournalFile(path: path, build: 1)
    #expect(file.found == [])
    #expect(file.fatal == [])
  }

  @Test func `a turn in which the process was killed is suspected, and fatal the second time`() throws {
    defer { unlink(path) }
    var file = try killed(in: turn(7))
    #expect(file.found == [CrashFinding(turn(7), isFatal: false)])
    #expect(file.fatal == [])
    file = try killed(in: turn(8))
    #expect(file.fatal == [])
    file = try killed(in: turn(7))
    #expect(file.found == [CrashFinding(turn(7), isFatal: true)])
    #expect(file.fatal == [turn(7)])
    file = try killed(in: nil)
    #expect(file.found == [])
    #expect(file.fatal == [turn(7)])
  }

  /// As if the process had trapped after this turn, or on another thread while it ran.
  private func trappedElsewhere(after turn: CrashJournalEntry, clears: Bool) throws -> CrashJournalFile {
    do {
      let file = try CrashJournalFile(path: path, build: 1)
      file.fill(turn)
      if clears { file.clear() }
    }
    var bytes = FileManager.default.contents(atPath: path) ?? Data()
    bytes[1025] = 2
    _ = FileManager.default.createFile(atPath: path, contents: bytes)
    return try CrashJournalFile(path: path, build: 1)
  }

  @Test(arguments: [true, false])
  func `an event is suspected of a trap elsewhere, and fatal the second time`(clears: Bool) throws {
    defer { unlink(path) }
    #expect(try trappedElsewhere(after: turn(7), clears: clears).fatal == [])
    #expect(try trappedElsewhere(after: turn(8), clears: clears).found.map(\.isFatal) == [false])
    #expect(try trappedElsewhere(after: turn(7), clears: clears).fatal == [turn(7)])
    // It is said once: the next process begins with an empty journal.
    #expect(try killed(in: nil).found == [])
  }

  @Test func `a trap before the first turn is no turn's of an earlier process`() throws {
    defer { unlink(path) }
    #expect(try killed(in: turn(7)).found == [CrashFinding(turn(7), isFatal: false)])
    var bytes = FileManager.default.contents(atPath: path) ?? Data()
    bytes[1025] = 2
    _ = FileManager.default.createFile(atPath: path, contents: bytes)
    #expect(try CrashJournalFile(path: path, build: 1).found == [])
  }

  @Test(arguments: [true, false])
  func `what happens by itself is not suspected of a trap elsewhere`(clears: Bool) throws {
    defer { unlink(path) }
    let tick = CrashJournalEntry(.timer, of: "w-1", instance: "page", event: 7)
    #expect(try trappedElsewhere(after: tick, clears: clears).found == [])
  }

  @Test func `what happens by itself is the same, whichever event it names`() throws {
    defer { unlink(path) }
    _ = try killed(in: CrashJournalEntry(.timer, of: "w-1", instance: "page", event: 7))
    let again = CrashJournalEntry(.timer, of: "w-1", instance: "page", event: 8)
    #expect(try killed(in: again).found == [CrashFinding(again, isFatal: true)])
  }

  @Test func `a turn that ended well since it was suspected is only suspected again`() throws {
    defer { unlink(path) }
    let load = CrashJournalEntry(.load, of: "shop")
    for _ in 0..<3 {
      #expect(try killed(in: load).found == [CrashFinding(load, isFatal: false)])
      try CrashJournalFile(path: path, build: 1).absolve(load)
    }
    #expect(try killed(in: load).found == [CrashFinding(load, isFatal: false)])
    #expect(try killed(in: load).found == [CrashFinding(load, isFatal: true)])
    let file = try CrashJournalFile(path: path, build: 1)
    #expect(file.fatal == [load])
    file.absolve(load)
    #expect((file.fatal, file.suspected) == ([], []))
  }

  @Test func `another build of the program begins without blame`() throws {
    defer { unlink(path) }
    _ = try killed(in: turn(7))
    _ = try killed(in: turn(7))
    #expect(try killed(in: nil).fatal == [turn(7)])
    #expect(try killed(in: nil, build: 2).fatal == [])
  }

  @Test func `a forgotten entry stays forgotten in later processes`() throws {
    defer { unlink(path) }
    let others = CrashJournalEntry(.timer, of: "w-2")
    for turn in [turn(7), turn(7), others, others] { _ = try killed(in: turn) }
    try CrashJournalFile(path: path, build: 1).forget("w-1")
    #expect(try killed(in: nil).fatal == [others])
  }

  @Test func `it is known to the second when something was found`() throws {
    defer { unlink(path) }
    _ = try killed(in: turn(7))
    try CrashJournalFile(path: path, build: 1).fill(turn(7))
    #expect(
      try CrashJournalFile(path: path, build: 1, now: 1_763_800_000_999).fatal.map(\.foundAt) == [1_763_800_000_000])
  }

  @Test func `only the last are kept`() throws {
    defer { unlink(path) }
    for event in 0..<140 {
      _ = try killed(in: turn(event))
      _ = try killed(in: turn(event))
    }
    #expect(try killed(in: nil).fatal == (12..<140).map(turn))
  }

  @Test func `a damaged file is replaced and traps no process`() throws {
    defer { unlink(path) }
    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 0xff, count: 300_000))
    #expect(try CrashJournalFile(path: path, build: 1).fatal == [])
    var bytes = FileManager.default.contents(atPath: path) ?? Data()
    for index in stride(from: 16, to: bytes.count, by: 3) { bytes[index] = 0xff }
    _ = FileManager.default.createFile(atPath: path, contents: bytes)
    #expect(try CrashJournalFile(path: path, build: 1).fatal.count <= 256)
  }

  @Test func `where it can't be, that is said`() {
    #expect(throws: CrashJournalError.noFile("/nowhere/turn", reason: "No such file or directory")) {
      try CrashJournalFile(path: "/nowhere/turn")
    }
  }

  @Test func `a job knows its task after every kind of suspension`() async throws {
    let jobs = Mutex<[UInt]>([])
    let loop = try EventLoop()
    loop.beforeEveryJob { job in jobs.withLock { $0.append(TaskIdentity.of(job)) } }
    loop.start()
    let resident = LoopResident(loop)
    let task = await resident.suspendAndTell()
    await loop.stop()
    #expect(jobs.withLock { $0.count { $0 == task } } >= 3)
  }
}

extension LoopResident {
  /// Suspends in several ways.
  ///
  /// - Returns: The identity of the task.
  func suspendAndTell() async -> UInt? {
    await Task.yield()
    try? await Task.sleep(for: .milliseconds(1))
    await Task.detached {}.value
    return TaskIdentity.current
  }
}
