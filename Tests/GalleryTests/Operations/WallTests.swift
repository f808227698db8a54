import OrielDocument
import OrielTesting
import Testing

@testable import Gallery

@Suite("The wall")
struct WallTests {
  let server: TestServer
  let wall: TestWindow

  init() throws {
    server = try TestServer(app: GalleryApp())
    wall = try server.open(scene: "wall")
  }

  private func shown(_ name: String, of window: TestWindow) -> JSONValue? {
    window.element("wall")?["properties"]?[name]
  }

  @Test func `one click puts a message on every wall, and it outlives a restart`() throws {
    let second = try server.open(scene: "wall")
    try wall.tap("try")
    let control = try wall.openWindow()
    #expect(control.reads("2 walls are open."))
    try control.type("Lift 2 is out of order", into: "message")
    try control.tap("announce")
    for window in [wall, second] { #expect(shown("announcement", of: window) == "Lift 2 is out of order") }
    try control.tap("Alarm on all walls")
    for window in [wall, second] { #expect(shown("isAlarm", of: window) == true) }
    try server.restart()
    for window in [wall, second, control] { try window.reconnect() }
    for window in [wall, second] { #expect(shown("announcement", of: window) == "Lift 2 is out of order") }
    try control.tap("clear")
    for window in [wall, second] { #expect(shown("announcement", of: window) == nil) }
    #expect(server.warnings == [])
  }

  @Test func `the pages take turns by the clock, or one stays`() throws {
    let control = try server.open(scene: "wall-control")
    var titles: [JSONValue?] = []
    for _ in 1...4 {
      titles.append(shown("title", of: wall))
      try server.advance(by: .seconds(8))
    }
    #expect(titles == ["Incidents", "Calls", "Market", "Incidents"])
    try control.choose("Market", in: "page")
    try server.advance(by: .seconds(8))
    #expect(shown("title", of: wall) == "Market")
  }

  @Test func `a wall has the server's time, in minutes`() throws {
    let control = try server.open(scene: "wall-control")
    try control.choose("Market", in: "page")
    let minute = try #require(shown("time", of: wall)?.integerValue)
    #expect(minute > 0 && minute.isMultiple(of: 60_000))
    try server.advance(by: .seconds(60))
    #expect(shown("time", of: wall)?.integerValue == minute + 60_000)
  }

  @Test func `the other rooms go on while only a wall is open`() throws {
    let before = wall.document
    try server.advance(by: .seconds(2))
    #expect(wall.document != before)
    #expect(shown("bars", of: wall)?.arrayValue?.count == 5)
  }

  @Test func `a wall is closed from the control window, and its number is free again`() throws {
    let control = try server.open(scene: "wall-control")
    try control.tap("Close Wall 1")
    #expect(!wall.isAttached)
    #expect(control.reads("No wall is open."))
    _ = try server.open(scene: "wall")
    #expect(control.reads("Wall 1"))
  }

  @Test func `an announcement is short`() throws {
    let control = try server.open(scene: "wall-control")
    #expect(
      try control.type(String(repeating: "!", count: 81), into: "message")
        == .rejected(.invalid, "The text is longer than 80 characters"))
  }
}
