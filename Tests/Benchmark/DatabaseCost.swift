import Foundation
import Oriel
import OrielHub
import OrielPostgres

/// A store in PostgreSQL beside one in a file, on the wall's clock: most of it is waiting for the disk and the network.
enum DatabaseCost {
  /// The address of an empty database, which `deploy/benchmark` makes.
  static var address: String? { ProcessInfo.processInfo.environment["ORIEL_BENCHMARK_DATABASE"] }

  static func measure(_ effort: Effort) async throws -> [Row] {
    guard let address else { throw BenchmarkError.unexpected("No database: use deploy/benchmark run --only database") }
    say("PostgreSQL")
    let file = try StoreFile()
    let database = try PostgresWindowStore(
      PostgresAddress(address), as: NodeIdentity(name: "benchmark"), say: { _ in },
      onFenced: { fatalError("another program has taken over") })
    let (posted, filed) = (try LoneHub(store: database), try LoneHub(store: try file.store()))
    for hub in [posted, filed] {
      await hub.open(many)
      await hub.rest()
    }
    var (one, all) = (Comparison(), Comparison())
    for _ in 0..<10 * effort.rounds {
      one.add(try await saving(1, in: posted), floor: try await saving(1, in: filed))
      all.add(try await saving(many, in: posted), floor: try await saving(many, in: filed))
    }
    let windows = (await posted.windows, await filed.windows)
    await posted.end()
    await filed.end()
    try file.close()
    let waking = try await waking(windows.0, windows.1, database, file)
    database.close()
    return [
      Row("a click until it is saved, beside a file", one, budget: .ratio(2)),
      Row("clicks of \(many) windows until all are saved", all),
      Row("attach of a window that is asleep", waking),
    ]
  }

  private static let many = 100

  /// Microseconds until clicks in so many windows are saved.
  private static func saving(_ count: Int, in hub: LoneHub) async throws -> Double {
    let start = Clock.now
    _ = try await hub.tap(count, each: 1)
    await hub.rest()
    return Double(Clock.now - start) / 1000
  }

  private static func waking(
    _ posted: [(id: WindowID, user: String)], _ filed: [(id: WindowID, user: String)], _ database: PostgresWindowStore,
    _ file: StoreFile
  ) async throws -> Comparison {
    let (first, second) = (try LoneHub(store: database), try LoneHub(store: try file.store()))
    var comparison = Comparison()
    for (one, other) in zip(posted, filed) {
      comparison.add(try await first.wake(one.id, of: one.user), floor: try await second.wake(other.id, of: other.user))
    }
    await first.end()
    await second.end()
    try file.close()
    return comparison
  }
}
