import Oriel
import OrielHub
import Synchronization
import Testing

@testable import OrielPostgres

struct PostgresStoreTests {
  private let id = Records.id
  private let answers = DatabaseAnswers(say: { _ in })

  private func database() throws -> String { try PostgresServer.shared.get().newDatabase() }

  /// Another program's connection to the database.
  private func connection(_ address: String) throws -> PostgresConnection {
    try PostgresConnection.open(PostgresAddress(address), name: "test")
  }

  private func commit(_ model: String, in store: PostgresWindowStore) async throws {
    try await store.commit(
      Records.turn { turn in
        turn.windows = [(id, Records.row(Records.origin(), models: [("m1", Records.json(model))]))]
        turn.posts = [StoredPost(to: "a", from: "b", type: "News", message: Records.json(model))]
      })
  }

  @Test func `a table is read row by row, whatever happens on the way`() throws {
    struct Enough: Error {}
    let connection = try self.connection(database())
    let numbers = "SELECT number::bigint FROM generate_series(1, 1000) AS number"
    var sum = 0
    func scan(_ sql: String, until last: Int64 = .max) throws {
      sum = 0
      try connection.scan(sql) { row in
        let number = row.number(0) ?? 0
        if number > last { throw Enough() }
        sum += Int(number)
      }
    }
    try scan(numbers)
    #expect(sum == 500_500)
    #expect(throws: Enough.self) { try scan(numbers, until: 10) }
    #expect(sum == 55)
    #expect(throws: PostgresStoreError.self) { try scan("SELECT 10 / (10 - number) FROM (\(numbers)) AS numbers") }
    try connection.send("SELECT 7", [])
    try scan(numbers)
    #expect(sum == 500_500)
    #expect(try connection.number("SELECT 5::bigint") == 5)
  }

  @Test func `what was saved is there when the store is opened again`() async throws {
    let address = try database()
    let store = try PostgresWindowStore(address)
    try await commit("1", in: store)
    let saved = try await store.window(id)
    store.close()
    #expect(try await PostgresWindowStore(address).window(id) == saved)
    #expect(saved?.models == ["m1": Records.json("1")])
  }

  @Test func `a connection that is lost between two turns costs nothing`() async throws {
    let address = try database()
    let store = try PostgresWindowStore(address)
    try await commit("1", in: store)
    for model in ["2", "3"] {
      try connection(address).endOthers()
      try await commit(model, in: store)
      #expect(try await store.posts(to: "a").map(\.message).last == Records.json(model))
    }
    #expect(try await store.posts(to: "a").count == 3)
  }

  @Test func `a turn whose connection is lost before the commit is done again`() async throws {
    let address = try database()
    let life = Life()
    try PostgresMembership(PostgresAddress(address), life, NodeIdentity(name: "test")).register(.refuse)
    let writer = try PostgresWriter(PostgresAddress(address), life, answers, onFenced: {})
    var attempts = 0
    try writer.perform { writer in
      try writer.turn { connection in
        try connection.apply(Records.turn { $0.posts = [StoredPost(to: "a", from: "b", type: "News", message: [1])] })
        attempts += 1
        if attempts == 1 { throw PostgresStoreError.lost(reason: "the test") }
      }
    }
    #expect(attempts == 2)
    #expect(try connection(address).number("SELECT count(*) FROM posts") == 1)
  }

  /// Either ends the wait for the standby with a warning, and one of them the connection too.
  @Test(arguments: ["pg_terminate_backend", "pg_cancel_backend"])
  func `a commit that a standby has not confirmed is not answered, and is done once`(end: String) async throws {
    let server = try PostgresServer()
    let address = try server.newDatabase()
    let store = try PostgresWindowStore(address)
    try await commit("1", in: store)
    let other = try connection(address)
    // A standby that is not there. The server warns once it has waited for that in vain.
    try other.configure("ALTER SYSTEM SET synchronous_standby_names TO 'standby'")
    let warned = onThread {
      let waiting = try connection(address)
      while !waiting.isWarned { try waiting.execute("UPDATE meta SET version = version") }
    }
    let cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    while try other.number(cancel) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    try await warned.value
    let (saves, saved) = AsyncStream.makeStream(of: Void.self)
    let answered = Mutex(false)
    store.commit([Records.turn { $0.posts = [StoredPost(to: "a", from: "b", type: "News", message: [2])] }]) { _ in
      answered.withLock { $0 = true }
      saved.yield()
    }
    for turn in [2, 3] {
      let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'"
      while try other.number(waiting) == 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(!answered.withLock { $0 })
      #expect(try other.number("SELECT \(end)(?::int)", [other.number(waiting)]) == 1)
      // It is committed although its answer is lost, or is none.
      while try other.number("SELECT max(turn) FROM turns") < turn { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(!answered.withLock { $0 })
    try other.configure("ALTER SYSTEM SET synchronous_standby_names TO ''")
    for await _ in saves { break }
    #expect(try await store.posts(to: "a").count == 2)
  }

  @Test func `nothing is written any more when another program has taken over`() async throws {
    let address = try database()
    let fenced = Mutex(false)
    let store = try PostgresWindowStore(address) { fenced.withLock { $0 = true } }
    try await commit("1", in: store)
    try connection(address).execute("UPDATE nodes SET alive = false")
    await #expect(throws: PostgresStoreError.fenced) { try await commit("2", in: store) }
    #expect(fenced.withLock { $0 })
    #expect(try await store.window(id)?.models == ["m1": Records.json("1")])
  }

  @Test func `nothing is written any more when the database has lost a turn`() async throws {
    let address = try database()
    let store = try PostgresWindowStore(address)
    try await commit("1", in: store)
    try connection(address).execute("DELETE FROM turns WHERE turn = (SELECT max(turn) FROM turns)")
    await #expect(throws: PostgresStoreError.fenced) { try await commit("2", in: store) }
  }

  @Test func `a program waits while another one lives, and takes over when that has left`() async throws {
    let address = try database()
    let first = try PostgresWindowStore(address)
    try await commit("1", in: first)
    let (words, say) = AsyncStream.makeStream(of: String.self)
    let second = onThread {
      try PostgresWindowStore(
        PostgresAddress(address), as: NodeIdentity(name: "second"), say: { say.yield($0) }, onFenced: {})
    }
    var waits = words.makeAsyncIterator()
    #expect(await waits.next()?.contains("test uses the database postgres://127.0.0.1/") == true)
    try await commit("2", in: first)
    first.close()
    #expect(try await second.value.window(id)?.models == ["m1": Records.json("2")])
  }

  @Test func `a program that stands still with a turn under way is replaced, and can't finish it`() async throws {
    let address = try database()
    let life = Life()
    try PostgresMembership(PostgresAddress(address), life, NodeIdentity(name: "first")).register(.refuse)
    let stopped = try PostgresConnection.open(PostgresAddress(address), name: life.sessions)
    try stopped.send("BEGIN", [])
    try stopped.apply(Records.turn { $0.posts = [StoredPost(to: "a", from: "b", type: "News", message: [1])] })
    #expect(try stopped.run(PostgresWriter.fence, [life.number, 1]) == 1)
    let second = try PostgresWindowStore(address)
    #expect(throws: PostgresStoreError.self) { try stopped.execute("COMMIT") }
    #expect(try await second.posts(to: "a").isEmpty)
  }

  @Test func `a command is refused while a server lives`() async throws {
    let address = try database()
    let store = try PostgresWindowStore(address)
    try await commit("1", in: store)
    #expect(throws: PostgresStoreError.inUse("postgres://127.0.0.1/\(address.split(separator: "/").last!)", by: "test"))
    {
      try PostgresWindowStore(offline: PostgresAddress(address))
    }
    store.close()
    #expect(
      try PostgresWindowStore(offline: PostgresAddress(address)).change {
        try $0.number("SELECT count(*) FROM windows")
      } == 1)
  }

  @Test func `the first turns are forgotten, and never the last thousand`() async throws {
    let address = try database()
    let life = Life()
    try PostgresMembership(PostgresAddress(address), life, NodeIdentity(name: "test")).register(.refuse)
    let writer = try PostgresWriter(PostgresAddress(address), life, answers, onFenced: {})
    try writer.perform { writer in for _ in 0..<1005 { try writer.turn { _ in } } }
    let beats = try PostgresBeats(
      PostgresAddress(address), life, answers, isOneOfSeveral: false,
      PostgresBeats.Handlers(lastTurn: { writer.lastTurn }, onFenced: {}))
    try beats.beatOnce()
    #expect(try connection(address).number("SELECT min(turn) FROM turns") == 5)
    try writer.perform { writer in try writer.turn { _ in } }
    #expect(writer.lastTurn == 1006)
  }

  @Test func `a store that is closed without its database answers what waits`() async throws {
    let server = try PostgresServer()
    let store = try PostgresWindowStore(server.newDatabase())
    server.stop()
    let (answers, answered) = AsyncStream.makeStream(of: PostgresStoreError?.self)
    store.commit([Records.turn { $0.access = [AccessChange(user: "ann", kind: .ban, time: 1)] }]) { error in
      answered.yield(error as? PostgresStoreError)
    }
    store.close()
    for await error in answers {
      #expect(error == .closed)
      break
    }
  }

  // MARK: Refusals

  private func refusal(_ address: String) -> PostgresStoreError? {
    do {
      _ = try PostgresWindowStore(offline: PostgresAddress(address))
      return nil
    } catch {
      return error as? PostgresStoreError
    }
  }

  @Test func `a database that would lose what it has acknowledged is refused`() throws {
    let address = try database()
    let name = address.split(separator: "/").last!
    try connection(address).execute("ALTER DATABASE \(name) SET synchronous_commit TO off")
    #expect(refusal(address) == .notDurable("synchronous_commit", "off"))
  }

  @Test func `tables that are not a store's, and those of a newer version, are left alone`() throws {
    let (other, newer) = (try database(), try database())
    try connection(other).execute("CREATE SCHEMA oriel", "CREATE TABLE oriel.notes (text text)")
    #expect(refusal(other) == .notAStore("postgres://127.0.0.1/\(other.split(separator: "/").last!)"))
    try PostgresWindowStore(newer).close()
    try connection(newer).execute("UPDATE meta SET version = 1000")
    #expect(refusal(newer) == .fromNewerVersion("postgres://127.0.0.1/\(newer.split(separator: "/").last!)"))
    #expect(try connection(newer).number("SELECT version FROM meta") == 1000)
  }

  @Test func `a server that is not there is told with what it said, and without the password`() throws {
    let address = "postgres://ann:secret@127.0.0.1:1/notes"
    guard case .unreachable("postgres://127.0.0.1/notes", let reason) = refusal(address) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains("Connection refused") && !reason.contains("secret"))
  }

  @Test(arguments: ["ann:100%secret@h/n", "ann:secret@[::1/n", "ann:1/secret@h/n", "ann@h:many/n"])
  func `an address that can't be read is not repeated`(_ address: String) {
    #expect(throws: PostgresStoreError.badAddress) { try PostgresAddress("postgres://" + address) }
  }

  @Test func `a database that is not there, or can't be written, is refused`() throws {
    let address = try database()
    let name = String(address.split(separator: "/").last!)
    let other = address.replacing(name, with: "other")
    #expect(
      refusal(other)
        == .cannotConnect(
          "postgres://127.0.0.1/other", reason: #"\#(try server(other))FATAL:  database "other" does not exist"#))
    try connection(address).execute("ALTER DATABASE \(name) SET default_transaction_read_only TO on")
    #expect(
      refusal(address)
        == .cannotConnect("postgres://127.0.0.1/\(name)", reason: try server(address) + "session is read-only"))
  }

  /// As libpq begins its reasons.
  private func server(_ address: String) throws -> String {
    let port = address.split(separator: ":").last!.split(separator: "/").first!
    return #"connection to server at "127.0.0.1", port \#(port) failed: "#
  }

  @Test func `a role that may not create the schema is told how an owner makes it`() throws {
    let address = try database()
    let name = address.split(separator: "/").last!
    try connection(address).execute("CREATE ROLE guest\(name) LOGIN")
    let guest = address.replacing("oriel@", with: "guest\(name)@")
    #expect(refusal(guest) == .mayNotCreate("postgres://127.0.0.1/\(name)", user: "guest\(name)"))
  }

  @Test func `other machines are reached with TLS unless the address says otherwise`() throws {
    func mode(_ address: String) throws -> String? {
      try PostgresAddress(address).parameters(name: "test").last { $0.0 == "sslmode" }?.1
    }
    #expect(try mode("postgres://ann@db.example.com/notes") == "require")
    #expect(try mode("postgres://ann@db1,127.0.0.1/notes") == "require")
    #expect(try mode("postgres://ann@localhost/notes") == nil)
    #expect(try mode("postgres:///notes?host=/run/postgresql") == nil)
  }

  // MARK: Parts

  @Test(arguments: [
    ("a = ? AND b = ?", "a = $1 AND b = $2"), ("a = ?2 OR ?1 IS NULL AND c = ?", "a = $2 OR $1 IS NULL AND c = $3"),
    ("SELECT 1", "SELECT 1"), ("?12", "$12"),
  ])
  func `places of values are numbered as SQLite numbers them`(_ sql: String, _ expected: String) {
    #expect(PostgresConnection.numbered(sql) == expected)
  }

  @Test func `another program is dead without a connection, or when its beat stands`() {
    var now = ContinuousClock.now
    var other = Other(node: ServerNode(life: Life(number: 7), name: "a", address: "", beat: 1), hasSession: true)
    var watch = Watch()
    func lives(after milliseconds: Int) -> Bool {
      var lives = true
      for _ in 0..<milliseconds / 500 {
        now += .milliseconds(500)
        lives = watch.living(among: [other], at: now) != nil
      }
      return lives
    }
    #expect(lives(after: 3000) && !watch.hasBeaten(other))
    other.node.beat = 2
    #expect(lives(after: 3000) && watch.hasBeaten(other))
    #expect(!lives(after: 500))
    other.node.beat = 3
    other.hasSession = false
    #expect(lives(after: 1500))
    #expect(!lives(after: 500))
    watch.isAfterOutage = true
    #expect(lives(after: 500))
    #expect(!lives(after: 10_000))
  }

  @Test func `a node whose beat stands is asked, and dead after ten seconds`() {
    let start = ContinuousClock.now
    let other = Other(node: ServerNode(life: Life(number: 7), name: "a", address: "", beat: 1), hasSession: true)
    var watch = Watch()
    let verdicts = (0...10).map { watch.judge([other], at: start + .seconds($0))[0].verdict }
    #expect(verdicts == [.lives, .lives, .lives] + Array(repeating: .isSilent, count: 7) + [.isDead])
  }

  @Test func `a node that has lost its connections is asked at once, and dead after a moment`() {
    var now = ContinuousClock.now
    var other = Other(node: ServerNode(life: Life(number: 7), name: "a", address: "", beat: 1), hasSession: true)
    var watch = Watch()
    func verdict(after milliseconds: Int = 1000) -> Watch.Verdict {
      now += .milliseconds(milliseconds)
      return watch.judge([other], at: now)[0].verdict
    }
    #expect(verdict() == .lives)
    // It may be about to connect for the first time.
    other.hasSession = false
    #expect(verdict() == .lives)
    (other.hasSession, other.node.beat) = (true, 2)
    #expect(verdict() == .lives)
    other.hasSession = false
    #expect(verdict() == .hasLeft)
    watch.isAfterOutage = true
    #expect(verdict(after: 500) == .lives)
    watch.isAfterOutage = false
    #expect(verdict() == .isDead)
  }

  @Test func `looks that are far apart say nothing of another program`() {
    let start = ContinuousClock.now
    let other = Other(node: ServerNode(life: Life(number: 7), name: "a", address: "", beat: 1), hasSession: true)
    var watch = Watch()
    for seconds in [0, 4, 8] {
      #expect(watch.living(among: [other], at: start + .seconds(seconds)) == other)
    }
  }
}

extension PostgresConnection {
  fileprivate func configure(_ statement: String) throws {
    try execute(statement)
    _ = try number("SELECT pg_reload_conf()")
  }

  /// Ends all other connections to the database.
  fileprivate func endOthers() throws {
    _ = try number(
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """)
  }
}
