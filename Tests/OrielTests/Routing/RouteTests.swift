import Oriel
import OrielTesting
import Testing

struct RouteTests {
  let server: TestServer
  let window: TestWindow
  let root: any NavigationModel

  init() throws {
    server = try TestServer(app: PlacesApp())
    window = try server.open()
    root = try #require(window.rootModel)
  }

  private func perform(_ command: some NavigationCommand) throws -> CommandResult {
    var result = CommandResult.executed
    var could = false
    try window.run {
      could = root.canExecute(command)
      result = root.execute(command)
    }
    if case .rejected = result {} else { #expect(could == (result == .executed)) }
    return result
  }

  @Test func `one table answers code, addresses and operators alike`() throws {
    #expect(try perform(.perform(route: Way.page(4))) == .executed)
    #expect(window.text == ["page 4"])
    try window.openURL("/page/5")
    #expect(window.text == ["page 5"])
    #expect(try server.open(user: "other", url: "/page/6").text == ["page 6"])
    let opened = try server.step { hub in try hub.open(scene: "main", value: nil, url: "/page/7", for: "user").id }
    #expect(try server.open(opened).text == ["page 7"])
  }

  @Test func `the nearest model that handles a route says what it means`() throws {
    let places = try PlacesWindow { home in
      home.onNavigationRoute(Way.self) { _ in home.navigate(to: Place.page(1)) }
    }
    let page = PlaceModel("page") { page in page.onNavigationRoute(Way.self) { _ in page.navigate(to: Place.page(2)) } }
    try places.execute(.push(page))
    try places.execute(.perform(route: Way.settings), as: page)
    #expect(places.window.text == ["page 2"])
    try places.execute(.perform(route: Way.settings), as: places.home)
    #expect(places.window.text == ["page 1"])
  }

  @Test func `a route without a handler is refused and logged`() throws {
    let places = try PlacesWindow()
    try places.window.run {
      #expect(places.home.perform(route: Way.settings) == .notExecutable(.unknownRoute("Way")))
    }
    #expect(places.window.server.warnings == ["Nothing handles routes of type Way"])
  }

  @Test func `what a handler throws rejects the route`() throws {
    #expect(try perform(.perform(route: Way.nowhere)) == .rejected(CommandError(PlacesApp.Lost())))
  }

  @Test func `code sends another window of the user somewhere`() throws {
    let other = try server.open()
    #expect(try perform(.perform(route: Way.page(8), in: other.id)) == .executed)
    #expect(window.text == ["home"])
    #expect(other.text == ["page 8"])
    let foreign = try server.open(user: "somebody else")
    #expect(try perform(.perform(route: Way.page(9), in: foreign.id)) == .notExecutable(.unknownWindow))
    #expect(try perform(.perform(route: Way.nowhere, in: other.id)) == .rejected(CommandError(PlacesApp.Lost())))
    #expect(foreign.text == ["home"])
  }

  @Test func `a locked window is sent nowhere by another, and still by itself`() throws {
    try window.run { root.lockNavigation() }
    let other = try server.open()
    let sender = try #require(other.rootModel)
    try other.run { #expect(sender.perform(route: Way.page(8), in: window.id) == .notExecutable(.locked)) }
    #expect(try perform(.perform(route: Way.page(9), in: window.id)) == .executed)
    #expect(window.text == ["page 9"])
  }

  @Test func `code lands at an address of its own window`() throws {
    try window.run {
      #expect(root.land(at: "/order/2") == .executed)
      #expect(root.land(at: "/orders/2") == .notExecutable(.unknownURL("/orders/2")))
    }
    #expect(window.text == ["order 2"])
    #expect(server.warnings == ["No handler takes the address /orders/2"])
  }
}
