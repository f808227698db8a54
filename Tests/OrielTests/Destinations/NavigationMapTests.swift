import Oriel
import OrielTesting
import Testing

struct NavigationMapTests {
  @Test func `a map rewrites a place before anyone goes there`() throws {
    let places = try PlacesWindow { home in
      home.navigationMap(for: Place.self) { $0 == .page(1) ? Place.page(99) : $0 }
    }
    try places.execute(.navigate(to: Place.page(1)))
    #expect(places.window.text == ["page 99"])
  }

  @Test func `a map may give another method, and the call's own still wins`() throws {
    let places = try PlacesWindow { home in
      home.navigationMap { AnyNavigationDestination($0.base, method: .cover) }
    }
    try places.execute(.navigate(to: Place.page(1)))
    #expect(places.styles == ["cover"])
    try places.execute(.navigate(to: Place.page(2), method: .push))
    #expect(places.styles == ["cover"])
  }

  @Test(arguments: [true, false]) func `a map is inherited by what is presented, unless it says no`(
    inherits: Bool
  ) throws {
    let places = try PlacesWindow { home in
      home.navigationMap(for: Place.self, inherits: inherits) { $0 == .help ? Place.settings : $0 }
    }
    let sheet = PlaceModel("sheet")
    try places.execute(.present(.sheet(sheet)))
    try places.execute(.navigate(to: Place.help), as: sheet)
    #expect(places.window.text == ["home", "sheet", inherits ? "settings" : "help"])
  }

  @Test func `who asks for the layer they are in is not who it was presented for`() throws {
    let places = try PlacesWindow { home in
      home.navigationMap(for: Place.self) { $0 == .page(1) ? Place.page(99) : $0 }
    }
    try places.execute(.navigate(to: Place.lobby))
    let sheet = try #require(
      places.home._node.parent?._node.layer?.presentation.model as? DefaultStackRootNavigationModel)
    let lobby = try #require(sheet.path.first?.model)
    try places.execute(.navigate(to: Place.lobby), as: lobby)
    try places.execute(.navigate(to: Place.page(1)), as: lobby)
    #expect(places.window.text == ["home", "page 99"])
  }

  @Test func `who asked for a layer may stand in it later, where no map is found`() throws {
    let (asker, inner) = (PlaceModel("asker"), PlaceModel("inner"))
    let stack = DefaultStackRootNavigationModel.stacked([PlaceModel("home"), asker, inner])
    let sheet = DefaultStackRootNavigationModel.stacked(PlaceModel("sheet"))
    let window = try TestWindow(stack)
    try window.run { asker.present(.sheet(sheet)) }
    try window.run { sheet.path.append(stack.path.remove(at: 1)) }
    try window.run { asker.navigate(to: Place.page(1)) }
    #expect(window.text == ["inner", "page 1"])
  }

  @Test func `the nearest map counts, and only for those below it`() throws {
    let inner = PlaceModel("inner") { inner in inner.navigationMap(for: Place.self) { _ in Place.page(2) } }
    let outer = DefaultSwitchedNavigationModel(.stacked([PlaceModel("outer"), inner]))
    let window = try TestWindow(outer)
    try window.run {
      outer.navigationMap(for: Place.self) { _ in Place.page(1) }
      inner.navigate(to: Place.page(0))
      outer.navigate(to: Place.page(0))
    }
    #expect(window.text == ["page 1"])
    try window.back()
    #expect(window.text == ["page 2"])
  }
}
