import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// Tenants on different hubs over one store: `a` is on the first, `b` on the second.
struct TwoHubTests {
  let store = HeldStore()

  private func server(_ app: some WindowApp = NoteDeskApp(tenancy: .claim("room"))) throws -> TestServer {
    try TestServer(app: app, hubs: 2, store: store)
  }

  // MARK: Tenants

  @Test func `S1: a tenant is on the hub that its name leads to, and on no other`() throws {
    let server = try server()
    let windows = [try server.open(tenant: "a"), try server.open(tenant: "b")]
    #expect([server.hub(of: "a"), server.hub(of: "b")] == [0, 1])
    #expect([server.hubs(with: "a"), server.hubs(with: "b")] == [[0], [1]])
    try server.restart()
    for window in windows { try window.reconnect() }
    #expect(windows.map(\.hub) == [0, 1])
    #expect([server.hubs(with: "a"), server.hubs(with: "b")] == [[0], [1]])
    #expect(server.warnings == [])
  }

  @Test func `S1: a hub loads no tenant of another, whatever asks it to`() throws {
    let server = try server()
    let found = Answer<CloseReason>()
    try server.step(found, on: 0) { hub, found in hub.withHome("b") { found.value = $0.refusal } }
    #expect(found.value == .unavailable)
    #expect(server.hubs(with: "b") == [])
  }

  @Test func `S15: the app is connected to other systems once, for all hubs`() throws {
    let server = try server(NewsApp())
    let agencies = try ["north", "south"].map { try server.open(tenant: $0, scene: "newsroom").agency }
    #expect(server.hub(of: "north") != server.hub(of: "south"))
    #expect(agencies[0] === agencies[1])
  }

  @Test func `windows that are not used any more are finished by the hub of their tenant`() throws {
    let server = try server()
    for tenant: Tenant in ["a", "b"] {
      let window = try server.open(tenant: tenant)
      try window.tap("Count and tell")
      try window.disconnect()
    }
    #expect(store.windowCount == 2)
    try server.advance(by: .seconds(9 * 24 * 3600))
    #expect(store.windowCount == 0)
    #expect(server.warnings == [])
  }

  @Test func `windows opened from a network are limited on all hubs together`() throws {
    var limits = HubLimits()
    limits.newWindowsPerHour = 4
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: 2, store: store, limits: limits)
    let answers = try (0..<6).map { number in
      let page = TestPage()
      let user = User(id: "user \(number)", claims: ["room": number % 2 == 0 ? "a" : "b"])
      var request = AttachRequest(user: user, instance: "page")
      request.network = "192.0.2.1"
      try server.step((request, page), on: number % 2) { hub, coming in hub.attach(coming.0, client: coming.1) { _ in }
      }
      return page.closing
    }
    #expect(answers == [nil, nil, nil, nil, .tooManyOfNetwork, .tooManyOfNetwork])
    #expect([server.hubs(with: "a"), server.hubs(with: "b")] == [[0], [1]])
  }

  // MARK: S12 and S14

  @Test func `S14: a timer is handled by the tenant's own hub, once`() throws {
    let server = try server()
    let windows = [try server.open(tenant: "a"), try server.open(tenant: "b")]
    for window in windows {
      try window.tap("In an hour")
      try window.disconnect()
    }
    try server.advance(by: .seconds(1802))
    #expect(server.hubs(with: "a") + server.hubs(with: "b") == [])
    try server.restart()
    try server.advance(by: .seconds(3600))
    for window in windows { try window.reconnect() }
    #expect(windows.map(\.text.first) == ["received later of a", "received later of b"])
    #expect(server.warnings == [])
  }

  @Test func `S12: a tenant that stays awake is loaded by its own hub`() throws {
    let server = try server()
    for tenant: Tenant in ["a", "b"] { try server.open(tenant: tenant).tap("Stay awake") }
    try server.restart()
    #expect([server.hubs(with: "a"), server.hubs(with: "b")] == [[0], [1]])
    try server.advance(by: .seconds(120))
    #expect([server.hubs(with: "a"), server.hubs(with: "b")] == [[0], [1]])
  }

  @Test func `S12: the tenant that all users share is loaded by its own hub, before the server is ready`() throws {
    let server = try server(NoteDeskApp(tenancy: .single))
    #expect(server.hubs(with: .app) == [server.hub(of: .app)])
    #expect(try server.open(user: "ann").text.first == "received")
  }

  // MARK: S16

  @Test func `S16: a message to a tenant of another hub wakes it, and arrives once and in order`() throws {
    let server = try server()
    let a = try server.open(tenant: "a")
    for _ in 0..<3 { try a.tap("Post two to b") }
    #expect(server.hubs(with: "b") == [])
    let b = try server.open(tenant: "b")
    #expect(b.text.first == "received 1 of a 2 of a 1 of a 2 of a 1 of a 2 of a")
    try a.tap("Post two to b")
    try server.restart()
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a 1 of a 2 of a 1 of a 2 of a 1 of a 2 of a")
    #expect(server.waitingPosts(to: "b") == [0, 0])
  }

  @Test func `S16: a message leaves for another hub when its turn is saved`() throws {
    let server = try server()
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    store.hold()
    try a.tap("Post two to b")
    #expect(b.text.first == "received")
    store.release()
    try server.run()
    #expect(b.text.first == "received 1 of a 2 of a")
  }

  @Test func `S16: it arrives once where the process ends before the other hub has heard of it`() throws {
    let server = try server()
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    store.hold()
    try a.tap("Post two to b")
    store.release()
    // The store has it, and no hub knows.
    try server.restart()
    #expect(server.waitingPosts(to: "b") == [0, 0])
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a")
    try server.restart()
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a")
  }

  @Test func `S16: a message whose turn is lost with the process does not arrive`() throws {
    let server = try server()
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    store.hold()
    try a.tap("Post two to b")
    store.forgetWaiting()
    store.release()
    try server.restart()
    try b.reconnect()
    #expect(b.text.first == "received")
    #expect(server.waitingPosts(to: "b") == [0, 0])
  }

  @Test func `S16: each hub counts the messages that wait, in whichever order it hears of them`() throws {
    let server = try server()
    let news = [PostCount(2, bytes: 20), PostCount(-2, bytes: -20)].map { PostNews(changes: ["b": $0]) }
    for news in [news, news.reversed()] {
      for news in news { try server.step(news, on: 0) { $0.posts.hear($1) } }
      #expect(server.look((), on: 0) { hub, _ in hub.posts["b"] } == PostCount())
    }
  }

  @Test func `S16: messages to a tenant that is unknown on another hub are logged once`() throws {
    let server = try server()
    let b = try server.open(tenant: "b")
    #expect(server.hub(of: "unknown") == 0)
    try b.tap("Post to an unknown tenant")
    #expect(server.warnings == ["1 messages to the tenant \"unknown\" are gone: the app does not know it"])
    #expect(server.waitingPosts(to: "unknown") == [0, 0])
  }

  // MARK: S17

  @Test func `S17: a publication is seen by the windows on all hubs, once it is saved`() throws {
    let server = try server(PublishedRoomsApp())
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    store.hold()
    try a.tap("Publish")
    #expect([a, b].map(\.text.first) == ["none", "none"])
    store.release()
    try server.run()
    #expect([a, b].map(\.text.first) == ["a 1", "a 1"])
    try b.tap("Publish")
    #expect([a, b].map(\.text.first) == ["a 1, b 1", "a 1, b 1"])
  }

  @Test func `S17: readers on all hubs see the last of values that follow one another quickly`() throws {
    let server = try server(PublishedRoomsApp())
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    for _ in 0..<10 { try a.tap("Publish") }
    #expect([a, b].map(\.text.first) == ["a 1", "a 1"])
    try server.advance(by: .milliseconds(50))
    #expect([a, b].map(\.text.first) == ["a 10", "a 10"])
    try a.tap("Withdraw")
    try server.advance(by: .milliseconds(50))
    #expect([a, b].map(\.text.first) == ["none", "none"])
  }

  @Test func `S17: readers on all hubs see the values of tenants that sleep, also after a restart`() throws {
    let server = try server(PublishedRoomsApp())
    let a = try server.open(tenant: "a")
    try a.tap("Publish")
    try server.sleep("a")
    #expect(try server.open(tenant: "b").text.first == "a 1")
    try server.restart()
    #expect(try server.open(tenant: "b", user: "bob").text.first == "a 1")
    #expect(server.hubs(with: "a") == [])
  }

  @Test func `S17: an older value that comes after a newer one is not shown, nor one that was withdrawn since`() throws
  {
    let server = try server(PublishedRoomsApp())
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try a.tap("Publish")
    try server.advance(by: .seconds(1))
    let key = StoredPublication.Key(tenant: "a", type: PublicationType(RoomStatus.self).name)
    let value = { (number: Int64, open: Int?) in
      StoredPublication(key, number: number, value: open.map { Array(#"{"open":\#($0),"note":""}"#.utf8) })
    }
    let last = server.clock.wallTime + 100
    for publication in [value(last, 7), value(last - 1, 6), value(last + 1, 8), value(last, 7)] {
      try server.step([publication], on: 1) { $0.publisher.hear($1) }
      try server.advance(by: .seconds(1))
    }
    #expect(b.text.first == "a 8")
    for publication in [value(last + 3, nil), value(last + 2, 9)] {
      try server.step([publication], on: 1) { $0.publisher.hear($1) }
      try server.advance(by: .seconds(1))
    }
    #expect(b.text.first == "none")
  }

  @Test func `S17: what the store had before is not shown after what another hub has told`() {
    var publications = Publications()
    let key = StoredPublication.Key(tenant: "a", type: "T")
    let older = StoredPublication(key, number: 5, value: Array("1".utf8))
    let isNews = publications.isNews(StoredPublication(key, number: 6, value: nil))
    #expect(isNews)
    publications.loaded([older], isTold: { _ in true })
    #expect(!publications.table.has(type: "T", of: "a"))
    publications.loaded([older], isTold: { _ in false })
    #expect(publications.table.has(type: "T", of: "a"))
  }

  @Test func `S17: of publications that other hubs have withdrawn, the last numbers are kept`() {
    var publications = Publications()
    func tell(_ name: String, _ number: Int64, _ value: String?) {
      let key = StoredPublication.Key(tenant: "a", type: name)
      _ = publications.isNews(StoredPublication(key, number: number, value: value.map { Array($0.utf8) }))
    }
    for number in 1...10_000 {
      tell("T\(number)", 1, "1")
      tell("T\(number)", 2, nil)
    }
    #expect(1000...2000 ~= publications.toldCount)
    tell("T10000", 1, "1")
    #expect(publications.toldCount <= 2000)
    // A tenant that is deleted withdraws all that it has.
    for number in 1...1000 { tell("U\(number)", 1, "1") }
    publications.removeAll(of: "a")
    for number in 1...2000 { tell("V\(number)", 2, nil) }
    #expect(publications.toldCount <= 2000)
  }

  @Test func `S17: a deleted tenant shows nothing on any hub`() async throws {
    let server = try server(PublishedRoomsApp())
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try a.tap("Publish")
    #expect(b.text.first == "a 1")
    #expect(try await server.act(.delete, on: "a") == .success(1))
    #expect(b.text.first == "none")
  }

  // MARK: S18

  @Test func `S18: a window that belongs to no tenant is served by any hub`() throws {
    let server = try server(NewsApp())
    let walls = try ["ann", "bob"].map { try server.open(user: $0, scene: "wall") }
    #expect(walls.map(\.hub) == [0, 1])
    for tenant: Tenant in ["north", "south"] { try server.open(tenant: tenant, scene: "newsroom").tap("Publish") }
    #expect(walls.map(\.text.first) == Array(repeating: "north: 1, south: 1 by The Press", count: 2))
    for wall in walls { try wall.tap("Post") }
    #expect(try server.open(tenant: "north", user: "eve", scene: "newsroom").text.first == "letters 2")
    try server.restart()
    for wall in walls { try wall.reconnect() }
    #expect(walls.map(\.hub) == [0, 1])
    #expect(walls.map(\.text.first) == Array(repeating: "north: 1, south: 1 by The Press", count: 2))
  }

  // MARK: S19

  private func lobby(_ server: TestServer) throws -> TestWindow {
    let lobby = try server.open(user: "ann", scene: "lobby")
    #expect(lobby.hub == 0)
    return lobby
  }

  @Test func `S19: a window is opened in a tenant of another hub, and the caller's page shows it`() throws {
    let server = try server(ClubsApp())
    let lobby = try lobby(server)
    try lobby.tap("Open in b")
    let board = try lobby.openWindow()
    #expect(board.text.first == "board of b for ann")
    #expect(board.hub == 1)
    #expect(store.windowCount == 2)
    #expect(server.warnings == [])
  }

  @Test func `S19: whether a window is reused is decided on the other hub`() throws {
    let server = try server(ClubsApp())
    let lobby = try lobby(server)
    try lobby.tap("Open in b")
    let board = try lobby.openWindow()
    try lobby.tap("Open in b")
    #expect(board.triggers.map(\.kind) == ["focusWindow"])
    try board.disconnect()
    try lobby.tap("Open in b")
    let again = try lobby.openWindow()
    #expect(again.id == board.id)
    try again.disconnect()
    try server.advance(by: .seconds(1801))
    try lobby.tap("Open in b")
    #expect(try lobby.openWindow().id == board.id)
    #expect(store.windowCount == 2)
  }

  @Test func `S19: a window of another hub is opened once, wherever the process ends`() throws {
    for point in 0..<3 {
      let store = HeldStore()
      let server = try TestServer(app: ClubsApp(), hubs: 2, store: store)
      let lobby = try lobby(server)
      if point == 0 { server.look(in: .user("ann")) { $0.homes[.user("ann")]?.acts.isDoingOne = true } }
      try lobby.tap("Open in b")
      if point == 2 { _ = try lobby.openWindow() }
      try server.restart()
      try lobby.reconnect()
      #expect(try lobby.openWindow().text.first == "board of b for ann", "after a crash at \(point)")
      #expect(store.windowCount == 2)
      #expect([server.waitingPosts(to: .user("ann")), server.waitingPosts(to: "b")] == [[0, 0], [0, 0]])
    }
  }

  @Test func `S19: a tenant of another hub that does not admit the user starts nothing, and keeps nothing`() throws {
    let server = try server(ClubsApp())
    let lobby = try server.open(user: "eve", scene: "lobby")
    #expect(lobby.hub == 1)
    try lobby.tap("Open in a")
    #expect(lobby.triggers.isEmpty)
    #expect(server.hubs(with: "a") == [])
    #expect(server.waitingPosts(to: "a") == [0, 0])
    #expect(store.windowCount == 1)
  }

  @Test(arguments: [false, true])
  func `S23: a window moves to a member of a tenant of another hub`(restarts: Bool) throws {
    let server = try server(DispatchApp(.claim("room")))
    let (ann, bob) = (try server.open(tenant: "a", user: "ann"), try server.open(tenant: "b", user: "bob"))
    let incident = try server.open(tenant: "a", user: "ann")
    #expect([ann, bob].map(\.hub) == [0, 1])
    try incident.tap("Rename")
    let windows = try ann.find(DispatchModel.self).windows
    var result = CommandResult.executed
    try ann.run { result = windows.move(incident.id, to: "bob", in: "b") }
    #expect(result == .executed)
    #expect(!incident.isAttached)
    #expect(server.lookAtAll { $0.windows[incident.id]?.user.account.tenant } == [nil, "b"])
    #expect(windows.all().map(\.id) == [ann.id])
    #expect(try bob.find(DispatchModel.self).windows.all().map(\.title) == ["Board", "Board!"])
    if restarts {
      try server.restart()
      try bob.reconnect()
    }
    let moved = try bob.openWindow()
    #expect([moved.id, moved.user, moved.title] as [AnyHashable] == [incident.id, "bob", "Board!"])
    #expect(store.windowCount == 3)
    #expect(server.waitingPosts(to: "b") == [0, 0])
    #expect(server.warnings == [])
  }

  @Test func `S23: no window moves to a tenant of another hub that does not admit the user`() throws {
    let server = try server(
      DispatchApp(.path { user, environment in user.id == "eve" ? nil : User(id: user.id) }))
    let (ann, bob) = (try server.open(tenant: "a", user: "ann"), try server.open(tenant: "b", user: "bob"))
    let windows = try ann.find(DispatchModel.self).windows
    try ann.run { _ = windows.move(ann.id, to: "eve", in: "b") }
    #expect([ann, bob].map(\.isAttached) == [true, true])
    #expect(server.look(in: "a") { $0.homes["a"]?.acts.isEmpty } == true)
    #expect(store.windowCount == 2)
  }
}

extension TestWindow {
  fileprivate var agency: Agency? {
    server.look(id, on: hub) { hub, id in hub.windows[id]?.user.home.environment[Agency.self] }
  }
}
