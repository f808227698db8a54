import Dispatch
import GRDB
import Oriel
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// What several hubs commit at the same time.
struct GroupCommitTests {
  private let file = TemporaryFile()
  private let store: SQLiteWindowStore

  init() throws { store = try SQLiteWindowStore(path: file.path, hubs: 4) }

  /// The answer to each commit, by its name.
  private typealias Answers = [String: SQLiteStoreError?]

  /// Calls what `call` calls while the writer is busy, and returns the answers.
  ///
  /// - Parameter call: Commits turns under a name.
  private func whileWriterIsBusy(
    _ count: Int, _ call: (_ commit: @Sendable (String, StoredTurn...) -> Void) -> Void
  ) async -> (Answers, commits: Int) {
    let before = file.commits
    let (stream, answers) = AsyncStream.makeStream(of: (String, SQLiteStoreError?).self)
    let writer = HeldWriter(store)
    call { [store] name, turns in
      store.commit(turns) { error in answers.yield((name, error as? SQLiteStoreError)) }
    }
    writer.release()
    var all: Answers = [:]
    for await (name, error) in stream {
      all[name] = .some(error)
      if all.count == count { break }
    }
    return (all, file.commits - before)
  }

  private func new(_ window: String, of user: String = "ann") -> StoredTurn {
    Records.turn { $0.windows = [(WindowID(window), Records.newRow(Records.origin(user: user)))] }
  }

  private func object(of user: String, _ json: String = "1") -> StoredTurn {
    Records.turn { $0.objects = [StoredObject(user: user, type: "A", value: Records.json(json))] }
  }

  /// The windows in the files, as the next process would find them.
  private func saved() async throws -> [String] {
    try await SQLiteWindowStore(path: file.copy().path).windows(StoredWindowQuery()).map(\.id.rawValue)
  }

  private func refuse(_ kind: String = "ABORT") throws {
    try store.execute(
      """
      CREATE TEMP TRIGGER refuse BEFORE INSERT ON objects WHEN NEW.user = CAST('eve' AS BLOB)
      BEGIN SELECT RAISE(\(kind), 'refused'); END
      """)
  }

  private let refused = SQLiteStoreError.failed(code: 1811, "refused")

  @Test func `commits one after another are a transaction each`() async throws {
    let before = file.commits
    for window in 1...3 { try await store.commit(new("w-\(window)")) }
    #expect(file.commits == before + 3)
  }

  @Test func `commits of several threads that wait share one transaction, each thread's in order`() async throws {
    let (answers, commits) = await whileWriterIsBusy(40) { commit in
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<10 {
          var turn = new("w-\(thread)")
          turn.windows[0].row.models = [("m1", Records.json("\(number)"))]
          commit("\(thread), \(number)", turn)
        }
      }
    }
    #expect(answers.values.allSatisfy { $0 == nil })
    #expect(commits == 1)
    let again = try SQLiteWindowStore(path: file.copy().path)
    for thread in 0..<4 {
      #expect(try await again.window(WindowID("w-\(thread)"))?.models == ["m1": Records.json("9")])
    }
  }

  @Test func `a commit that fails is refused alone and whole, and the others of its group are saved`() async throws {
    try refuse()
    let (answers, commits) = await whileWriterIsBusy(3) { commit in
      commit("ann", new("w-ann"), object(of: "ann"))
      commit("eve", new("w-eve", of: "eve"), object(of: "eve"), new("w-eve-2", of: "eve"))
      commit("bob", new("w-bob", of: "bob"), object(of: "bob"))
    }
    #expect(answers == ["ann": nil, "eve": refused, "bob": nil])
    #expect(commits == 1)
    #expect(try await saved() == ["w-ann", "w-bob"])
  }

  @Test func `if all fail, each has its error, and nothing is written`() async throws {
    try refuse()
    let (answers, commits) = await whileWriterIsBusy(2) { commit in
      for name in ["1", "2"] { commit(name, new("w-eve", of: "eve"), object(of: "eve")) }
    }
    #expect(answers == ["1": refused, "2": refused])
    #expect(commits == 0)
    #expect(try await saved() == [])
  }

  @Test func `an error that ends the transaction refuses all of the group, which can be repeated`() async throws {
    try refuse("ROLLBACK")
    func commit(_ commit: @Sendable (String, StoredTurn...) -> Void) {
      commit("ann", new("w-ann"))
      commit("eve", new("w-eve", of: "eve"), object(of: "eve"))
      commit("bob", new("w-bob", of: "bob"))
    }
    var (answers, commits) = await whileWriterIsBusy(3, commit)
    #expect(answers == ["ann": refused, "eve": refused, "bob": refused])
    #expect(commits == 0)
    #expect(try await saved() == [])
    try store.execute("DROP TRIGGER refuse")
    (answers, commits) = await whileWriterIsBusy(3, commit)
    #expect(answers == ["ann": nil, "eve": nil, "bob": nil])
    #expect(commits == 1)
    #expect(try await saved() == ["w-ann", "w-bob", "w-eve"])
  }

  @Test func `a transaction that can't be committed refuses all of the group`() async throws {
    try store.execute(
      """
      CREATE TEMP TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TEMP TABLE children (parent REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
      CREATE TEMP TRIGGER orphan AFTER INSERT ON objects WHEN NEW.user = CAST('eve' AS BLOB)
      BEGIN INSERT INTO children VALUES (1); END
      """)
    let (answers, commits) = await whileWriterIsBusy(2) { commit in
      commit("eve", new("w-eve", of: "eve"), object(of: "eve"))
      commit("ann", new("w-ann"))
    }
    let failed = SQLiteStoreError.failed(code: 787, "FOREIGN KEY constraint failed")
    #expect(answers == ["eve": failed, "ann": failed])
    #expect(commits == 0)
    #expect(try await saved() == [])
    try await store.commit(new("w-ann"))
    #expect(try await saved() == ["w-ann"])
  }

  @Test func `a full disk refuses all of the group, and takes all once it has room`() async throws {
    try store.execute("PRAGMA max_page_count = 1")
    func commit(_ commit: @Sendable (String, StoredTurn...) -> Void) {
      for name in ["1", "2", "3"] {
        var turn = new("w-\(name)")
        turn.windows[0].row.models.append(("m9", Array(repeating: 49, count: 50_000)))
        commit(name, turn)
      }
    }
    var (answers, commits) = await whileWriterIsBusy(3, commit)
    #expect(answers == ["1": .full, "2": .full, "3": .full])
    #expect(commits == 0)
    #expect(try await saved() == [])
    try store.execute("PRAGMA max_page_count = 1000000")
    (answers, commits) = await whileWriterIsBusy(3, commit)
    #expect(answers == ["1": nil, "2": nil, "3": nil])
    #expect(commits == 1)
    #expect(try await saved() == ["w-1", "w-2", "w-3"])
  }

  @Test func `a commit with very many records shares a transaction with no other`() async throws {
    let large = Records.turn { turn in
      turn.objects = (0...WriteQueue<SQLiteWriter>.recordsPerGroup).map {
        StoredObject(user: "ann", type: "\($0)", value: Records.json("1"))
      }
    }
    let (answers, commits) = await whileWriterIsBusy(4) { commit in
      commit("1", new("w-1"))
      commit("large", large)
      commit("2", new("w-2"))
      commit("3", new("w-3"))
    }
    #expect(answers == ["1": nil, "large": nil, "2": nil, "3": nil])
    #expect(commits == 3)
  }

  @Test func `no commit overtakes another write, and none is overtaken`() async throws {
    let renamed = AsyncStream.makeStream(of: Result<Bool, any Error>.self)
    let purged = AsyncStream.makeStream(of: Result<PurgedCounts, any Error>.self)
    let (answers, _) = await whileWriterIsBusy(3) { commit in
      commit("before", new("w-1"), new("w-2", of: "bob"))
      store.purge("ann") { purged.continuation.yield($0) }
      commit("between", new("w-1"))
      store.rename(.app, to: "acme") { renamed.continuation.yield($0) }
      commit("after", new("w-3"))
    }
    #expect(answers == ["before": nil, "between": nil, "after": nil])
    var (purges, renames) = (purged.stream.makeAsyncIterator(), renamed.stream.makeAsyncIterator())
    #expect(try await purges.next()?.get() == PurgedCounts(windows: 1))
    #expect(try await renames.next()?.get() == true)
    #expect(
      try await store.windows(StoredWindowQuery()).map { "\($0.id.rawValue) \($0.tenant.id)" }
        == ["w-1 acme", "w-2 acme", "w-3 \(Tenant.app.id)"])
  }
}
