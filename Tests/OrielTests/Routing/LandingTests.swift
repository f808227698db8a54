import Oriel
import OrielDocument
import OrielTesting
import Testing

struct LandingTests {
  let server: TestServer
  init() throws { server = try TestServer(app: PlacesApp()) }

  @Test(arguments: [
    ("/", ["home"], "/"), ("/main", ["home"], "/"), ("/both", ["page 2"], "/"), ("/page/3", ["page 3"], "/"),
    ("/settings", ["home", "settings"], "/"), ("/order/3", ["order 3"], "/order/3"),
    ("/topics/news", ["home", "news"], "/topics/news"), ("/plain", ["plain"], "/plain"),
    ("/room/7", ["room 7"], "/room/7"), ("/room/7/order/1", ["order 1"], "/room/7/order/1"),
    (
      #"/seat?value=%7B%22row%22:%22C%22,%22number%22:4%7D"#, ["seat C4"],
      #"/seat?value=%7B%22row%22:%22C%22,%22number%22:4%7D"#
    ),
  ])
  func `a page that comes with an address lands there`(url: String, text: [String], shown: String) throws {
    let window = try server.open(url: url)
    #expect(window.text == text)
    #expect(window.url == shown)
    #expect(window.page.rev == window.rev)
    #expect(server.warnings == [])
  }

  @Test(arguments: ["/nowhere-at-all", "/order/x", "/room/x"])
  func `an address without a handler opens the default window, and the log says so`(url: String) throws {
    let window = try server.open(url: url)
    #expect(window.text == ["home"])
    #expect(window.url == "/")
    #expect(server.warnings == ["No handler takes the address \(url)"])
  }

  @Test func `an address that a user follows and no handler takes is the browser's, and no mistake`() throws {
    let window = try server.open(url: "/order/5")
    let outcome: TestOutcome = try window.openURL("/orders.csv")
    #expect(outcome == .rejected(.notExecutable, "There is nothing at this address"))
    #expect(window.url == "/order/5")
    #expect(server.warnings == [])
  }

  @Test func `what its window shows is where its address leads: there and back`() throws {
    let window = try server.open(url: "/order/5")
    try window.back()
    #expect((window.text, window.url) == (["home"], "/"))
    try window.openURL("/order/5")
    #expect((window.text, window.url) == (["order 5"], "/order/5"))
    let other = try server.open(user: "another", url: window.url)
    #expect((other.text, other.url) == (window.text, window.url))
  }

  @Test func `the address of a tab selects it as it is`() throws {
    let two = AddressModel("two")
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [
        TabModel(id: "1", title: "1", model: AddressModel("one")),
        TabModel(id: "2", title: "2", model: .stacked([two, AddressModel("deep")])),
      ], selectedTabID: "1")
    let window = try TestWindow(tabs)
    try window.run { tabs.present(.sheet(AddressModel("help"))) }
    try window.openURL("/two/deep")
    #expect((window.url, window.text) == ("/two/deep", ["deep"]))
    try window.openURL("/one")
    #expect((window.url, window.text) == ("/one", ["one"]))
    #expect(try window.openURL("/two") == .rejected(.notExecutable, "There is nothing at this address"))
    #expect((window.url, window.text) == ("/one", ["one"]))
  }

  @Test func `an address inside a window is opened there`() throws {
    let window = try server.open()
    #expect(try window.openURL("/topics/news") != .nothing)
    #expect(window.text == ["home", "news"])
    // A pushed place is seen: what was above it goes.
    try window.openURL("/order/8")
    #expect(window.text == ["order 8"])
    #expect(try window.openURL("/order/8") == .nothing)
    try window.openURL("/")
    #expect(window.text == ["home"])
    let room = try server.open(url: "/room/2")
    try room.openURL("/room/2/order/4")
    #expect((room.text, room.url) == (["order 4"], "/room/2/order/4"))
  }

  @Test func `inside a window, an address without a handler is refused, and a failing one reported`() throws {
    let window = try server.open()
    let before = window.document
    #expect(try window.openURL("/xyz") == .rejected(.notExecutable, "There is nothing at this address"))
    #expect(try window.openURL("nowhere") == .rejected(.invalid, "openURL needs an address, and goes to the root"))
    #expect(try window.openURL("/nowhere") == .rejected(.failed, "Something went wrong"))
    let screen: TestOutcome = try window.event(model: "m2", name: "openURL", value: ["url": "/order/1"])
    #expect(screen == .rejected(.invalid, "openURL needs an address, and goes to the root"))
    #expect(window.document == before)
  }

  @Test func `a window that a page comes back to stays where it is`() throws {
    let window = try server.open(url: "/order/3")
    try window.back()
    try window.reload()
    #expect((window.text, window.url) == (["home"], "/"))
  }
}

struct URLHandlerOrderTests {
  /// Who was asked, in order.
  final class Calls { var names: [String] = [] }

  private let calls = Calls()

  private func asked(_ name: String, taking path: String? = nil) -> (WindowURL) -> Bool {
    { [calls] url in
      calls.names.append(name)
      return url.path.first == path
    }
  }

  @Test func `models are asked from the root down, each in order, until one takes it`() throws {
    let hidden = PlaceModel("hidden") { [self] in $0.onOpenURL(asked("hidden", taking: "deep")) }
    let shown = PlaceModel("shown") { [self] in
      $0.onOpenURL(asked("shown 1"))
      $0.onOpenURL(asked("shown 2", taking: "shallow"))
    }
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "1", title: "1", model: .stacked(shown)), TabModel(id: "2", title: "2", model: .stacked(hidden)),
      ]))
    try window.openURL("/deep")
    #expect(calls.names == ["shown 1", "shown 2", "hidden"])
    calls.names = []
    try window.openURL("/shallow/x")
    #expect(calls.names == ["shown 1", "shown 2"])
  }

  @Test func `a model's handlers go with it and come again when it starts again`() throws {
    let places = try PlacesWindow()
    let page = PlaceModel("page") { [self] in $0.onOpenURL(asked("page", taking: "x")) }
    try places.execute(.push(page))
    try places.execute(.pop())
    #expect(try places.window.openURL("/x") == .rejected(.notExecutable, "There is nothing at this address"))
    #expect(calls.names == [])
    try places.execute(.push(page))
    try places.window.openURL("/x")
    #expect(calls.names == ["page"])
  }
}
