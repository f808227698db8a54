import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// Who shares with whom (S1 to S6 of the rules of sharing), and who is admitted.
struct TenancyTests {
  // MARK: The tenant of a window

  @Test func `S1: users of a tenant share its objects, those of another don't`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    let (ann, bob) = (
      try server.open(user: "ann", claims: ["room": "a"]), try server.open(user: "bob", claims: ["room": "a"])
    )
    let eve = try server.open(user: "eve", claims: ["room": "b"])
    try ann.tap("Add")
    #expect([ann, bob, eve].map(\.text.first) == ["1 in a", "1 in a", "0 in b"])
  }

  @Test func `S1: a shared model is one in each tenant`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    let walls = try ["a", "a", "b"].enumerated().map {
      try server.open(user: "user \($0)", claims: ["room": $1], scene: "wall")
    }
    try walls[0].tap("Ring")
    #expect(walls.map(\.text.first) == ["a rang 1 times", "a rang 1 times", "b rang 0 times"])
  }

  @Test func `one user in two tenants is two members, whose windows stand side by side`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    let (a, b) = (try server.open(user: "ann", url: "/a"), try server.open(user: "ann", url: "/b"))
    try a.tap("Mine")
    #expect([a, b].map { $0.text.last } == ["1 mine", "0 mine"])
    #expect(server.tenants(of: "ann") == ["a", "b"])
  }

  @Test func `in place of an untouched window that was deleted, a page gets another one of the same tenant`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    let window = try server.open(user: "u-1", url: "/a")
    let id = window.id
    try window.disconnect()
    try server.advance(by: .seconds(1802))
    try window.reconnect()
    #expect(window.id != id)
    #expect(window.text.first == "0 in a")
  }

  @Test func `S2: a page that comes back gets its window, whatever tenant a new one would have`() throws {
    let server = try TestServer(
      app: RoomsApp(.custom({ user, address in Tenant(String(address.path.dropFirst())) }) { user, _ in user }))
    let window = try server.open(user: "ann", url: "/a")
    try window.tap("Add")
    try window.disconnect()
    try window.reconnect()
    #expect(window.text.first == "1 in a")
  }

  @Test func `S2: openWindow stays in the caller's tenant`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    let ann = try server.open(user: "ann", claims: ["room": "a"])
    try ann.tap("Open")
    #expect(server.look(in: "a") { $0.users.windows(of: "ann").map(\.user.account.tenant) } == ["a", "a"])
  }

  @Test(arguments: [
    ("acme.example.com", "acme"), ("ACME.example.com:8080", "acme"), ("example.com", nil), ("a.b.example.com", nil),
    ("example.com.evil.net", nil), ("evilexample.com", nil), (".example.com", nil),
  ]) func `a subdomain is a tenant`(host: String, tenant: String?) throws {
    let tenancy = Tenancy.subdomain(of: "example.com") { user, _ in user }
    let found = tenancy.tenant(of: User(id: "ann"), at: PageAddress(host: host, path: "/"))
    #expect(found?.id == tenant)
  }

  @Test(arguments: ["/", "/admin", "/client/x", "/connect", "/~ann", "/a%2Fb", "/a%00b", "/\u{E9}"])
  func `S5: some addresses name no tenant`(path: String) throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "ann", url: path) }
  }

  @Test func `S5: with the tenant in the path, the app sees the rest of an address`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    let window = try server.open(user: "ann", url: "/acme/wall")
    #expect(window.text.first == "acme rang 0 times")
    #expect(window.url == "/acme/wall")
    #expect(
      server.look { hub in ["/acme", "/acme/wall", "/acme/nothing", "/~/wall"].map { hub.mayLead(to: WindowURL($0)!) } }
        == [true, true, false, false])
  }

  @Test func `S5: a claim that is no tenant's name finds none`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    for claims in [[:], ["room": ""], ["room": "a b"], ["room": "~ann"], ["other": "a"]] {
      #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "ann", claims: claims) }
    }
    #expect(server.tenants == [])
  }

  @Test func `each user is a tenant where users share nothing`() throws {
    let server = try TestServer(app: RoomsApp(.perUser))
    let windows = try ["ann", "ann", "bob"].map { try server.open(user: $0) }
    try windows[0].tap("Add")
    #expect(windows.map(\.text.first) == ["1 in ~ann", "1 in ~ann", "0 in ~bob"])
  }

  @Test func `S3: a scene may have a tenancy of its own`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    let guest = try server.open(user: "u-guest", scene: "lobby")
    #expect(guest.text == ["lobby of ~u-guest"])
  }

  // MARK: Admission

  @Test func `S4: a visitor who is not admitted gets no window, and leaves nothing`() throws {
    let server = try TestServer(app: RoomsApp(.path { _, _ in nil }))
    #expect(throws: TestError.refused(.noAccess)) { try server.open(user: "eve", url: "/a") }
    #expect(server.inMemory == [0, 0, 0])
  }

  @Test func `S12: of 5,000 tenants that are known, the 20 in use are in memory`() throws {
    let first = try TestServer(app: RoomsApp(.claim("room")))
    let window = try first.open(user: "user-0", claims: ["room": "tenant-0"])
    let fixture = try first.stored()
    let stored = (0..<5000).map { number in
      fixture.replacing(window.id.rawValue, with: "w-\(number)").replacing("-0\"", with: "-\(number)\"")
    }
    let server = try TestServer(app: RoomsApp(.claim("room")), stored: stored.joined())
    let used = try (0..<20).map { number in
      try server.open(WindowID("w-\(number)"), user: "user-\(number)", claims: ["room": "tenant-\(number)"])
    }
    #expect(used.map(\.text.first) == (0..<20).map { "0 in tenant-\($0)" })
    #expect(server.tenants.map(\.id) == (0..<20).map { "tenant-\($0)" }.sorted())
    #expect(server.inMemory == [20, 20, 20])
    for window in used { try window.disconnect() }
    try server.advance(by: .seconds(1801))
    #expect(server.inMemory == [0, 0, 0])
  }

  @Test func `the tenant may be an item of the address, and those without it share one`() throws {
    let server = try TestServer(app: ParlourApp())
    func open(_ url: String) throws -> TestWindow { try server.open(url: url) }
    let (a, b, hall) = (try open("/talk?room=a"), try open("/?day=2&room=b"), try open("/parlour"))
    #expect([a, b, hall].map(\.url) == ["/talk?room=a", "/?room=b", "/"])
    #expect([a, b, hall].map { $0.text.first } == ["in a", "in b", "in "])
    #expect(try open("/?room=").text.first == "in ")
    #expect(throws: TestError.refused(.nothingHere)) { try open("/?room=not+a+name") }
    #expect(server.tenants.map(\.id) == ["", "a", "b"])
    // Addresses lead to places of the window if they name its tenant, or none; an empty name is that of those without one.
    #expect(try a.openURL("/parlour?room=a") == .nothing)
    try b.openURL("/talk")
    #expect(b.url == "/talk?room=b")
    #expect(try a.openURL("/parlour?room=b") == .rejected(.notExecutable, "There is nothing at this address"))
    #expect(try a.openURL("/parlour?room=") == .rejected(.notExecutable, "There is nothing at this address"))
    try hall.openURL("/talk?room=")
    #expect(hall.url == "/talk")
  }

  @Test func `the hub of a closed window is found from every hub`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")), hubs: 2)
    var homes: Set<Int> = []
    for room in ["a", "b", "c", "d"] as [Tenant] {
      let window = try server.open(tenant: room, user: "ann")
      try window.tap("Add")
      try server.dismissWindow(window.id)
      for index in server.hubIndices {
        #expect(try server.ask(on: index) { hub in await hub.findHub(of: window.id) } == server.hub(of: room))
      }
      homes.insert(server.hub(of: room))
    }
    #expect(homes == [0, 1])
  }

  @Test func `S4: the tenant's objects decide, and give roles`() throws {
    let server = try TestServer(app: RoomsApp(.path(admit: RoomsApp.guests)))
    let window = try server.open(user: "ann", url: "/a")
    #expect(window.text.contains("ann of a: reader"))
    #expect(throws: TestError.refused(.noAccess)) { try server.open(user: "eve", url: "/a") }
  }

  @Test func `S4: a role of one tenant is none in another`() throws {
    let server = try TestServer(app: RoomsApp(.path(admit: RoomsApp.guests)))
    let (a, b) = (try server.open(user: "ann", url: "/a"), try server.open(user: "ann", url: "/b"))
    try a.tap("Promote")
    #expect(a.text.contains("ann of a: reader, writer"))
    #expect(b.text.contains("ann of b: reader"))
  }

  @Test func `S4: new roles apply at once, and pages without access are closed`() throws {
    let server = try TestServer(app: RoomsApp(.path(admit: RoomsApp.guests)))
    let (ann, bob) = (try server.open(user: "ann", url: "/a"), try server.open(user: "bob", url: "/a"))
    try bob.tap("Promote")
    #expect(ann.text.contains("ann of a: reader, writer"))
    let badge = server.look(in: "a") { hub in
      hub.users[User(id: "ann", tenant: "a")]?.objects.all.lazy.compactMap { $0 as? Badge }.first?.user.roles
    }
    #expect(badge == ["reader", "writer"])
    try bob.tap("Dismiss ann")
    #expect(!ann.isAttached && bob.isAttached)
    #expect(throws: TestError.refused(.noAccess)) { try ann.reconnect() }
    try bob.tap("Invite ann")
    try ann.reconnect()
    #expect(ann.isAttached)
  }

  @Test func `S4: credentials must name the window's tenant whenever a page attaches`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    let window = try server.open(user: "ann", claims: ["room": "a"])
    try window.disconnect()
    window.request.user = User(id: "ann", claims: ["room": "b"])
    #expect(throws: TestError.refused(.noAccess)) { try window.reconnect() }
    window.request.user = User(id: "ann", claims: ["room": "a"])
    try window.reconnect()
    #expect(window.isAttached)
  }

  @Test func `an id that admit returns is ignored`() throws {
    let server = try TestServer(app: RoomsApp(.path { _, _ in User(id: "root", roles: ["admin"]) }))
    let window = try server.open(user: "ann", url: "/a")
    #expect(window.text.contains("ann of a: admin"))
  }

  // MARK: Loading

  @Test func `S12: a tenant without a window is not in memory`() throws {
    let server = try TestServer(app: RoomsApp(.claim("room")))
    for room in 0..<100 {
      let window = try server.open(user: "ann", claims: ["room": "r\(room)"])
      try window.disconnect()
    }
    #expect(server.tenants.count == 100)
    try server.advance(by: .seconds(1801))
    #expect(server.inMemory == [0, 0, 0])
  }

  @Test func `S15: a tenant that the app doesn't know is nothing, for a minute`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "ann", url: "/unknown") }
    #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "bob", url: "/unknown") }
    func isRemembered() -> Bool {
      server.look(in: "unknown") { $0.homes.absence(of: "unknown", now: $0.scheduler.now) != nil }
    }
    #expect(isRemembered())
    try server.advance(by: .seconds(61))
    #expect(!isRemembered())
  }

  @Test func `S15: a tenant that can't be loaded is tried again, and pages wait for 8 s`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    let page = RawPage(server, instance: "page", user: "ann")
    #expect(try page.attach { $0.url = "/broken" } == [])
    #expect(server.warnings == ["The tenant \"broken\" can't be loaded; next try in 1 s: NotNow()"])
    try server.advance(by: .seconds(8))
    #expect(page.page.drainDeliveries() == [.closing(.unavailable)])
    #expect(server.warnings.count == 4)
  }

  @Test func `a tenant that can't be loaded is given up a minute after its last visitor`() throws {
    let server = try TestServer(app: RoomsApp(.path { user, _ in user }))
    let page = RawPage(server, instance: "page", user: "ann")
    #expect(try page.attach { $0.url = "/broken" } == [])
    try server.advance(by: .seconds(600))
    #expect(!server.look(in: "broken") { $0.homes.loading.isWaiting(for: "broken") })
    let lines = server.warnings.count
    try server.advance(by: .seconds(3600))
    #expect(server.warnings.count == lines)
  }

  @Test func `tenants that can't be loaded take no place of others whose messages are due`() throws {
    var limits = HubLimits()
    limits.loadsAtOnce = 5
    let store = TestStore(outlivesProcess: true)
    var turn = StoredTurn()
    let dead = (1...9).flatMap { ["broken-\($0)", "unknown-\($0)"] }
    for tenant in dead + ["z"] {
      let timer = StoredTimer(
        tenant: Tenant(stored: tenant), type: "gone", id: "1", due: 0, message: Array("{}".utf8))
      turn.timers.append(timer)
    }
    store.commit([turn]) { _ in }
    let server = try TestServer(app: RoomsApp(.claim("room")), store: store, limits: limits)
    try server.advance(by: .seconds(10))
    let line = "A message to the tenant \"z\" is gone: it has no object of the class gone"
    #expect(server.warnings.contains(line))
    // They are tried again, but not always.
    try server.advance(by: .seconds(600))
    #expect(
      server.look(in: "broken-1") {
        $0.homes.absence(of: "broken-1", now: $0.scheduler.now) != nil
          || $0.homes.loading.isWaiting(for: "broken-1")
      })
  }

  @Test func `refused visits have few tenants loaded`() throws {
    // Each hub counts for itself.
    let server = try TestServer(app: RoomsApp(.path(admit: RoomsApp.guests)), hubs: 1)
    let refusals = try (0..<12).map { number in
      try RawPage(server, instance: "page \(number)", user: "eve").attach {
        $0.url = "/t\(number)"
        $0.network = "192.0.2.1"
      }
    }
    #expect(
      refusals == Array(repeating: [.closing(.noAccess)], count: 10)
        + Array(repeating: [.closing(.tooManyOfNetwork)], count: 2))
  }

  @Test func `tenants that a network has loaded are limited per hour, however many it names`() throws {
    // Each hub counts for itself.
    var limits = HubLimits()
    limits.newWindowsPerHour = 5
    limits.readsPerNewWindow = 1
    let server = try TestServer(
      app: RoomsApp(.path { user, _ in user }), hubs: 1, store: TestStore(), limits: limits)
    for number in 0..<20 {
      let page = RawPage(server, instance: "page \(number)", user: "eve")
      try page.attach {
        $0.url = "/t\(number)"
        $0.network = "192.0.2.1"
      }
      #expect(page.isOpen == (number < 5))
    }
    #expect(server.tenants.count == 5)
  }

  @Test(arguments: [1, 2])
  func `attached windows of a user are counted in all tenants`(hubs: Int) throws {
    var limits = HubLimits()
    limits.attachedWindowsPerUser = 3
    let server = try TestServer(
      app: RoomsApp(.path { user, _ in user }), hubs: hubs, store: TestStore(), limits: limits)
    let windows = try ["/a", "/b", "/c"].map { try server.open(user: "ann", url: $0) }
    #expect(throws: TestError.refused(.tooManyWindows(limit: 3))) { try server.open(user: "ann", url: "/d") }
    _ = try server.open(user: "bob", url: "/d")
    try windows[1].disconnect()
    _ = try server.open(user: "ann", url: "/d")
  }
}

private struct NotNow: Error {}

/// Rooms, by any tenancy.
private struct RoomsApp: WindowApp {
  let tenancy: Tenancy

  init() { self.init(.single) }
  init(_ tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene {
    WindowGroup("Room", id: "room") { RoomModel() }
    WindowGroup("Wall", id: "wall") { .shared("bell") }
    WindowGroup("Lobby", id: "lobby") { LobbyModel() }.tenancy(.perUser)
    SharedModel("bell") { BellModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant.id.hasPrefix("unknown") { throw UnknownTenant() }
    if tenant.id.hasPrefix("broken") { throw NotNow() }
    return [Room()]
  }

  func environment(for user: User) -> EnvironmentValues { [Mine(), Badge()] }

  static func guests(_ user: User, _ environment: EnvironmentValues) -> User? {
    guard let room = environment[Room.self], room.guests.contains(user.id) else { return nil }
    var user = user
    user.roles = room.roles
    return user
  }
}

@Observable
private final class Room {
  var count = 0
  var guests: Set<String> = ["ann", "bob"]
  var roles: Set<String> = ["reader"]
}

@Observable
private final class Mine {
  var count = 0
}

@SavedState
final class Badge {
  @Environment(\.user) var user

  init() {}
}

@NavigationModel
private final class RoomModel {
  @Environment(Room.self) var room
  @Environment(Mine.self) var mine
  @Environment(\.tenant) var tenant
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("\(room.count) in \(tenant)")
    Text("\(user.id) of \(tenant): \(user.roles.sorted().joined(separator: ", "))")
    Button("Add") { self.room.count += 1 }
    Button("Mine") { self.mine.count += 1 }
    Button("Open") { self.openWindow("room") }
    Button("Promote") { self.room.roles.insert("writer") }
    Button("Dismiss ann") { self.room.guests.remove("ann") }
    Button("Invite ann") { self.room.guests.insert("ann") }
    Text("\(mine.count) mine")
  }
}

@NavigationModel
private final class BellModel {
  var rings = 0
  @Environment(\.tenant) var tenant

  init() {}

  var body: some View {
    Text("\(tenant) rang \(rings) times")
    Button("Ring") { self.rings += 1 }
  }
}

@NavigationModel
private final class LobbyModel {
  @Environment(\.tenant) var tenant

  init() {}

  var body: some View { Text("lobby of \(tenant)") }
}

private struct ParlourApp: WindowApp {
  var tenancy: Tenancy { .queryItem("room") { user, _ in user } }

  var body: some Scene {
    WindowGroup("Parlour", id: "parlour") { .stacked(ParlourModel()) }.destinations(TalkPage.self)
  }
}

private struct TalkPage: URLDestination {
  static let path = "/talk"
  func makeModel() -> any NavigationModel { ParlourModel() }
}

@NavigationModel
private final class ParlourModel {
  @Environment(\.user) var user
  var body: some View { Text("in \(user.tenant)") }
}
