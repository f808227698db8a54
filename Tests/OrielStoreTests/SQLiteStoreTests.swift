import Foundation
import GRDB
import Oriel
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// What a file adds to the contract: it may be locked, full, or another's.
struct SQLiteStoreTests {
  private let file = TemporaryFile()
  private let id = Records.id
  private var new: StoredTurn { Records.turn { $0.windows = [(id, Records.newRow())] } }

  private func failure(_ body: () async throws -> Void) async -> SQLiteStoreError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? SQLiteStoreError
    }
  }

  @Test func `a commit waits for the disk`() throws {
    let store = try SQLiteWindowStore(path: file.path)
    #expect(try store.database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try store.database.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }

  @Test func `what was acknowledged is in the files at once`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    let killed = try SQLiteWindowStore(path: file.copy().path)
    #expect(try await killed.window(id) == store.window(id))
    #expect(try await killed.window(id) != nil)
  }

  @Test func `a store that was closed is opened again with all it had`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    let before = try await store.window(id)
    try store.close()
    #expect(try await SQLiteWindowStore(path: file.path).window(id) == before)
  }

  @Test func `its files are their owner's alone, also where they were not`() async throws {
    let files = ["", "-wal", "-shm", "-lock"].map { file.path + $0 }
    func modes() throws -> [Int?] {
      try files.map { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
    }
    let before = umask(0o022)
    defer { umask(before) }
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    #expect(try modes() == Array(repeating: 0o600, count: 4))
    try store.close()
    for path in [file.path, file.path + "-lock"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
    let again = try SQLiteWindowStore(path: file.path)
    try await again.commit(new)
    #expect(try modes() == Array(repeating: 0o600, count: 4))
  }

  @Test func `a page that comes back is found among very many windows of its user by an index`() throws {
    let store = try SQLiteWindowStore(path: file.path)
    let plan = try store.database.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT title FROM windows WHERE user = x'00' AND openedBy = x'01'")
    }
    #expect(
      plan.map { $0["detail"] as String? } == ["SEARCH windows USING INDEX windowsOfUser (user=? AND openedBy=?)"])
  }

  @Test func `a second server is refused, and let in when the first has gone`() throws {
    let first = try SQLiteWindowStore(path: file.path)
    #expect(throws: SQLiteStoreError.inUse(file.path)) { try SQLiteWindowStore(path: file.path) }
    try first.close()
    _ = try SQLiteWindowStore(path: file.path)
  }

  @Test func `what is not a store is left alone`() throws {
    try file.write(Array(repeating: 65, count: 5000))
    #expect(throws: SQLiteStoreError.notAStore(file.path)) { try SQLiteWindowStore(path: file.path) }
    #expect(file.bytes == Array(repeating: 65, count: 5000))
    let other = TemporaryFile()
    try DatabaseQueue(path: other.path).write { try $0.execute(sql: "CREATE TABLE notes (text)") }
    #expect(throws: SQLiteStoreError.notAStore(other.path)) { try SQLiteWindowStore(path: other.path) }
  }

  @Test func `a store of a newer version is left alone`() throws {
    let store = try SQLiteWindowStore(path: file.path)
    try store.database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
    try store.close()
    #expect(throws: SQLiteStoreError.fromNewerVersion(file.path)) { try SQLiteWindowStore(path: file.path) }
  }

  @Test func `a folder that is not there is named`() {
    #expect {
      try SQLiteWindowStore(path: "/nowhere/oriel.db")
    } throws: {
      if case .cannotOpen("/nowhere/oriel.db", _)? = $0 as? SQLiteStoreError { true } else { false }
    }
  }

  @Test func `a full disk takes nothing of a batch, and everything once it has room`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    let before = try await store.window(id)
    func limit(_ pages: Int) async throws {
      try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    try await limit(1)
    let large = Records.turn { turn in
      turn.windows = [
        (id, Records.row(models: [("m1", Records.json("1")), ("m9", Array(repeating: 49, count: 50_000))]))
      ]
    }
    let small = Records.turn { $0.windows = [(id, Records.row(models: [("m2", Records.json("2"))]))] }
    #expect(await failure { try await store.commit(small, large) } == .full)
    #expect(try await store.window(id) == before)
    try await limit(1_000_000)
    try await store.commit(small, large)
    #expect(try await store.window(id)?.models["m9"]?.count == 50_000)
    #expect(try await store.window(id)?.models["m2"] == Records.json("2"))
  }

  @Test func `a store that can't be written can be read`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    func set(readOnly: Bool) async throws {
      try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = \(readOnly)") }
    }
    try await set(readOnly: true)
    #expect(await failure { try await store.commit(new) } == .readOnly)
    #expect(try await store.window(id) != nil)
    try await set(readOnly: false)
    #expect(await failure { try await store.commit(new) } == nil)
  }

  @Test func `a store that another program has locked can be read, and written afterwards`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(new)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    #expect(await failure { try await store.commit(new) } == .locked)
    #expect(try await store.window(id) != nil)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    #expect(await failure { try await store.commit(new) } == nil)
  }

  @Test func `nothing of a user who was purged is left in the files`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    let secret = "the quick brown fox"
    func change(_ text: String) async throws {
      let value = Records.json("\"\(text)\"")
      try await store.commit(
        Records.turn {
          $0.windows = [(id, Records.newRow()), (WindowID("w-2"), Records.newRow(Records.origin(user: "bob")))]
          $0.windows[0].row.models = [("m1", value)]
          $0.objects = [StoredObject(user: "ann", type: "A", value: value)]
          $0.keptAside = [SalvageOrder(.window(id), reason: text, time: 1)]
        })
    }
    try await change(secret)
    try await change("something shorter")
    try await change(secret)
    #expect(holds(secret))
    #expect(try await store.purge("ann") == PurgedCounts(windows: 1, objects: 1, keptAside: 2))
    #expect(holds(secret) == false)
    #expect(try await store.window(WindowID("w-2")) != nil)
  }

  private func holds(_ text: String) -> Bool {
    ["", "-wal"].contains { suffix in
      file.bytes(suffix).withUnsafeBufferPointer { bytes in
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
      }
    }
  }
}
