import Oriel
import OrielTesting
import Testing

struct NavigationMapTests {
  @Test func `a map rewrites a place before anyone goes there (F101)`() throws {
    let places = try PlacesWindow { home in
      home.navigationMap(for: Place.self) { $0 == .page(1) ? Place.page(99) : $0 }
    }
    try places.execute(.navigate(to: Place.page(1)))
    #expect(places.window.text == ["page 99"])
  }

  @Test func `a map may give another method, and the call's own still wins (F101, F98)`() throws {
    let places = try PlacesWindow { home in
      home.navigationMap { AnyNavigationDestination($0.base, method: .cover) }
    }
    try places.execute(.navigate(to: Place.page(1)))
    #expect(places.styles == ["cover"])
    try places.execute(.navigate(to: Place.page(2), method: .push))
    #expect(places.styles == ["cover"])
  }

  @Test(arguments: [true, false]) func `a map is inherited by what is presented, unless it says no (F101)`(
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

  @Test func `the nearest map counts, and only for those below it (F101)`() throws {
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
