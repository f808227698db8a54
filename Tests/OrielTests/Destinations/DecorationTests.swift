import Oriel
import OrielDocument
import OrielTesting
import Testing

struct DecorationTests {
  @Test func `pushed screens are decorated, the root is not`() throws {
    let places = try PlacesWindow { home in
      home._node.parent.map(decorate)
    }
    #expect(places.window.text == ["home"])
    try places.execute(.push([PlaceModel("one"), PlaceModel("two")]))
    #expect(places.window.text == ["Above", "two"])
    #expect(places.window.title == "Decorated")
    try places.window.back()
    #expect(places.window.text == ["Above", "one"])
  }

  @Test(arguments: [(false, ["home", "sheet", "inside"]), (true, ["home", "sheet", "Above", "inside"])])
  func `pushed screens of a presented stack are decorated only where that is inherited`(
    inherits: Bool, text: [String]
  ) throws {
    let places = try PlacesWindow { home in
      home._node.parent.map { decorate($0, inherits: inherits) }
    }
    let sheet = PlaceModel("sheet")
    try places.execute(.present(.sheet(.stacked(sheet))))
    #expect(places.window.text == ["home", "sheet"])
    try places.execute(.push(PlaceModel("inside")), as: sheet)
    #expect(places.window.text == text.filter { $0 != "sheet" })
  }

  @Test(arguments: [Place.settings, .lobby, .help, .wizard])
  func `presented screens are decorated, in a stack or without one`(place: Place) throws {
    let places = try PlacesWindow { home in
      home.presentationModifier { content in
        content.toolbar { Button("Close") {} }
      }
    }
    try places.execute(.navigate(to: place))
    #expect(places.window.text == ["home", "Close", "\(place)"])
  }

  @Test(arguments: [false, true]) func `what a decorated screen presents is decorated where that is inherited`(
    inherits: Bool
  ) throws {
    let places = try PlacesWindow { home in
      home.presentationModifier(inherits: inherits) { content in
        Text("Above")
        content
      }
    }
    let sheet = PlaceModel("sheet")
    try places.execute(.present(.sheet(sheet)))
    try places.execute(.present(.sheet(PlaceModel("inner"))), as: sheet)
    #expect(places.window.text == ["home", "Above", "sheet"] + (inherits ? ["Above", "inner"] : ["inner"]))
  }

  @Test func `a decorated screen follows its own state`() throws {
    let places = try PlacesWindow { home in home._node.parent.map(decorate) }
    let counter = NamedModel("counter")
    try places.execute(.push(counter))
    try places.window.tap("add")
    #expect(places.window.text == ["Above", "counter", "Add", "count 1"])
  }
}

private func decorate(_ model: any NavigationModel) { decorate(model, inherits: false) }

private func decorate(_ model: any NavigationModel, inherits: Bool) {
  model.navigationModifier(inherits: inherits) { content in
    Text("Above")
    content.navigationTitle("Decorated")
  }
}
