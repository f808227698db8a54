import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Two nodes over one store, as their hubs see each other.
struct NodesTests {
  private let claims = MemoryNodes.Claims()
  private let store = TestStore(outlivesProcess: true)
  private let clock = TestClock()
  private let journals = [ScriptedJournal(), ScriptedJournal()]
  private let nodes: [MemoryNodes]
  private let servers: [TestServer]

  init() throws {
    let (claims, store, clock) = (claims, store, clock)
    nodes = [1, 2].map { MemoryNodes(Life(number: $0), claims) }
    servers = try zip(nodes, journals).map {
      try TestServer(app: OfficesApp(), store: NodeStore(store, $0), journal: $1, clock: clock)
    }
  }

  /// The clock is that of both.
  private func pass(_ time: Duration, _ servers: [TestServer]? = nil) throws {
    let servers = servers ?? self.servers
    for server in servers + servers {
      try server.run()
      try server.advance(by: server === servers[0] ? time / 2 : .zero)
    }
    for server in servers { try server.run() }
  }

  /// Tells a node what the other one has committed.
  private func tell(_ node: Int, _ fill: (inout NodeNews) -> Void) throws {
    var news = NodeNews()
    fill(&news)
    nodes[node].tell(news)
    try pass(.seconds(2))
  }

  @Test func `a tenant is claimed before it is read, and released when all of it is durable`() throws {
    let window = try servers[0].open(tenant: "acme")
    #expect(claims.takeLog() == ["1 has acme"])
    try window.tap("Add")
    store.holdCommits()
    #expect(throws: (any Error).self) { try servers[0].sleep("acme") }
    try pass(.seconds(1))
    #expect(claims.takeLog() == [])
    store.releaseCommits()
    try pass(.seconds(1))
    try servers[0].sleep("acme")
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 releases acme"])
    #expect(try servers[1].open(tenant: "acme").text.first == "1 added, 0 received, none")
    #expect(claims.takeLog() == ["2 has acme"])
  }

  @Test func `a tenant whose last window was closed is released when that is durable`() throws {
    let window = try servers[0].open(tenant: "acme")
    try pass(.seconds(1))
    store.holdCommits()
    try window.tap("Add")
    try servers[0].dismissWindow(window.id)
    try pass(.seconds(2))
    #expect(claims.takeLog() == ["1 has acme"])
    store.releaseCommits()
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 releases acme"])
    #expect(try servers[1].open(tenant: "acme").text.first == "1 added, 0 received, none")
  }

  @Test func `a page of a tenant that another node has opens nothing`() throws {
    _ = try servers[0].open(tenant: "acme")
    #expect(throws: (any Error).self) { try servers[1].open(tenant: "acme") }
    #expect(claims.all == ["acme": Life(number: 1)])
    #expect(servers[1].inMemory == [0, 0, 0])
  }

  @Test func `a window that another node changes until its tenant is claimed is shown as that node has left it`() throws
  {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Count")
    try pass(.seconds(1))
    nodes[1].holdQuestions()
    let found = Found()
    try servers[1].step((window.id, found), on: 0) { hub, asked in
      let (id, found) = asked
      hub.lookUp(id) { found.count = ($0.window?.graph.root as? OfficeModel)?.count }
    }
    try pass(.seconds(1))
    try window.tap("Count")
    try window.disconnect()
    try pass(.seconds(1))
    try servers[0].sleep("acme")
    for _ in 0..<2_000 where !claims.all.isEmpty { try pass(.milliseconds(1)) }
    nodes[1].answerQuestions()
    for _ in 0..<2_000 where found.count == nil { try pass(.milliseconds(1)) }
    #expect(found.count == 2)
    #expect(claims.takeLog() == ["1 has acme", "1 releases acme", "2 has acme"])
  }

  private final class Found: @unchecked Sendable { var count: Int? }

  @Test func `a tenant that is loaded again before it is released stays`() throws {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Add")
    try pass(.seconds(1))
    try servers[0].sleep("acme")
    _ = try servers[0].open(tenant: "acme")
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 has acme"])
  }

  @Test func `a name that is no tenant's is not claimed`() throws {
    #expect(throws: (any Error).self) { try servers[0].open(tenant: "unknown") }
    try pass(.seconds(1))
    #expect(claims.takeLog() == [])
  }

  @Test func `a closed tenant is claimed no longer than it takes to find out`() async throws {
    _ = try servers[0].open(tenant: "acme")
    #expect(try await servers[0].act(.close, on: "acme") == .success(1))
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 has acme", "1 releases acme"])
    #expect(throws: (any Error).self) { try servers[1].open(tenant: "acme") }
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["2 has acme", "2 releases acme"])
  }

  @Test func `an operator's act on a tenant of another node is refused with its name`() async throws {
    _ = try servers[0].open(tenant: "acme")
    #expect(try await servers[1].act(.close, on: "acme") == .failure(.onNode("node 1")))
    #expect(claims.all == ["acme": Life(number: 1)])
  }

  @Test func `an operator lets another node have a tenant when all of it is durable`() async throws {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Add")
    #expect(try await servers[0].act(.move(toNode: "node 2"), on: "acme") == .success(1))
    try pass(.seconds(1))
    #expect(!window.isAttached)
    #expect(claims.takeLog() == ["1 has acme", "1 gives acme to 2"])
    #expect(throws: (any Error).self) { try servers[0].open(tenant: "acme") }
    #expect(try servers[1].open(tenant: "acme").text.first == "1 added, 0 received, none")
    #expect(try await servers[1].act(.move(toNode: "node 2"), on: "acme") == .failure(.alreadyOn("node 2")))
    let refusal = TenantRefusal.unknownNode("node 3", known: ["node 2", "node 1"])
    #expect(try await servers[1].act(.move(toNode: "node 3"), on: "acme") == .failure(refusal))
    #expect(claims.all == ["acme": Life(number: 2)])
  }

  @Test func `a tenant stays where it is if the other node has ended meanwhile`() async throws {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Add")
    claims.end(Life(number: 2))
    #expect(try await servers[0].act(.move(toNode: "node 2"), on: "acme") == .failure(.takesNone("node 2")))
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 has acme", "1 releases acme"])
    #expect(try servers[0].open(tenant: "acme").text.first == "1 added, 0 received, none")
  }

  @Test func `a tenant that is given to a node is loaded there, and released when nothing needs it`() throws {
    let window = try servers[1].open(tenant: "acme")
    try window.disconnect()
    try servers[1].sleep("acme")
    for _ in 0..<2_000 where !claims.all.isEmpty { try pass(.milliseconds(1)) }
    _ = claims.takeLog()
    try tell(0) { $0.givenTenants = ["acme"] }
    for _ in 0..<2_000 where !claims.all.isEmpty { try pass(.milliseconds(1)) }
    #expect(claims.takeLog() == ["1 has acme", "1 releases acme"])
  }

  @Test func `a tenant that can't be claimed now is claimed for the next visitor`() throws {
    claims.fail(MemoryNodes.StoreFailure())
    let window = try servers[0].open(tenant: "acme")
    #expect(!window.isAttached)
    try pass(.seconds(30))
    #expect(claims.takeLog() == [])
    claims.fail(nil)
    try pass(.seconds(60))
    #expect(try servers[0].open(tenant: "acme").isAttached)
    #expect(claims.takeLog().last == "1 has acme")
  }

  @Test func `what sleeps because its node ends stays, and its other tenants are released`() throws {
    let windows = try ["acme", "other"].map { try servers[0].open(tenant: Tenant(stored: $0)) }
    try windows[0].disconnect()
    try servers[0].step((), on: 0) { hub, _ in hub.sleepAll() }
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["1 has acme", "1 has other", "1 releases acme"])
    #expect(try servers[1].open(windows[0].id, claims: ["office": "acme"]).id == windows[0].id)
  }

  @Test func `news of a ban closes the user's pages`() throws {
    let window = try servers[0].open(tenant: "acme", user: "ann")
    try tell(0) { $0.access = [AccessChange(user: "ann", kind: .ban, time: 5)] }
    #expect(!window.isAttached)
    #expect(servers[0].lookAtAll { $0.access["ann"].bannedAt }.allSatisfy { $0 == 5 })
  }

  @Test func `a publication of another node is shown, and an older one that comes later is not`() throws {
    let window = try servers[0].open(tenant: "acme")
    let key = StoredPublication.Key(tenant: "other", type: TypeName.of(Price.self).mangled)
    for (number, value) in [(5, 7), (4, 6), (6, 8)] as [(Int64, Int)] {
      try tell(0) {
        $0.publications = [StoredPublication(key, number: number, value: Array(#"{"price":\#(value)}"#.utf8))]
      }
    }
    #expect(window.text.first == "0 added, 0 received, other 8")
    try tell(0) { $0.publications = [StoredPublication(key, number: 5, value: nil)] }
    #expect(window.text.first == "0 added, 0 received, other 8")
    try tell(0) { $0.publications = [StoredPublication(key, number: 7, value: nil)] }
    #expect(window.text.first == "0 added, 0 received, none")
  }

  @Test func `a message is handled by the node that has its receiver, once`() throws {
    let (receiver, sender) = (try servers[0].open(tenant: "acme"), try servers[1].open(tenant: "other"))
    try sender.tap("Send")
    try pass(.seconds(1))
    #expect(receiver.text.first == "0 added, 0 received, none")
    for _ in 0..<2 {
      try tell(0) { $0.posts = ["acme": 1] }
      #expect(receiver.text.first == "0 added, 1 received, none")
    }
    try tell(1) { $0.posts = ["acme": 1] }
    #expect(claims.all == ["acme": Life(number: 1), "other": Life(number: 2)])
  }

  @Test func `a message to a tenant that no node has is handled by the first to hear of it`() throws {
    try servers[1].open(tenant: "other").tap("Send")
    try pass(.seconds(1))
    #expect(claims.takeLog() == ["2 has other", "2 has acme", "2 releases acme"])
    #expect(try servers[0].open(tenant: "acme").text.first == "0 added, 1 received, none")
  }

  @Test func `a window that is opened in a tenant of another node is opened there`() throws {
    let other = try servers[1].open(tenant: "other", user: "ann")
    _ = try servers[0].open(tenant: "acme", user: "bob")
    try other.tap("Open in acme")
    try pass(.seconds(1))
    try tell(0) { $0.posts = ["acme": 1] }
    #expect(servers[0].tenants(of: "ann") == ["acme"])
    #expect(other.isAttached)
  }

  @Test func `S23: a window moves to a member of a tenant of another node`() throws {
    let mover = try servers[0].open(tenant: "acme", user: "ann")
    let moved = try servers[0].open(tenant: "acme", user: "ann")
    let bob = try servers[1].open(tenant: "other", user: "bob")
    try moved.tap("Count")
    let windows = try mover.find(OfficeModel.self).windows
    var result = CommandResult.notExecutable(.noTenant)
    try mover.run { result = windows.move(moved.id, to: "bob", in: "other") }
    #expect(result == .executed)
    try pass(.seconds(1))
    // The other node looks who is to have it.
    #expect(moved.isAttached)
    try tell(1) { $0.posts = ["other": 1] }
    #expect(moved.isAttached)
    try tell(0) { $0.posts = ["acme": 1] }
    #expect([moved.isAttached, mover.isAttached] == [false, true])
    #expect(servers[0].look(in: "acme") { $0.windows[moved.id] == nil })
    try tell(1) { $0.posts = ["other": 1] }
    let shown = try bob.openWindow()
    #expect([shown.id, shown.user] as [AnyHashable] == [moved.id, "bob"])
    #expect(try shown.find(OfficeModel.self).count == 1)
    #expect(windows.all().map(\.id) == [mover.id])
  }

  @Test func `S23: a window moves to another node, whichever hub of its own would have the tenant`() throws {
    let nodes = [1, 2].map { MemoryNodes(Life(number: $0), claims) }
    let servers = try nodes.map {
      try TestServer(app: OfficesApp(), hubs: 2, store: NodeStore(store, $0), clock: clock)
    }
    let mover = try servers[0].open(tenant: "acme", user: "ann")
    let windows = try mover.find(OfficeModel.self).windows
    let tenants = ["t1", "t2", "t3", "t4"].map { Tenant($0)! }
    // The ids of both are counted, and must differ.
    _ = servers[1].lookAtAll { hub in for _ in 0..<1000 { _ = hub.secretID("w-") } }
    for tenant in tenants {
      let bob = try servers[1].open(tenant: tenant, user: "bob")
      let moved = try servers[0].open(tenant: "acme", user: "ann")
      try mover.run { _ = windows.move(moved.id, to: "bob", in: tenant) }
      for (node, name) in [(1, tenant), (0, "acme"), (1, tenant)] {
        try pass(.seconds(1), servers)
        var news = NodeNews()
        news.posts = [name: 1]
        nodes[node].tell(news)
        try pass(.seconds(1), servers)
      }
      #expect(!moved.isAttached)
      #expect(try bob.openWindow().id == moved.id)
    }
    let hubs = tenants.map { tenant in servers[0].look(in: "acme") { $0.has(tenant) } }
    #expect(Set(hubs) == [true, false])
  }

  @Test func `S23: no window moves to a member of another node who may not have its scene`() throws {
    let window = try servers[0].open(tenant: "acme", user: "ann", roles: ["keeper"], scene: "safe")
    let bob = try servers[1].open(tenant: "other", user: "bob")
    let windows = try window.find(OfficeModel.self).windows
    try window.run { _ = windows.move(window.id, to: "bob", in: "other") }
    try pass(.seconds(1))
    try tell(1) { $0.posts = ["other": 1] }
    #expect([window.isAttached, bob.isAttached] == [true, true])
    for (server, tenant) in zip(servers, ["acme", "other"] as [Tenant]) {
      #expect(server.look(in: tenant) { $0.homes[tenant]?.acts.isEmpty } == true)
      #expect(server.waitingPosts(to: tenant).allSatisfy { $0 == 0 })
    }
  }

  @Test func `what crashed one node is not done by another`() throws {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Add")
    let turn = try #require(journals[0].take().last { $0.kind == .event })
    journals[0].died(in: turn)
    try servers[0].restart()
    #expect(claims.keptCrashes == [CrashFinding(turn, isFatal: true)])
    let instance = ScalarKey(turn.instance)
    let isKnown = { (server: TestServer) in
      server.lookAtAll { hub in
        hub.quarantine.hasCrashed(turn.event, of: instance) && !hub.quarantine.hasCrashed(99, of: instance)
      }
    }
    #expect(isKnown(servers[0]).allSatisfy { $0 } && isKnown(servers[1]).allSatisfy { !$0 })
    try tell(1) { $0.crashes = [turn] }
    #expect(isKnown(servers[1]).allSatisfy { $0 })
    try servers[1].restart()
    #expect(isKnown(servers[1]).allSatisfy { $0 })
  }

  @Test func `what crashed nodes three times is parked on all until one tries it again`() throws {
    let turns = (1...3).map { CrashJournalEntry(.restore, of: "w-1", instance: "i-1", event: $0) }
    try tell(1) { $0.crashes = Array(turns[..<2]) }
    let isParked = { (node: Int) in self.servers[node].lookAtAll { $0.quarantine.isParked(.window(WindowID("w-1"))) } }
    #expect(isParked(1).allSatisfy { !$0 })
    // A turn may be in the store and in the news.
    try tell(1) { $0.crashes = Array(turns[..<2]) }
    #expect(isParked(1).allSatisfy { !$0 })
    for node in [0, 1] { try tell(node) { $0.crashes = node == 0 ? turns : [turns[2]] } }
    #expect((isParked(0) + isParked(1)).allSatisfy { $0 })
    #expect(try servers[0].ask { hub in await hub.retryOnAllHubs(.everyone) } == 1)
    #expect(Set(claims.takeLog()) == ["1 forgets the crashes of w-1"])
    try tell(1) { $0.forgottenCrashes = ["w-1"] }
    #expect((isParked(0) + isParked(1)).allSatisfy { !$0 })
    #expect(claims.takeLog() == [])
  }

  @Test func `kills of a node while it loads a tenant do not park it, which others may have loaded since`() throws {
    let load = CrashJournalEntry(.load, of: Parked.Subject.tenant("acme").text)
    for _ in 0..<6 {
      journals[0].killed(in: load)
      try servers[0].restart()
    }
    #expect(servers[0].lookAtAll { $0.quarantine.isParked(.tenant("acme")) }.allSatisfy { !$0 })
    #expect(journals[0].fatal == [] && claims.keptCrashes == [])
    journals[0].died(in: load)
    try servers[0].restart()
    #expect(claims.keptCrashes == [CrashFinding(load, isFatal: true)])
  }

  @Test func `tenants that stay awake go on at another node when theirs has ended`() throws {
    let window = try servers[0].open(tenant: "acme")
    try window.tap("Stay awake")
    try window.disconnect()
    try pass(.seconds(120))
    #expect(claims.takeLog() == ["1 has acme"])
    claims.end(Life(number: 1))
    try tell(1) { $0.areTenantsFree = true }
    #expect(claims.takeLog() == ["2 has acme"])
  }

  @Test func `a node that has loaded several tenants at once is in none of their turns`() throws {
    for tenant in ["acme", "bolt", "core"] as [Tenant] { try servers[0].open(tenant: tenant).tap("Stay awake") }
    try pass(.seconds(1))
    claims.end(Life(number: 1))
    _ = claims.takeLog()
    try tell(1) { $0.areTenantsFree = true }
    #expect(Set(claims.takeLog()) == ["2 has acme", "2 has bolt", "2 has core"])
    #expect(!journals[1].isFilled)
    _ = journals[1].take()
    try servers[1].open(tenant: "acme").tap("Add")
    #expect(journals[1].take().contains { $0.kind == .event && $0.name == "tap" })
    #expect(!journals[1].isFilled)
  }

  // MARK: Messages that are read

  private func post(_ number: Int64) -> StoredPost {
    StoredPost(number: number, to: "a", from: "b", type: "Note", message: [1])
  }

  @Test func `messages are read once, whatever the order of their numbers`() {
    var inbox = Inbox()
    func read(_ numbers: [Int64], of limit: Int) -> [Int64] {
      let begins = inbox.beginReading(atMost: 10)
      #expect(begins)
      inbox.read(numbers.map(post), of: limit)
      var taken: [Int64] = []
      while case .post(let post)? = inbox.popNext(at: 0, isStarted: true) { taken.append(post.number) }
      inbox.announce()
      return taken
    }
    #expect(read([3, 5], of: 10) == [3, 5])
    // The first is deleted, the second not yet; one with a lower number was committed later.
    #expect(read([4, 5], of: 12) == [4])
    #expect(inbox.limit(for: 10) == 12)
    #expect(read([4, 5, 6], of: 3) == [6])
    #expect(read([7], of: 1) == [7])
    #expect(read([2], of: 10) == [2])
    #expect(inbox.limit(for: 10) == 11)
  }
}

private struct OfficesApp: WindowApp {
  var tenancy: Tenancy { .claim("office") }

  var body: some Scene {
    WindowGroup("Office", id: "main") { OfficeModel() }
    WindowGroup("Safe", id: "safe") { OfficeModel() }.requiresRole("keeper")
    WindowGroup("Branch", id: "branch", for: String.self) { _ in OfficeModel() }
      .tenancy(
        .custom { _, _ in
          "acme"
        } admit: { user, _ in
          user
        })
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant == "unknown" { throw UnknownTenant() }
    return [Office()]
  }
}

private struct Price: Publication {
  var price: Int
}

private struct Letter: NavigationMessage, Codable {}

@SavedState
private final class Office {
  var added = 0
  var received = 0

  init() {}

  func awake() { stayAwake() }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws { received += 1 }
}

@NavigationModel
private final class OfficeModel {
  @Environment(Office.self) var office
  @Environment(Windows.self) var windows
  var count = 0

  init() {}

  var body: some View {
    Text("\(office.added) added, \(office.received) received, \(prices)")
    Button("Add") { self.office.added += 1 }
    Button("Count") { self.count += 1 }
    Button("Stay awake") { self.office.awake() }
    Button("Send") { self.post(Letter(), to: Office.self, of: "acme") }
    Button("Open in acme") { self.openWindow("branch", value: "1") }
  }

  private var prices: String {
    let all = published(Price.self).map { "\($0.key) \($0.value.price)" }.sorted()
    return all.isEmpty ? "none" : all.joined(separator: ", ")
  }
}
