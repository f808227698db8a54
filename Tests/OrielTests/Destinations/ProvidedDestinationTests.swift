import Oriel
import OrielTesting
import Testing

private struct Weather: NavigationProvidedDestination {
  var town: String
}

private struct Map: NavigationProvidedDestination {
  func makePlaceholder() -> any NavigationModel { PlaceModel("no map today") }
}

private struct ProvidingApp: WindowApp {
  var body: some Scene {
    WindowGroup("Home", id: "main") { .stacked(PlaceModel("home")) }
      .navigationProvider(for: Weather.self) { PlaceModel("first in \($0.town)") }
      .navigationProvider(for: Weather.self) { PlaceModel("weather in \($0.town)") }
  }
}

struct ProvidedDestinationTests {
  @Test func `another model makes the model of a provided destination`() throws {
    let places = try PlacesWindow { home in
      home.navigationProvider(for: Weather.self) { PlaceModel("rain in \($0.town)") }
    }
    try places.execute(.navigate(to: Weather(town: "Ulm")))
    #expect(places.window.text == ["rain in Ulm"])
    #expect(places.window.server.warnings == [])
  }

  @Test func `the last provider counts, as long as its model is there`() throws {
    let places = try PlacesWindow { home in
      home.navigationProvider(for: Weather.self) { _ in PlaceModel("of home") }
    }
    let page = PlaceModel("page") { $0.navigationProvider(for: Weather.self) { _ in PlaceModel("of page") } }
    try places.execute(.push(page))
    try places.execute(.navigate(to: Weather(town: "Ulm"), method: .sheet))
    #expect(places.window.text == ["page", "of page"])
    try places.execute(.dismiss)
    try places.execute(.pop())
    try places.execute(.navigate(to: Weather(town: "Ulm"), method: .sheet))
    #expect(places.window.text == ["home", "of home"])
  }

  @Test func `a scene provides what no model does`() throws {
    let window = try TestWindow(app: ProvidingApp())
    let root = try #require(window.rootModel)
    try window.run { root.navigate(to: Weather(town: "Bonn")) }
    #expect(window.text == ["weather in Bonn"])
  }

  @Test func `without a provider the placeholder is shown, and the log says so`() throws {
    let places = try PlacesWindow()
    try places.execute(.navigate(to: Map()))
    #expect(places.window.text == ["no map today"])
    try places.execute(.navigate(to: Weather(town: "Ulm")))
    #expect(places.window.text == ["Missing provider for \(Weather.routeName)"])
    #expect(
      places.window.server.warnings == [
        "Nothing provides the destination \(Map.routeName)", "Nothing provides the destination \(Weather.routeName)",
      ])
  }
}
