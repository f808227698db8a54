import Oriel
import OrielDocument
import OrielTesting
import Testing

/// A destination that takes the place of what is reached like it.
struct ReplaceTests {
  let places: PlacesWindow
  init() throws { places = try PlacesWindow() }

  private var depth: Int { places.home.depth }

  private func dismissals() -> [String?] {
    places.window.events.filter { $0.kind == .dismissed }.map { $0.details["reason"] }
  }

  // MARK: Pushed

  @Test func `the last entry that is pushed gives way, and the root never does`() throws {
    for number in 1...3 {
      #expect(try places.execute(.navigate(to: Place.page(number), method: .replace)) == .executed)
      #expect(places.window.text == ["page \(number)"])
      #expect(depth == 1)
    }
    try places.window.back()
    #expect(places.window.text == ["home"])
  }

  @Test func `a screen may give way to the next`() throws {
    try places.execute(.navigate(to: Place.page(1)))
    try places.execute(.navigate(to: Place.page(2)))
    let last = try #require(places.home.stack?.path.last?.model)
    #expect(try places.execute(.navigate(to: Place.page(3), method: .replace), as: last) == .executed)
    #expect(places.window.text == ["page 3"])
    #expect(depth == 2)
  }

  @Test func `the same place stays as it is`() throws {
    try places.execute(.navigate(to: Place.page(1)))
    let before = places.window.document
    #expect(try places.execute(.navigate(to: Place.page(1), method: .replace)) == .executed)
    #expect(places.window.document == before)
  }

  @Test func `without a stack nothing is pushed`() throws {
    let alone = PlaceModel("alone")
    let window = try TestWindow(alone)
    try window.run {
      #expect(!alone.canExecute(.navigate(to: Place.page(1), method: .replace)))
      #expect(alone.navigate(to: Place.page(1), method: .replace) == .notExecutable(.noStack))
    }
  }

  // MARK: Presented

  @Test(arguments: [(Place.settings, "sheet"), (.lobby, "sheet"), (.help, "cover"), (.wizard, "cover")])
  func `a layer gives way to another of its kind`(place: Place, style: String) throws {
    let other: Place = style == "sheet" ? (place == .settings ? .lobby : .settings) : place == .help ? .wizard : .help
    #expect(try places.execute(.navigate(to: place, method: .replace)) == .executed)
    #expect(places.styles == [style])
    #expect(try places.execute(.navigate(to: other, method: .replace)) == .executed)
    #expect(places.styles == [style])
    #expect(places.window.text == ["home", "\(other)"])
    #expect(dismissals() == ["replaced"])
  }

  @Test func `a layer of another kind stays, and the place is presented over it`() throws {
    try places.execute(.navigate(to: Place.help))
    try places.execute(.navigate(to: Place.settings, method: .replace))
    #expect(places.window.text == ["home", "help", "settings"])
    try places.execute(.navigate(to: Colliding(name: "a"), method: .replace))
    #expect(places.window.text == ["home", "help", "a"])
  }

  @Test func `what is above the layer that gives way goes with it`() throws {
    try places.execute(.navigate(to: Place.settings))
    try places.execute(.navigate(to: Place.help))
    try places.execute(.navigate(to: Colliding(name: "a"), method: .replace))
    #expect(places.window.text == ["home", "a"])
  }

  @Test func `what is below its caller never gives way`() throws {
    try places.execute(.navigate(to: Place.settings))
    try places.execute(.navigate(to: Place.help))
    let help = try #require(places.home.presentedModels.last)
    try places.execute(.navigate(to: Colliding(name: "a"), method: .replace), as: help)
    #expect(places.window.text == ["home", "settings", "help", "a"])
    let shown = try #require(places.home.presentedModels.last)
    try places.execute(.navigate(to: Colliding(name: "b"), method: .replace), as: shown)
    #expect(places.window.text == ["home", "settings", "help", "b"])
  }

  @Test func `the place that is presented already stays, and what is above it goes`() throws {
    try places.execute(.navigate(to: Place.settings))
    let before = places.window.document
    try places.execute(.navigate(to: Colliding(name: "a")))
    #expect(places.styles == ["sheet", "sheet"])
    #expect(try places.execute(.navigate(to: Place.settings, method: .replace)) == .executed)
    #expect(places.window.document == before)
  }

  // MARK: Wherever a method may stand

  @Test func `a link replaces`() throws {
    let window = try TestWindow(.stacked(ReplacingLinksModel()))
    try window.tap("Help, pushed")
    try window.back()
    try window.tap("Settings")
    try window.run { try window.find(ReplacingLinksModel.self).dismiss() }
    try window.tap("Page")
    #expect(window.text == ["page 9"])
  }

  @Test func `a map replaces by the destination's own method`() throws {
    places.home.navigationMap { AnyNavigationDestination($0.base, method: .replace) }
    try places.execute(.navigate(to: Place.settings))
    try places.execute(.navigate(to: Place.lobby))
    #expect(places.window.text == ["home", "lobby"])
    try places.execute(.navigate(to: Place.settings, method: .sheet))
    #expect(places.window.text == ["home", "lobby", "settings"])
  }

  @Test func `after a restart the same gives way`() throws {
    let window = try TestWindow(app: PlacesApp())
    try window.run { try window.root.navigate(to: Place.page(1)) }
    try window.run { try window.root.navigate(to: Place.settings) }
    try window.restart()
    let before = window.document
    try window.run { try window.root.navigate(to: Place.settings, method: .replace) }
    #expect(window.document == before)
    try window.run { try window.root.navigate(to: Place.lobby, method: .replace) }
    try window.run { try window.root.navigate(to: Place.page(2), method: .replace) }
    #expect(window.text == ["page 2", "lobby"])
    try window.restart()
    #expect(window.text == ["page 2", "lobby"])
  }
}

@NavigationModel
private final class ReplacingLinksModel {
  var body: some View {
    NavigationLink("Help, pushed", to: Place.help, method: .push)
    NavigationLink("Settings", to: Place.settings, method: .replace)
    NavigationLink("Page", to: Place.page(9), method: .replace)
  }
}
