import Oriel
import OrielHub
import Synchronization
import Testing

@testable import OrielPostgres

/// Several programs that use one database as nodes.
struct PostgresNodesTests {
  private let address: String

  init() throws { address = try PostgresServer.shared.get().newDatabase() }

  private func node(
    _ name: String, build: UInt8 = 0,
    ask: @escaping @Sendable (NodeQuestion, ServerNode) async -> Bool? = { _, _ in nil },
    onFenced: @escaping @Sendable () -> Void = {}
  ) throws -> PostgresWindowStore {
    try PostgresWindowStore(node: name, build: build, address, ask: ask, onFenced: onFenced)
  }

  private func connection() throws -> PostgresConnection {
    try PostgresConnection.open(PostgresAddress(address), name: "test")
  }

  /// The news of a node, as they come.
  private func news(of store: PostgresWindowStore) throws -> AsyncStream<NodeNews>.Iterator {
    let (stream, news) = AsyncStream.makeStream(of: NodeNews.self)
    try #require(store.nodes).listen { news.yield($0) }
    return stream.makeAsyncIterator()
  }

  // MARK: Tenants

  @Test func `a tenant is on the node that has claimed it, until it is released`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    let (lifeA, lifeB) = (a.nodes!.own, b.nodes!.own)
    #expect(try await b.owner(of: "acme") == nil)
    #expect(try await a.claim("acme") == lifeA)
    #expect(try await [a.owner(of: "acme"), b.owner(of: "acme"), b.claim("acme")] == [lifeA, lifeA, lifeA])
    #expect(try await b.claim("other") == lifeB)
    b.nodes!.release("acme")
    #expect(try await b.claim("acme") == lifeA)
    a.nodes!.release("acme")
    // What follows is after it.
    #expect(try await a.claim("next") == lifeA)
    #expect(try await b.claim("acme") == lifeB)
    #expect(try await a.claim("acme") == lifeB)
  }

  @Test func `a claim that follows a release is not undone by it`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    for _ in 0..<20 {
      #expect(try await a.claim("acme") == a.nodes!.own)
      a.nodes!.release("acme")
    }
    #expect(try await a.claim("acme") == a.nodes!.own)
    #expect(try await b.owner(of: "acme") == a.nodes!.own)
  }

  @Test func `of nodes that claim many tenants at once, each tenant is on one`() async throws {
    let nodes = [try node("a"), try node("b"), try node("c")]
    let tenants = (0..<40).map { Tenant(stored: "t\($0)") }
    let owners = try await withThrowingTaskGroup(of: (Tenant, Life).self) { group in
      for store in nodes {
        for tenant in tenants.shuffled() { group.addTask { (tenant, try await store.claim(tenant)) } }
      }
      return try await group.reduce(into: [Tenant: Set<Life>]()) { $0[$1.0, default: []].insert($1.1) }
    }
    #expect(owners.count == 40 && owners.values.allSatisfy { $0.count == 1 })
  }

  @Test func `the tenants of a node that is known to be dead are free, and no others`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    #expect(try await a.claim("acme") == a.nodes!.own)
    let connection = try connection()
    try connection.execute("INSERT INTO claims VALUES ('strange', 7)", "UPDATE nodes SET alive = (address = 'b:8080')")
    #expect(try await b.claim("acme") == b.nodes!.own)
    // Its node may have registered after the statement began.
    await #expect(throws: PostgresStoreError.tenantMoves) { try await b.claim("strange") }
    await #expect(throws: PostgresStoreError.fenced) { try await a.claim("third") }
  }

  @Test func `an older build takes no tenant once a newer one has had one, until a node of it is started again`()
    async throws
  {
    let (old, new) = (try node("a", build: 1), try node("b", build: 2))
    try await old.sees(1)
    #expect(try await old.claim("acme") == new.nodes!.own)
    #expect(old.nodes!.itself.build < new.nodes!.itself.build)
    #expect(old.nodes!.others.map(\.build) == [new.nodes!.itself.build])
    #expect(try await new.claim("other") == new.nodes!.own)
    #expect(try await old.claim("other") == new.nodes!.own)
    new.close()
    for tenant in ["acme", "third"] as [Tenant] {
      await #expect(throws: PostgresStoreError.superseded) { try await old.claim(tenant) }
    }
    let back = try node("c", build: 1)
    #expect(try await back.claim("acme") == back.nodes!.own)
    #expect(try await old.claim("third") == old.nodes!.own)
    #expect(back.nodes!.itself.build > new.nodes!.itself.build)
  }

  @Test func `a newer build that has had no tenant keeps none from the others`() async throws {
    let (old, new) = (try node("a", build: 1), try node("b", build: 2))
    new.close()
    #expect(try await old.claim("acme") == old.nodes!.own)
  }

  @Test func `a node that drains takes no tenant`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    #expect(try await a.claim("acme") == a.nodes!.own)
    try await a.sees(1)
    a.nodes!.drain()
    #expect(a.nodes!.itself.isDraining)
    #expect(try await a.claim("other") == b.nodes!.own)
    #expect(try await a.claim("acme") == a.nodes!.own)
    while b.nodes!.others.first?.isDraining != true { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test func `the number of a node's pages is known to the others with its next beat`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    for change in [2, 3, -1] { a.nodes!.count(pages: change) }
    while b.nodes!.others.first?.pages != 4 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(b.nodes!.itself.pages == 0)
  }

  // MARK: Lives

  @Test func `a node replaces the one that was at its address, and none other`() async throws {
    let fenced = Mutex<[String]>([])
    let former = try node("a", onFenced: { fenced.withLock { $0.append("a") } })
    let other = try node("b", onFenced: { fenced.withLock { $0.append("b") } })
    #expect(try await former.claim("acme") == former.nodes!.own)
    let again = try node("a")
    #expect(try await again.claim("acme") == again.nodes!.own)
    await #expect(throws: PostgresStoreError.fenced) { try await former.commit(Records.turn { _ in }) }
    try await other.commit(Records.turn { _ in })
    #expect(fenced.withLock { Set($0) } == ["a"])
  }

  @Test func `a program that serves alone and nodes wait for each other`() async throws {
    let first = try node("a")
    let (words, say) = AsyncStream.makeStream(of: String.self)
    let (address, alone) = (try PostgresAddress(address), NodeIdentity(name: "alone"))
    let second = onThread {
      try PostgresWindowStore(address, as: alone, say: { say.yield($0) }, onFenced: {})
    }
    var waits = words.makeAsyncIterator()
    #expect(await waits.next()?.hasPrefix("a uses the database") == true)
    first.close()
    let store = try await second.value
    #expect(store.nodes == nil)
    let third = onThread {
      try PostgresWindowStore(
        address, as: NodeIdentity(name: "b", address: "b:1"), say: { say.yield($0) }, onFenced: {})
    }
    #expect(await waits.next()?.contains("alone uses the database") == true)
    store.close()
    #expect(try await third.value.nodes != nil)
  }

  @Test(arguments: [true, false])
  func `a node whose beat stands is taken over unless it answers`(answers: Bool) async throws {
    let silent = Life()
    let connection = try PostgresConnection.open(PostgresAddress(address), name: silent.sessions)
    let (asked, ask) = AsyncStream.makeStream(of: NodeQuestion.self)
    let store = try node("a") { question, _ in
      ask.yield(question)
      return answers
    }
    try connection.send("INSERT INTO nodes (life, name, address, alive) VALUES (?, 's', 's:1', true)", [silent.number])
    try connection.send("INSERT INTO beats (life, beat) VALUES (?, 1)", [silent.number])
    try connection.send("INSERT INTO claims VALUES ('acme', ?)", [silent.number])
    try connection.settle()
    var questions = asked.makeAsyncIterator()
    #expect(await questions.next() == .areYou(silent))
    // Asked twice, the first verdict is out.
    if answers { #expect(await questions.next() == .areYou(silent)) }
    while !answers, try await store.owner(of: "acme") != nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await store.owner(of: "acme") == (answers ? silent : nil))
  }

  @Test func `a node that has left is taken over at once if no process is at its address`() async throws {
    let gone = Life()
    let asked = Mutex<[NodeQuestion]>([])
    let store = try node("a") { question, _ in
      asked.withLock { $0.append(question) }
      return false
    }
    let test = try connection()
    do {
      let connection = try PostgresConnection.open(PostgresAddress(address), name: gone.sessions)
      try connection.send("INSERT INTO nodes (life, name, address, alive) VALUES (?, 'g', 'g:1', true)", [gone.number])
      try connection.send("INSERT INTO beats (life, beat) VALUES (?, 1)", [gone.number])
      try connection.send("INSERT INTO claims VALUES ('acme', ?)", [gone.number])
      try connection.settle()
      for beat in [1, 2] as [Int64] {
        while store.nodes?.others.first?.beat != beat { try await Task.sleep(for: .milliseconds(20)) }
        try connection.run("UPDATE beats SET beat = beat + 1 WHERE life = ?", [gone.number])
      }
    }
    while try await store.owner(of: "acme") != nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(asked.withLock { $0 } == [.areYou(gone)])
    #expect(try test.number("SELECT count(*) FROM nodes WHERE life = \(gone.number) AND NOT alive") == 1)
  }

  // MARK: News

  @Test func `what one node has committed for all is news for the others, once and in order`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    var (ofA, ofB) = (try news(of: a), try news(of: b))
    let key = StoredPublication.Key(tenant: "acme", type: "Price")
    let post = StoredPost(to: "other", from: "acme", type: "Order", message: [1])
    let ban = AccessChange(user: "ann", kind: .ban, time: 5)
    try await a.commit(
      Records.turn {
        $0.posts = [post, post]
        $0.publications = [key: StoredPublication(key, number: 3, value: [7])]
        $0.access = [ban]
      })
    var expected = NodeNews()
    expected.posts = ["other": 2]
    expected.publications = [StoredPublication(key, number: 3, value: [7])]
    expected.access = [ban]
    #expect(await ofB.next() == expected)
    try await a.commit(Records.turn { $0.publications = [key: StoredPublication(key, number: 4, value: nil)] })
    expected = NodeNews()
    expected.publications = [StoredPublication(key, number: 4, value: nil)]
    #expect(await ofB.next() == expected)
    _ = try await a.delete("acme")
    expected = NodeNews()
    expected.deletedTenants = ["acme"]
    #expect(await ofB.next() == expected)
    // Its own are none.
    try await b.commit(Records.turn { $0.access = [ban] })
    expected = NodeNews()
    expected.access = [ban]
    #expect(await ofA.next() == expected)
  }

  @Test func `news is found without a hint`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    var news = try news(of: b)
    let ban = AccessChange(user: "ann", kind: .ban, time: 5)
    let connection = try connection()
    // As if the one that has committed it had died before its hint.
    try connection.execute(
      "INSERT INTO news (life, turn, place, kind, key, number) VALUES (\(a.nodes!.own.number), 1, 0, 'ban', 'ann', 5)")
    var expected = NodeNews()
    expected.access = [ban]
    #expect(await news.next() == expected)
  }

  // MARK: Uploads

  @Test func `nodes whose folders of uploads differ are refused`() throws {
    func join(_ name: String, _ uploads: String?, say: @escaping @Sendable (String) -> Void = { _ in }) throws
      -> PostgresWindowStore
    {
      try PostgresWindowStore(
        PostgresAddress(address), as: NodeIdentity(name: name, address: "\(name):8080", uploads: uploads), say: say,
        onFenced: {})
    }
    let words = Mutex<[String]>([])
    let without = try join("a", nil)
    let first = try join("b", "one") { word in words.withLock { $0.append(word) } }
    #expect(
      words.withLock { $0 } == [
        "The node a accepts no uploads, and would not find the files of this one. Give it the same folder with --uploads."
      ])
    try join("c", "one").close()
    for uploads in [nil, "two"] {
      #expect(throws: PostgresStoreError.otherUploads(of: "b", hasOwn: uploads != nil)) { try join("d", uploads) }
    }
    for store in [without, first] { store.close() }
    #expect(try join("d", "two").nodes?.others == [])
  }

  // MARK: Keys and addresses

  @Test func `a node with another key for cookies is refused, and one with another admin token warns`() throws {
    func join(_ name: String, _ secret: UInt8, _ token: UInt8, say: @escaping @Sendable (String) -> Void = { _ in })
      throws -> PostgresWindowStore
    {
      let identity = NodeIdentity(
        name: name, address: "\(name):8080", keys: NodeIdentity.Keys(secret: [secret], adminToken: [token]))
      return try PostgresWindowStore(PostgresAddress(address), as: identity, say: say, onFenced: {})
    }
    let first = try join("a", 1, 1)
    #expect(throws: PostgresStoreError.otherSecret(of: "a")) { try join("b", 2, 1) }
    let words = Mutex<[String]>([])
    let second = try join("b", 1, 2) { word in words.withLock { $0.append(word) } }
    #expect(
      words.withLock { $0 } == [
        """
        The node a has another admin token: operators can use each of the two with one node only. Give all nodes the same \
        ORIEL_ADMIN_TOKEN.
        """
      ])
    for store in [first, second] { store.close() }
    // All have been stopped.
    try join("a", 2, 2).close()
  }

  @Test(arguments: [true, false, nil])
  func `a node at whose address another one lives is refused`(_ answer: Bool?) async throws {
    let first = try node("a")
    let asked = Mutex<[NodeQuestion]>([])
    let ask = { @Sendable (question: NodeQuestion, _: ServerNode) -> Bool? in
      asked.withLock { $0.append(question) }
      return answer
    }
    if answer == true {
      #expect(throws: PostgresStoreError.sameAddress("a:8080", as: "a")) { try node("a", ask: ask) }
      try await first.commit(Records.turn { _ in })
    } else {
      try node("a", ask: ask).close()
      await #expect(throws: PostgresStoreError.fenced) { try await first.commit(Records.turn { _ in }) }
    }
    #expect(asked.withLock { $0.first } == .areYou(first.nodes!.own))
  }

  // MARK: Crashes

  @Test func `a database of the version before crashes is changed at the start`() async throws {
    try node("a").close()
    try connection().execute(
      "UPDATE meta SET version = 2", "DROP TABLE archive", "DROP TABLE crashes", "ALTER TABLE beats DROP COLUMN pages",
      "ALTER TABLE nodes DROP COLUMN uploads, DROP COLUMN secret, DROP COLUMN adminToken",
      "ALTER TABLE builds DROP COLUMN served", "ALTER TABLE audit DROP COLUMN refused",
      "CREATE INDEX auditByApp ON audit (ofApp, number)")
    let turn = CrashJournalEntry(.event, of: "w-1", instance: "i-1", event: 3)
    let store = try node("b")
    try await store.keep([CrashFinding(turn, isFatal: true)])
    #expect(try await store.crashes() == [turn])
  }

  @Test func `what crashed a node of a build is known to all of that build until it is forgotten`() async throws {
    let (a, b, other) = (try node("a"), try node("b"), try node("c", build: 1))
    var (ofA, ofB) = (try news(of: a), try news(of: b))
    var turn = CrashJournalEntry(.event, of: "w-1", instance: "i-\0", event: 3)
    (turn.name, turn.foundAt) = ("tap", 7)
    for _ in 0..<2 { try await a.keep([CrashFinding(turn, isFatal: true)]) }
    var expected = NodeNews()
    expected.crashes = [turn]
    #expect(await ofB.next() == expected)
    for store in [a, b, try node("d")] { #expect(try await store.crashes() == [turn]) }
    #expect(try await other.crashes() == [])
    b.nodes!.forgetCrashes(of: "w-1")
    (expected.crashes, expected.forgottenCrashes) = ([], ["w-1"])
    #expect(await ofA.next() == expected)
    #expect(try await a.crashes() == [])
  }

  @Test func `an event in which two nodes were killed is known to be fatal`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    var turns = [3, 3, 4].map { CrashJournalEntry(.event, of: "w-1", instance: "i-1", event: $0) }
    for place in turns.indices { turns[place].foundAt = Int64(place) }
    try await a.keep([CrashFinding(turns[0], isFatal: false)])
    #expect(try await b.crashes() == [])
    try await b.keep([CrashFinding(turns[1], isFatal: false), CrashFinding(turns[2], isFatal: false)])
    #expect(try await a.crashes() == [turns[1]])
  }

  @Test func `the crashes that are kept are as many as a journal keeps`() async throws {
    let a = try node("a")
    let turns = (1...300).map { CrashJournalEntry(.event, of: "w-1", instance: "i-1", event: $0) }
    try await a.keep(turns.map { CrashFinding($0, isFatal: true) })
    #expect(try await a.crashes() == Array(turns.suffix(256)))
  }

  @Test func `what was there before a node began is no news`() async throws {
    let a = try node("a")
    let changes = ["ann", "bob"].map { AccessChange(user: $0, kind: .ban, time: 5) }
    try await a.commit(Records.turn { $0.access = [changes[0]] })
    let b = try node("b")
    var news = try news(of: b)
    try await a.commit(Records.turn { $0.access = [changes[1]] })
    var expected = NodeNews()
    expected.access = [changes[1]]
    #expect(await news.next() == expected)
  }

  @Test func `the end of a node is news, because its tenants are free`() async throws {
    let (a, b) = (try node("a"), try node("b"))
    try await b.sees(1)
    var news = try news(of: b)
    a.close()
    var expected = NodeNews()
    expected.areTenantsFree = true
    #expect(await news.next() == expected)
  }
}
