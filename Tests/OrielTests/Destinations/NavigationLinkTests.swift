import Oriel
import OrielDocument
import OrielTesting
import Testing

@NavigationModel
private final class LinksModel {
  var body: some View {
    NavigationLink("Settings", to: Place.settings)
    NavigationLink("Pushed settings", systemImage: "gear", to: Place.settings, method: .push)
    NavigationLink("Order", to: PlacesApp.Order(id: 3))
    NavigationLink(to: Place.page(4)) { Text("Page four") }.id("four")
  }
}

struct NavigationLinkTests {
  @Test func `a link goes by its destination's method, or by the one it is given`() throws {
    let window = try TestWindow(.stacked(LinksModel()))
    try window.tap("Pushed settings")
    #expect(window.text == ["settings"])
    try window.back()
    try window.tap("four")
    #expect(window.text == ["page 4"])
    try window.back()
    try window.tap("Settings")
    #expect(window.text.suffix(1) == ["settings"])
    #expect(window.document["models"]?["m1"]?["presented"]?["as"] == "sheet")
  }

  @Test func `a link is a navigationLink, with the address of its destination`() throws {
    let window = try TestWindow(.stacked(LinksModel()))
    let body = try #require(window.document["models"]?["m2"]?["body"]?.arrayValue)
    #expect(
      body.prefix(3) == [
        ["type": "navigationLink", "id": "0", "text": "Settings"],
        ["type": "navigationLink", "id": "1", "text": "Pushed settings", "symbol": "gear"],
        ["type": "navigationLink", "id": "2", "text": "Order", "url": "/order/3"],
      ])
  }

  @Test func `a link that leads nowhere now is refused`() throws {
    let window = try TestWindow(LinksModel())
    #expect(try window.tap("four") == .rejected(.notExecutable, "This can't be opened now"))
  }
}

struct ItemNavigationTests {
  @Test func `a property that becomes a place is gone to and emptied`() throws {
    let places = try PlacesWindow { home in home.navigate(to: \.next) }
    for number in 1...2 {
      try places.window.run { places.home.next = .page(number) }
      #expect(places.window.text == ["page \(number)"])
      #expect(places.home.next == nil)
    }
    try places.window.run { places.home.next = .settings }
    #expect(places.window.text == ["page 2", "settings"])
  }

  @Test func `a trigger that becomes true is followed and falls back`() throws {
    let places = try PlacesWindow { home in home.navigate(when: \.wantsHelp, to: Place.help, method: .push) }
    try places.window.run { places.home.wantsHelp = true }
    #expect(places.window.text == ["help"])
    #expect(!places.home.wantsHelp)
    try places.window.back()
    try places.window.run { places.home.wantsHelp = true }
    #expect(places.window.text == ["help"])
  }

  @Test func `what was set before the model starts is followed too`() throws {
    let home = PlaceModel("home") { $0.navigate(to: \.next) }
    home.next = .page(7)
    let window = try TestWindow(.stacked(home))
    #expect(window.text == ["page 7"])
  }

  @Test func `nothing is watched any more when the model has left`() throws {
    let places = try PlacesWindow()
    let page = PlaceModel("page") { $0.navigate(to: \.next) }
    try places.execute(.push(page))
    try places.execute(.pop())
    try places.window.run { page.next = .page(3) }
    #expect(page.next == .page(3))
    #expect(places.window.text == ["home"])
  }
}
