import OrielTesting
import Testing

@testable import Wall

struct WallTests {
  let server: TestServer

  init() throws { server = try TestServer(app: Wall()) }

  private func editor() throws -> TestWindow {
    try server.open(user: "ada", roles: ["editor"], scene: "editor")
  }

  /// Publications reach walls at most 20 times a second.
  private func announce(_ text: String, in editor: TestWindow) throws {
    try editor.type(text, into: "Text")
    try editor.tap("Announce on all walls")
    try server.advance(by: .milliseconds(50))
  }

  private let lines = ["Line 1", "Running", "Line 2", "Running", "Ferry", "Running"]

  @Test func `a line that an editor changes is the same on every wall`() throws {
    let (editor, walls) = (try editor(), [try server.open(user: "u-1"), try server.open(user: "u-2")])
    try editor.choose("Closed", in: "Ferry")
    try editor.tap("Remove Line 2")
    try editor.type("Line 3", into: "New line")
    try editor.submit("New line")
    try server.advance(by: .milliseconds(50))
    let shown = ["Line 1", "Running", "Ferry", "Closed", "Line 3", "Running"]
    #expect(walls.map(\.text) == [shown, shown])
    #expect(server.warnings == [])
  }

  @Test func `an announcement is on every wall at once, until it expires`() throws {
    let (editor, walls) = (try editor(), [try server.open(user: "u-1"), try server.open(user: "u-2")])
    try announce("Storm at noon", in: editor)
    #expect(walls.map(\.text) == Array(repeating: ["Storm at noon"] + lines, count: 2))
    #expect(try server.open(user: "u-3").text == ["Storm at noon"] + lines)
    try server.advance(by: .seconds(300))
    #expect(walls.map(\.text) == [lines, lines])
  }

  @Test func `an announcement that replaces another has its own time`() throws {
    let (editor, wall) = (try editor(), try server.open(user: "u-1"))
    try announce("Storm at noon", in: editor)
    try server.advance(by: .seconds(200))
    try announce("Storm at one", in: editor)
    try server.advance(by: .seconds(200))
    #expect(wall.text == ["Storm at one"] + lines)
    try server.advance(by: .seconds(100))
    #expect(wall.text == lines)
  }

  @Test func `an announcement survives a restart, and so does its end`() throws {
    let wall = try server.open(user: "u-1")
    try announce("Storm at noon", in: try editor())
    try server.restart()
    try wall.reconnect()
    #expect(wall.text == ["Storm at noon"] + lines)
    try server.advance(by: .seconds(300))
    #expect(wall.text == lines)
  }

  @Test func `an editor signs in, and a visitor has no editor's window`() async throws {
    #expect(throws: TestError.self) { try server.open(user: "u-7", scene: "editor") }
    let window = try server.open(user: "u-7", scene: "enter")
    try window.type("ada", into: "Name")
    try window.type("example", into: "Password")
    try window.tap("Sign in")
    try await window.settled()
    try window.followSignIn()
    #expect(window.user == "ada")
    #expect(server.warnings == [])
  }
}
