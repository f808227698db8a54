import Foundation
import Glibc
import Oriel
import OrielHub
import OrielSQLite

/// What it costs that nothing is lost: the hub's own time, the bytes that go to the disk, and coming back.
enum StoreCost {
  static func measure(_ effort: Effort) async throws -> [Row] {
    say("The store's cost")
    return (try await saving(effort)) + (try await bytes(effort)) + (try await comingBack(effort))
  }

  // MARK: Saving

  private static func saving(_ effort: Effort) async throws -> [Row] {
    let file = try StoreFile()
    let (on, off) = (try LoneHub(store: try file.store()), try LoneHub())
    await on.open(100)
    await off.open(100)
    var comparison = Comparison()
    var writing: [Double] = []
    for round in 0...effort.rounds {
      let (floor, cost) = (try await cost(of: off, effort), try await cost(of: on, effort))
      guard round > 0 else { continue }
      comparison.add(cost.hub, floor: floor.hub)
      writing.append(cost.others)
    }
    await on.end()
    await off.end()
    return [
      Row("the hub's share with SQLite, beside memory", comparison, .microseconds, budget: .ratio(1.2)),
      Row("the thread that writes, a click saved with others", Samples(writing), .microseconds),
    ]
  }

  /// Microseconds for an event, until it is saved and its page knows: of the hub's own thread, and of all others.
  private static func cost(of hub: LoneHub, _ effort: Effort) async throws -> (hub: Double, others: Double) {
    let (start, all) = (await hub.threadTime, Clock.processTime)
    for _ in 0..<10 * effort.taps { _ = try await hub.tap(100, each: 1) }
    await hub.rest()
    let (time, others) = (await hub.threadTime - start, Clock.processTime - all)
    let count = Double(1000 * effort.taps) * 1000
    return (Double(time) / count, Double(others - time) / count)
  }

  // MARK: Bytes

  /// Each event is a group of its own: the most there can be.
  private static func bytes(_ effort: Effort) async throws -> [Row] {
    [
      Row("bytes written for one event, a window of 1 screen", try await bytes("counter", of: "m1", effort), .bytes),
      Row("bytes written for one event, of 200 screens", try await bytes("deep", of: "m201", effort), .bytes),
    ]
  }

  private static func bytes(_ scene: String, of model: String, _ effort: Effort) async throws -> Samples {
    let file = try StoreFile()
    let hub = try LoneHub(store: try file.store())
    await hub.open(1, scene: scene)
    await hub.rest()
    var samples: [Double] = []
    for _ in 0..<effort.rounds {
      let before = try written()
      for _ in 0..<20 {
        _ = try await hub.tap(1, each: 1, model: model)
        await hub.rest()
      }
      samples.append(Double(try written() - before) / 20)
    }
    await hub.end()
    return Samples(samples)
  }

  /// Bytes that this process has handed to `write`; nothing else of it writes meanwhile.
  private static func written() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
    guard let count = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw BenchmarkError.unexpected(text)
    }
    return count
  }

  // MARK: Coming back

  private static let many = 10_000

  private static func comingBack(_ effort: Effort) async throws -> [Row] {
    let (none, full) = (try StoreFile(), try StoreFile())
    let first = try LoneHub(store: try full.store())
    await first.open(many)
    await first.rest()
    let windows = await first.windows
    await first.end()
    try full.close()
    var start = Comparison()
    for _ in 0..<effort.rounds {
      start.add(try await Self.start(full), floor: try await Self.start(none))
    }
    let hub = try LoneHub(store: try full.store())
    var waking: [Double] = []
    for window in windows.shuffled().prefix(1000) {
      waking.append(try await hub.wake(window.id, of: window.user))
    }
    await hub.end()
    let woken = Samples(waking)
    return [
      Row("opening a store of \(many) windows, beside an empty one", start),
      Row("attach after restart, p50 of 1,000", .one(Int(woken.quantile(0.5))), .microseconds),
      Row("attach after restart, p99 of 1,000", .one(Int(woken.quantile(0.99))), .microseconds),
    ]
  }

  /// Microseconds until there is a hub.
  private static func start(_ file: StoreFile) async throws -> Double {
    let start = Clock.now
    let hub = try LoneHub(store: try file.store())
    let time = Clock.now - start
    await hub.end()
    try file.close()
    return Double(time) / 1000
  }
}
