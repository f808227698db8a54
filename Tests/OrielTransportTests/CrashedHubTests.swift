import Foundation
import OrielHub
import OrielSystem
import Synchronization
import Testing

/// The crash journal of several hubs, each on a thread of its own.
@Suite struct CrashedHubTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("turn-\(UUID().uuidString)").path

  private static func turn(_ hub: Int) -> CrashJournalEntry {
    CrashJournalEntry(.event, of: "w-\(hub)", instance: "page-\(hub)", event: 7)
  }

  private func journals(of hubs: Int) throws -> [CrashJournalFile] {
    try CrashJournalFile.journals(of: hubs, path: path, build: 1)
  }

  private func suspected(_ hub: Int) -> CrashFinding { CrashFinding(Self.turn(hub), isFatal: false) }
  private func fatal(_ hub: Int) -> CrashFinding { CrashFinding(Self.turn(hub), isFatal: true) }

  /// How a process ends.
  enum End: Codable, Sendable { case trapOfFirst, overflowOfFirst, abortOfFirst, trapElsewhere, kill }

  /// What the next process finds in a hub's slot.
  enum Finding: Codable, Sendable { case nothing, suspicion, blame }

  /// The end of a process with two hubs, each of which has had an event.
  struct Death: Codable, Sendable, CustomTestStringConvertible {
    var end: End
    /// The hubs whose event is not over.
    var running: [Int]
    var found: [Finding]

    init(_ end: End, in running: [Int], _ found: Finding...) {
      self.end = end
      self.running = running
      self.found = found
    }

    var testDescription: String { "\(end) while \(running) run" }

    /// Ends this process, whose hubs have a thread each.
    func happen(path: String) throws {
      let journals = try CrashJournalFile.journals(of: 2, path: path, build: 1)
      let hubs = (0..<2).map { HubThread(journals[$0], CrashedHubTests.turn($0), isRunning: running.contains($0)) }
      switch end {
      case .trapOfFirst: hubs[0].run { fatalError("a trap") }
      case .overflowOfFirst: hubs[0].run { _ = depth(1) }
      case .abortOfFirst: hubs[0].run { abort() }
      case .trapElsewhere: fatalError("a trap elsewhere")
      case .kill: kill(getpid(), SIGKILL)
      }
      while true { pause() }
    }

    static let all: [Death] = [
      Death(.trapOfFirst, in: [0, 1], .blame, .nothing),
      Death(.trapOfFirst, in: [0], .blame, .nothing),
      Death(.overflowOfFirst, in: [0, 1], .blame, .nothing),
      Death(.abortOfFirst, in: [0, 1], .blame, .nothing),
      // The event may have caused a trap of what runs after it.
      Death(.trapOfFirst, in: [1], .suspicion, .nothing),
      Death(.trapOfFirst, in: [], .suspicion, .nothing),
      Death(.trapElsewhere, in: [0, 1], .suspicion, .suspicion),
      Death(.trapElsewhere, in: [1], .suspicion, .suspicion),
      Death(.kill, in: [0, 1], .suspicion, .suspicion),
      Death(.kill, in: [1], .nothing, .suspicion),
    ]
  }

  @Test(arguments: Death.all)
  func `a trap on a hub's thread is that hub's alone, any other end is all hubs'`(_ death: Death) async throws {
    defer { unlink(path) }
    await #expect(processExitsWith: .failure) { [death = death as Death, path = path as String] in
      try death.happen(path: path)
    }
    #expect(try journals(of: 2).map(\.found) == [expected(0, death), expected(1, death)])
  }

  private func expected(_ hub: Int, _ death: Death) -> [CrashFinding] {
    switch death.found[hub] {
    case .nothing: []
    case .suspicion: [suspected(hub)]
    case .blame: [fatal(hub)]
    }
  }

  /// As if a process had been killed while these of its hubs were in a turn.
  private func killed(_ running: [Int], of hubs: Int) throws {
    let journals = try journals(of: hubs)
    for hub in running { journals[hub].fill(Self.turn(hub)) }
  }

  @Test func `what four hubs left is found by two, and known to both`() throws {
    defer { unlink(path) }
    try killed([0, 1, 2, 3], of: 4)
    #expect(try journals(of: 2).map(\.found) == [[suspected(0), suspected(2)], [suspected(1), suspected(3)]])
    try killed([1, 3], of: 4)
    let journals = try journals(of: 2)
    #expect(journals.map(\.found) == [[], [fatal(1), fatal(3)]])
    #expect(journals.map(\.fatal) == [[Self.turn(1), Self.turn(3)], [Self.turn(1), Self.turn(3)]])
    #expect(try self.journals(of: 2).map(\.found) == [[], []])
  }

  @Test func `a subject that one hub forgets is forgotten by all, also in later processes`() throws {
    defer { unlink(path) }
    for _ in 0..<2 { try killed([0, 1], of: 2) }
    do {
      let journals = try journals(of: 2)
      journals[1].forget("w-0")
      #expect(journals.map(\.fatal) == [[Self.turn(1)], [Self.turn(1)]])
    }
    #expect(try journals(of: 3).map(\.fatal) == Array(repeating: [Self.turn(1)], count: 3))
  }

  @Test func `like turns of two hubs that were killed once are suspected only`() throws {
    defer { unlink(path) }
    let load = CrashJournalEntry(.load, of: "the environment")
    do {
      for journal in try journals(of: 2) { journal.fill(load) }
    }
    #expect(try journals(of: 2).map(\.found) == Array(repeating: [CrashFinding(load, isFatal: false)], count: 2))
  }

  @Test func `there are as many hubs as slots, and the last has its own`() throws {
    defer { unlink(path) }
    let last = CrashJournalFile.maximumHubs - 1
    try killed([0, last], of: last + 1)
    #expect(try journals(of: 1).map(\.found) == [[suspected(0), suspected(last)]])
  }

  @Test func `the file of a version with one slot is continued`() throws {
    defer { unlink(path) }
    for _ in 0..<3 { try killed([0], of: 1) }
    // A header, a slot and 256 records.
    try #require(truncate(path, 258 * 1024) == 0)
    let journals = try journals(of: 2)
    #expect(journals.map(\.found) == [[fatal(0)], []])
    #expect(journals.map(\.fatal) == Array(repeating: [Self.turn(0), Self.turn(0)], count: 2))
  }
}

/// The thread of a hub, which has had an event.
private final class HubThread: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let given = DispatchSemaphore(value: 0)

  /// Returns when the event is recorded.
  init(_ journal: CrashJournalFile, _ turn: CrashJournalEntry, isRunning: Bool) {
    let recorded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      journal.fill(turn)
      if !isRunning { journal.clear() }
      recorded.signal()
      self.given.wait()
      for body in self.work.withLock({ $0 }) { body() }
    }
    recorded.wait()
  }

  func run(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(body) }
    given.signal()
  }
}

/// Overflows the stack.
@inline(never) private func depth(_ number: Int) -> Int { number == 0 ? 0 : depth(number + 1) + 1 }
