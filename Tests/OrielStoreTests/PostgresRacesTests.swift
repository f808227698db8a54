import Oriel
import OrielHub
import Synchronization
import Testing

@testable import OrielPostgres

struct PostgresRacesTests {
  @Test func `what nodes count stays whole while they are fenced and their connections end`() async throws {
    let tenants = (0..<6).map { Tenant(stored: "t\($0)") }
    let address = try PostgresServer.shared.get().newDatabase()
    let race = Race(address, tenants)
    async let disturbance: Void = race.disturb()
    let saved = try await withThrowingTaskGroup(of: Race.Counts.self) { group in
      for name in ["a", "b", "c", "d"] { group.addTask { try await race.run(name) } }
      return try await group.reduce(into: Race.Counts()) { $0.merge($1) { $0.union($1) } }
    }
    try await disturbance
    let reader = try PostgresWindowStore(node: "reader", address)
    for tenant in tenants {
      let stored = try await reader.posts(to: tenant, limit: 100_000).map {
        Int(String(decoding: $0.message!, as: UTF8.self))
      }
      #expect(stored == Array(1..<stored.count + 1))
      #expect(saved[tenant, default: []].subtracting(1..<stored.count + 1) == [])
    }
  }
}

/// Nodes that count in the same tenants. Each number is a message, so that one which is lost, or counted twice, is seen.
///
/// The race ends when nodes were fenced ten times and have committed 400 times, on a machine of any speed.
private final class Race: Sendable {
  typealias Counts = [Tenant: Set<Int>]

  private let address: String
  private let tenants: [Tenant]
  private let lives = Mutex<[String: Life]>([:])
  private let left = Mutex((fences: 10, commits: 400))
  private let isDisturbed = Mutex(true)

  init(_ address: String, _ tenants: [Tenant]) { (self.address, self.tenants) = (address, tenants) }

  /// Without the disturbance, which may fail, nothing would end it.
  private var isOver: Bool {
    left.withLock { $0.fences <= 0 && $0.commits <= 0 } || !isDisturbed.withLock { $0 }
  }

  /// Counts, under a new life each time it is fenced.
  ///
  /// - Returns: The numbers that it was told to be saved.
  func run(_ name: String) async throws -> Counts {
    var saved = Counts()
    while !isOver {
      let store = try PostgresWindowStore(node: name, address)
      defer { store.close() }
      lives.withLock { $0[name] = store.nodes!.own }
      do { try await count(in: store, &saved) } catch PostgresStoreError.fenced { left.withLock { $0.fences -= 1 } }
    }
    return saved
  }

  private func count(in store: PostgresWindowStore, _ saved: inout Counts) async throws {
    var counts: [Tenant: Int] = [:]
    while !isOver {
      let tenant = tenants.randomElement()!
      do {
        guard try await store.claim(tenant) == store.nodes!.own else { continue }
      } catch PostgresStoreError.tenantMoves {
        continue
      }
      let last = if let count = counts[tenant] { count } else { try await count(of: tenant, in: store) }
      counts[tenant] = last + 1
      let number = StoredPost(to: tenant, from: tenant, type: "Number", message: Records.json("\(last + 1)"))
      try await store.commit(Records.turn { $0.posts = [number] })
      saved[tenant, default: []].insert(last + 1)
      left.withLock { $0.commits -= 1 }
      if last % 5 == 0 {
        counts[tenant] = nil
        store.nodes!.release(tenant)
      }
    }
  }

  private func count(of tenant: Tenant, in store: PostgresWindowStore) async throws -> Int {
    try await store.posts(to: tenant, limit: 100_000).count
  }

  /// Ends connections of nodes, and fences nodes that are well, until the race is over.
  func disturb() async throws {
    defer { isDisturbed.withLock { $0 = false } }
    let connection = try PostgresConnection.open(PostgresAddress(address), name: "test")
    while !isOver {
      try await Task.sleep(for: .milliseconds(.random(in: 5...60)))
      guard let life = lives.withLock({ $0.values.randomElement() }) else { continue }
      let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = ?"
      _ = try connection.number(end, [life.sessions])
      if Int.random(in: 0..<5) == 0 {
        try connection.run("UPDATE nodes SET alive = false WHERE life = ?", [life.number])
      }
    }
  }
}
