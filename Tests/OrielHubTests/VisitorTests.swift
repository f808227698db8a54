import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What visitors can make many of, and what is left of those who do nothing.
struct VisitorTests {
  let store = TestStore()

  private func server(_ set: (inout HubLimits) -> Void = { _ in }) throws -> TestServer {
    var limits = HubLimits()
    set(&limits)
    return try TestServer(app: HubApp(), store: store, limits: limits)
  }

  // MARK: Nothing done

  @Test func `an anonymous user who has done nothing leaves nothing in the store`() throws {
    let server = try server()
    let (idle, busy, named) = (
      try server.open(user: "u-idle"), try server.open(user: "u-busy"), try server.open(user: "ann")
    )
    try busy.tap("Add")
    for window in [idle, busy, named] { try window.disconnect() }
    #expect(store.windowCount == 3)
    try server.advance(by: .seconds(1800))
    #expect(store.windowCount == 2)
    #expect(server.look { $0.windows.count } == 0)
    try busy.reconnect()
    #expect(busy.text.first == "1")
  }

  @Test func `a page that had done nothing comes back to a window like it, and hears of no loss`() throws {
    let server = try server()
    let window = try server.open(user: "u-idle")
    let former = window.id
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    try window.reconnect()
    #expect(window.id != former)
    #expect(window.triggers == [])
    #expect(window.text.first == "0")
    try window.tap("Add")
    #expect(window.text.first == "1")
  }

  @Test func `a page that has only said what it shows had done nothing`() throws {
    let server = try server()
    let window = try server.open(user: "u-idle")
    let former = window.id
    try window.appeared()
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    #expect(store.windowCount == 0)
    try window.reconnect()
    #expect(window.id != former)
    #expect(window.triggers == [])
    try window.appeared()
    try window.tap("Add")
    #expect(window.text.first == "1")
  }

  @Test func `a window that another window of its user led somewhere is kept`() throws {
    let server = try TestServer(app: TwoWindowsApp(), store: store)
    let (led, leading) = (try server.open(user: "u-two"), try server.open(user: "u-two"))
    try led.appeared()
    try leading.tap("Lead every other window")
    #expect(led.text.first == "7")
    for window in [led, leading] { try window.disconnect() }
    try server.advance(by: .seconds(1800))
    #expect(store.windowCount == 2)
    try led.reconnect()
    #expect(led.text.first == "7")
  }

  @Test func `a window whose model was changed from another window is kept, one that only shows the change is not`()
    throws
  {
    let server = try TestServer(app: TwoWindowsApp(), store: store)
    let windows = try ["u-two", "u-two", "u-other"].map { try server.open(user: $0) }
    for window in windows { try window.appeared() }
    try windows[1].tap("Count in the first window")
    #expect(windows.map(\.text.first) == ["1", "0", "0"])
    for window in windows { try window.disconnect() }
    try server.advance(by: .seconds(1800))
    #expect(store.windowCount == 2)
    try windows[0].reconnect()
    #expect(windows[0].text.first == "1")
  }

  @Test func `it does so too after its tab was reloaded`() throws {
    let server = try server()
    let window = try server.open(user: "u-idle")
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    try window.reload()
    #expect(window.text.first == "0")
    #expect(store.windowCount == 1)
  }

  @Test func `a window that was dismissed stays so, though nothing had been done in it`() throws {
    let server = try server()
    let window = try server.open(user: "u-idle")
    try window.disconnect()
    server.look(window.id) { hub, id in _ = hub.dismiss(id) }
    #expect(throws: TestError.refused(.windowDismissed)) { try window.reconnect() }
  }

  // MARK: Windows of a user

  @Test func `of more windows than a user may have, those go that were not used for longest`() throws {
    let server = try server {
      $0.keptWindowsPerUser = 20
      $0.attachedWindowsPerUser = 5
    }
    var windows: [TestWindow] = []
    for _ in 0..<40 {
      let window = try server.open(user: "u-many")
      try window.tap("Add")
      try window.disconnect()
      windows.append(window)
      try server.advance(by: .seconds(1))
    }
    #expect(store.windowCount <= 20)
    #expect(server.look { $0.metrics.crowdedOutWindows } >= 20)
    #expect(throws: TestError.refused(.windowDismissed)) { try windows[0].reconnect() }
    try windows[39].reconnect()
    #expect(windows[39].text.first == "1")
    try windows[25].reconnect()
    #expect(windows[25].text.first == "1")
  }

  @Test func `how many a user has is known after a restart too`() throws {
    let server = try server { $0.keptWindowsPerUser = 10 }
    for _ in 0..<10 {
      let window = try server.open(user: "u-many")
      try window.tap("Add")
      try window.disconnect()
    }
    try server.restart()
    #expect(store.windowCount == 10)
    try server.open(user: "u-many").tap("Add")
    try server.advance(by: .seconds(1))
    #expect(store.windowCount == 10)
  }

  @Test func `windows that others open for a user drive out none of the user's own`() throws {
    var limits = HubLimits()
    (limits.keptWindowsPerUser, limits.unseenWindowsPerUser, limits.attachedWindowsPerUser) = (10, 5, 3)
    let store = TestStore(outlivesProcess: true)
    let server = try TestServer(app: DispatchApp(), store: store, limits: limits)
    let (ann, draft) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    try draft.tap("Add")
    try draft.disconnect()
    _ = try server.open(user: "bob")
    for number in 1...40 {
      let window = try server.look { try #require($0.windows[ann.id]) }
      try server.step((window, number)) { hub, asked in
        hub.turn(in: asked.0) {
          _ = asked.0.user.home.windows.open("incident", value: asked.1, for: "bob", policy: .new)
        }
      }
      try server.advance(by: .seconds(1))
    }
    #expect(store.windowCount <= 3 + 5 + 1)
    try draft.reconnect()
    #expect(draft.text.first == "case 4 of bob: 1, ")
    // One that its user has seen is the user's own.
    let seen = try server.look { try #require($0.users.windows(of: "bob").last { $0.value == 40 }?.id) }
    try server.open(seen, user: "bob").disconnect()
    try server.restart()
    #expect(server.look(seen) { hub, id in hub.windows[id]?.isUnseen } != true)
  }

  // MARK: A network

  private func come(_ server: TestServer, _ number: Int, user: String, from network: String?) throws -> [TestDelivery] {
    let page = RawPage(server, instance: "page \(number)", user: user)
    return try page.attach { $0.network = network }
  }

  @Test func `new users from a network are limited per hour, known users are not`() throws {
    let server = try server { $0.newUsersPerHour = 3 }
    func come(_ number: Int, _ user: String, from network: String? = "192.0.2.1") throws -> Bool {
      try self.come(server, number, user: user, from: network) != [.closing(.tooManyOfNetwork)]
    }
    #expect(try (0..<5).map { try come($0, "u-\($0)") } == [true, true, true, false, false])
    // Another network, this machine, a user with a name, and one who has a window.
    #expect(try come(5, "u-5", from: "192.0.2.2") && come(6, "u-6", from: nil) && come(7, "ann") && come(8, "u-0"))
    try server.advance(by: .seconds(1200))
    #expect(try (9..<11).map { try come($0, "u-\($0)") } == [true, false])
    #expect(server.look { $0.metrics.refusedWindows } == 3)
    #expect(server.log.messages.count { $0.contains("--new-users-per-address") } == 2)
  }

  @Test func `windows opened from a network are limited per hour, those opened by its pages too`() throws {
    let server = try server { $0.newWindowsPerHour = 3 }
    let page = RawPage(server, instance: "page")
    try page.attach { $0.network = "192.0.2.1" }
    let window = try #require(page.attachment?.window.id)
    func open() -> Bool {
      server.look(window) { hub, id in
        hub.openWindow(OpenRequest("note", 7), for: User(id: "user"), opener: id) != nil
      }
    }
    #expect([open(), open(), open()] == [true, true, false])
    #expect(try come(server, 1, user: "user", from: "192.0.2.1") == [.closing(.tooManyOfNetwork)])
    #expect(try come(server, 2, user: "user", from: "192.0.2.2") != [.closing(.tooManyOfNetwork)])
  }

  @Test func `windows that objects open for others count for the network of the page that asked`() throws {
    let server = try server { $0.newWindowsPerHour = 3 }
    let (page, other) = (RawPage(server, instance: "page"), RawPage(server, instance: "other", user: "other"))
    try page.attach { $0.network = "192.0.2.1" }
    try other.attach { $0.network = "192.0.2.2" }
    let window = try #require(page.attachment?.window.id)
    for _ in 1...10 {
      try server.step(window) { hub, id in
        guard let window = hub.windows[id], let home = hub.homes[.app] else { return }
        hub.turn(in: window) { _ = home.windows.open("note", value: 7, for: "other", policy: .new) }
      }
    }
    #expect(server.look { $0.users.windows(of: "other").count } == 3)
  }

  @Test func `a page that may not open a window has nothing read from the store for it`() throws {
    let store = HeldStore()
    var limits = HubLimits()
    limits.newWindowsPerHour = 1
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    _ = try come(server, 1, user: "u-1", from: "192.0.2.1")
    let calls = store.callCount
    #expect(try come(server, 2, user: "u-2", from: "192.0.2.1") == [.closing(.tooManyOfNetwork)])
    #expect(store.callCount == calls)
  }

  @Test func `windows read from the store for a network are limited per hour`() throws {
    // With several, the test asks the store for the hub of a window.
    let store = HeldStore()
    var limits = HubLimits()
    limits.newWindowsPerHour = 5
    let server = try TestServer(app: HubApp(), hubs: 1, store: store, limits: limits)
    func ask(_ number: Int, from network: String?) throws -> [TestDelivery] {
      try RawPage(server, instance: "page \(number)").attach {
        $0.window = WindowID("w-\(number)")
        $0.network = network
      }
    }
    let answers = try (0..<25).map { try ask($0, from: "192.0.2.1") }
    #expect(
      answers == Array(repeating: [.closing(.windowDismissed)], count: 20)
        + Array(repeating: [.closing(.tooManyOfNetwork)], count: 5))
    let calls = store.callCount
    _ = try ask(25, from: "192.0.2.1")
    #expect(store.callCount == calls)
    #expect(try ask(26, from: "192.0.2.2") == [.closing(.windowDismissed)])
    #expect(try ask(27, from: nil) == [.closing(.windowDismissed)])
    #expect(server.log.messages.count { $0.contains("20 windows and tenants") } == 1)
  }

  @Test func `users read from the store for a network are limited per hour, though none of them may come`() throws {
    let store = HeldStore()
    var limits = HubLimits()
    limits.newUsersPerHour = 1
    limits.newWindowsPerHour = 5
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    func come(_ numbers: Range<Int>) throws -> [[TestDelivery]] {
      try numbers.map { try self.come(server, $0, user: "u-\($0)", from: "192.0.2.1") }
    }
    #expect(try come(0..<1) != [[.closing(.tooManyOfNetwork)]])
    let refused: [TestDelivery] = [.closing(.tooManyOfNetwork)]
    #expect(try come(1..<25) == Array(repeating: refused, count: 24))
    let calls = store.callCount
    #expect(try come(25..<50) == Array(repeating: refused, count: 25))
    #expect(store.callCount == calls)
    #expect(try self.come(server, 50, user: "u-50", from: "192.0.2.2") != refused)
  }

  // MARK: Pages that wait

  @Test func `pages that wait for the store are limited, in number and bytes, though they hang up`() throws {
    let store = HeldStore()
    var limits = HubLimits()
    limits.waitingArrivals = 3
    limits.waitingArrivalBytes = 1000
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    _ = try server.open(user: "first")
    store.hold()
    func come(_ number: Int, bytes: Int) throws -> RawPage {
      let page = RawPage(server, instance: "page \(number)", user: "user \(number)")
      try page.attach { $0.bytes = bytes }
      return page
    }
    let waiting = [try come(1, bytes: 600)]
    #expect(try come(2, bytes: 500).page.closing == .unavailable)
    // 401 bytes of JSON.
    let large = RawPage(server, instance: "large", user: "large")
    try large.attach { $0.value = .array(Array(repeating: [0], count: 100)) }
    #expect(large.page.closing == .unavailable)
    let others = try [3, 4].map { try come($0, bytes: 100) }
    #expect(try come(5, bytes: 0).page.closing == .unavailable)
    #expect(server.log.messages.count { $0.contains("wait for the store") } == 1)
    store.release()
    try server.run()
    #expect((waiting + others).map(\.isOpen) == [true, true, true])
    #expect(server.look { ($0.visitors.arrivals.count, $0.visitors.arrivals.bytes) } == (0, 0))
    #expect(try come(6, bytes: 1000).isOpen)
  }

  // MARK: Memory

  @Test func `the last windows that were deleted untouched are remembered`() throws {
    let remembered = try TestServer(app: HubApp(), hubs: 1).look { hub in
      for number in 0..<50_000 { hub.visitors.remember(untouched: WindowID("w-\(number)")) }
      return (0..<50_000).filter { hub.visitors.remembers(WindowID("w-\($0)")) }
    }
    #expect(remembered == Array(40_000..<50_000))
  }

  @Test func `a number of tenants that are not there is remembered`() {
    var homes = HomeTable()
    let tenants = (0..<50_000).compactMap { Tenant("t\($0)") }
    for tenant in tenants { homes.markAbsent(tenant, .unknown, until: 1) }
    let remembered = tenants.count { homes.absence(of: $0, now: 0) != nil }
    #expect(remembered == 10_000)
    #expect(homes.absence(of: "t49999", now: 0) != nil)
  }

  @Test func `a window that only sleeps is in no list of those who opened one`() throws {
    var openers = WindowOpeners(since: 0)
    for number in 0..<50_000 {
      let (window, page): (WindowID, ScalarKey) = (WindowID("w-\(number)"), ScalarKey("page \(number)"))
      openers.opened(window, by: page, of: "ann")
      openers.unloaded(window, openedBy: page, of: "ann")
    }
    #expect(openers.count == 10_000)
    #expect(openers.window(openedBy: "page 49999", of: "ann")?.rawValue == "w-49999")
    #expect(openers.window(openedBy: "page 0", of: "ann") == nil)
  }
}

/// Windows that change one another.
private struct TwoWindowsApp: WindowApp {
  var body: some Scene {
    WindowGroup("Two", id: "main") { TwoWindowsModel() }
      .onNavigationRoute(CountTo.self) { route, root in (root as? TwoWindowsModel)?.count = route.count }
  }

  func environment(for user: User) -> EnvironmentValues { [Desk()] }

  final class Desk {
    var models: [TwoWindowsModel] = []
  }

  struct CountTo: NavigationRoute {
    let count: Int
  }
}

@NavigationModel
final class TwoWindowsModel {
  var count = 0
  @Environment(TwoWindowsApp.Desk.self) fileprivate var desk
  @Environment(\.window) fileprivate var window

  init() {}

  func start() { desk.models.append(self) }

  var body: some View {
    Text("\(count)")
    Button("Lead every other window") {
      for model in self.desk.models where model !== self {
        self.perform(route: TwoWindowsApp.CountTo(count: 7), in: model.window)
      }
    }
    Button("Count in the first window") { self.desk.models[0].count += 1 }
  }
}
