import Oriel
import OrielDocument
import OrielTesting
import Testing

struct NamedDestinationTests {
  let window: TestWindow
  init() throws { window = try TestWindow(app: PlacesApp()) }

  private func navigate(_ name: String, _ properties: JSONValue, method: NavigationMethod? = nil) throws
    -> CommandResult
  {
    let root = try #require(window.rootModel)
    var result = CommandResult.executed
    try window.run { result = root.navigate(toDestination: name, properties: properties, method: method) }
    return result
  }

  @Test func `a destination is found by its name and properties`() throws {
    #expect(try navigate("order", ["id": 3]) == .executed)
    #expect(window.text == ["order 3"])
    #expect(try navigate("Place", ["settings": [:]]) == .executed)
    #expect(window.text == ["order 3", "settings"])
    #expect(try navigate("PlacesApp.Topic", "news", method: .push) == .executed)
    #expect(window.server.warnings == [])
  }

  @Test(
    arguments: [
      ("odrer", ["id": 3]), ("order", ["id": "x"]), ("order", [:]), ("Place", ["x": [:]]),
    ] as [(String, JSONValue)])
  func `an unknown destination is refused, the window stays, and the log says so`(
    name: String, properties: JSONValue
  ) throws {
    let before = window.document
    #expect(try navigate(name, properties) == .notExecutable(.unknownDestination(name)))
    #expect(window.document == before)
    #expect(window.server.warnings == ["The scene has no destination \"\(name)\" with these properties"])
  }
}

extension TestWindow {
  /// The window's root on the server.
  var rootModel: (any NavigationModel)? {
    nonisolated(unsafe) var root: (any NavigationModel)?
    server.look(id) { hub, id in root = hub.windows[id]?.graph.root }
    return root
  }
}
