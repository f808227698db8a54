import Oriel
import OrielDocument
import OrielTesting
import Testing

struct DestinationTests {
  let places: PlacesWindow
  init() throws { places = try PlacesWindow() }

  @Test func `a destination makes its model and is pushed unless it says otherwise`() throws {
    #expect(try places.execute(.navigate(to: Place.page(2))) == .executed)
    #expect(places.window.text == ["page 2"])
    #expect(places.layers == [])
  }

  @Test(arguments: [
    (Place.settings, "sheet", "screen"), (.help, "cover", "screen"), (.lobby, "sheet", "stack"),
    (.wizard, "cover", "stack"),
  ])
  func `a destination is presented by the method it names`(
    place: Place, style: String, kind: String
  ) throws {
    #expect(try places.execute(.navigate(to: place)) == .executed)
    #expect(places.styles == [style])
    #expect(places.kind == kind)
    #expect(places.window.text == ["home", "\(place)"])
  }

  @Test(arguments: [
    (NavigationMethod.push, [String](), String?.none), (.sheet, ["sheet"], "screen"), (.cover, ["cover"], "screen"),
    (.managedSheet, ["sheet"], "stack"), (.managedCover, ["cover"], "stack"),
  ])
  func `the method of a call wins over the destination's`(
    method: NavigationMethod, styles: [String], kind: String?
  ) throws {
    #expect(try places.execute(.navigate(to: Place.help, method: method)) == .executed)
    #expect(places.styles == styles)
    #expect(places.kind == kind)
    #expect(places.window.text.last == "help")
  }

  @Test func `a sheet has the detents of its destination`() throws {
    try places.execute(.navigate(to: Place.settings))
    #expect(places.layers.last?["detents"] == ["medium", "large"])
  }

  @Test func `without a stack a push is refused, and no model is made`() throws {
    let alone = PlaceModel("alone")
    let window = try TestWindow(alone)
    let place = Counted()
    try window.run {
      #expect(!alone.canExecute(.navigate(to: place)))
      #expect(alone.navigate(to: place) == .notExecutable(.noStack))
    }
    #expect(Counted.made == 0)
  }

  @Test func `what contains the stack pushes onto the one it shows`() throws {
    let first = PlaceModel("first")
    let second = PlaceModel("second")
    let tabs = DefaultTabsRootNavigationModel(
      tabs: [
        TabModel(id: "1", title: "1", model: .stacked(first)), TabModel(id: "2", title: "2", model: .stacked(second)),
      ], selectedTabID: "1")
    let window = try TestWindow(tabs)
    try window.run {
      tabs.selectTab("2")
      #expect(tabs.navigate(to: Place.page(5)) == .executed)
    }
    #expect(window.text == ["page 5"])
    try window.back()
    #expect(window.text == ["second"])
  }

  @Test func `a place that is presented already stays as it is`() throws {
    try places.execute(.navigate(to: Place.settings))
    let before = places.window.document
    #expect(try places.execute(.navigate(to: Place.settings)) == .executed)
    #expect(places.window.document == before)
    try places.execute(.navigate(to: Place.lobby))
    #expect(places.styles == ["sheet", "sheet"])
    let both = places.window.document
    #expect(try places.execute(.navigate(to: Place.lobby)) == .executed)
    #expect(places.window.document == both)
  }

  @Test func `the same place may be pushed twice and is two screens`() throws {
    try places.execute(.navigate(to: Place.page(1)))
    try places.execute(.navigate(to: Place.page(1)))
    #expect(try places.window.back().abridged != .nothing)
    #expect(places.window.text == ["page 1"])
  }

  @Test func `places with the same hash are not the same place`() throws {
    try places.execute(.navigate(to: Colliding(name: "a")))
    try places.execute(.navigate(to: Colliding(name: "b")))
    #expect(places.window.text == ["home", "a", "b"])
  }

  @Test func `a screen knows its destination after a restart`() throws {
    let window = try TestWindow(app: PlacesApp())
    try window.openURL("/order/7?express=true")
    #expect(window.url == "/order/7?express=true")
    try window.restart()
    #expect(window.url == "/order/7?express=true")
    #expect(window.text == ["order 7, express"])
  }

  @Test func `a type is known by its own name, or the one it gives itself`() {
    #expect(Place.routeName == "Place")
    #expect(PlacesApp.Order.routeName == "order")
    #expect(Colliding.routeName == "Colliding")
  }
}

private struct Counted: NavigationDestination {
  nonisolated(unsafe) static var made = 0

  func makeModel() -> any NavigationModel {
    Self.made += 1
    return PlaceModel("counted")
  }
}

/// Its hash says nothing.
struct Colliding: NavigationDestination {
  let name: String
  var method: NavigationMethod { .sheet }

  func hash(into hasher: inout Hasher) {}
  func makeModel() -> any NavigationModel { PlaceModel(name) }
}
