import Foundation
import Oriel
import OrielHub
import OrielPostgres
import OrielSQLite

/// What a page of a million archived rows costs, on the wall's clock, in a file and, if there is one, in PostgreSQL.
enum ArchiveCost {
  private static let many = 1_000_000
  private static let place = ArchivePlace(tenant: .app, user: "", type: "Desk", name: "closed")

  static func measure(_ effort: Effort) async throws -> [Row] {
    say("Rows that stay in the store")
    let file = try StoreFile()
    var rows = try await measure(file.store(), "a file", effort)
    try file.close()
    guard let address = DatabaseCost.address else { return rows }
    let database = try PostgresWindowStore(
      PostgresAddress(address), as: NodeIdentity(name: "benchmark"), say: { _ in },
      onFenced: { fatalError("another program has taken over") })
    rows += try await measure(database, "PostgreSQL", effort)
    database.close()
    return rows
  }

  private static func measure(_ store: any WindowStore, _ name: String, _ effort: Effort) async throws -> [Row] {
    for first in stride(from: 0, to: many, by: 10_000) {
      try await commit((first..<first + 10_000).map(row), to: store)
    }
    var (pages, middles, counts, changes): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for round in 0..<10 * effort.rounds {
      pages.append(try await time { try await ask(page(at: 0), store) })
      middles.append(
        try await time { try await ask(page(at: many / 2 + round), store) })
      counts.append(try await time { try await ask(tenth, store) })
      changes.append(try await time { try await commit([row(round)], to: store) })
    }
    return [
      Row("a page of 40 of \(many) archived rows in \(name)", Samples(pages), .microseconds, budget: .value(20_000)),
      Row("one in their middle in \(name)", Samples(middles), .microseconds, budget: .value(1_000_000)),
      Row("counting a tenth of them in \(name)", Samples(counts), .microseconds, budget: .value(500_000)),
      Row("putting one of them in \(name)", Samples(changes), .microseconds),
    ]
  }

  private static func row(_ id: Int) -> StoredElement {
    let key = place.key(Array("\(id)".utf8))
    let text = Bulletin.text(0, count: 150)
    return StoredElement(
      key, version: 0, value: Array(#"{"id":\#(id),"text":"\#(text)"}"#.utf8),
      keys: [keyBytes(id * 7919 % many), keyBytes(id)])
  }

  private static func keyBytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { [1] + $0 } }

  private static func page(at rank: Int) -> ArchiveQuestion {
    var question = ArchiveQuestion(range: rank..<rank + 40)
    question.sorts = [ArchiveQuestion.Sort(key: 0, isReversed: true)]
    return question
  }

  private static var tenth: ArchiveQuestion {
    var question = ArchiveQuestion(range: 0..<0)
    question.conditions = [.init(key: 0, from: keyBytes(0), to: keyBytes(many / 10))]
    question.counts = true
    return question
  }

  private static func ask(_ question: ArchiveQuestion, _ store: any WindowStore) async throws {
    _ = try await withCheckedThrowingContinuation { (done: CheckedContinuation<ArchiveAnswer, any Error>) in
      store.read({ [place] in try $0.archived(question, in: place) }, then: { done.resume(with: $0) })
    }
  }

  private static func commit(_ rows: [StoredElement], to store: any WindowStore) async throws {
    var turn = StoredTurn()
    turn.rows = rows
    let changes = turn
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.commit([changes]) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  /// Microseconds.
  private static func time(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return Double(start.duration(to: .now).components.attoseconds) / 1e12
  }
}
