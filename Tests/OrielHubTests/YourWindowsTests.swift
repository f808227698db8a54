import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// The screen on which users find their windows again.
struct YourWindowsTests {
  let store = TestStore(outlivesProcess: true)
  let server: TestServer
  init() throws { server = try TestServer(app: DeskApp(), store: store) }

  private func note(_ number: Int, of user: String = "ann") throws -> TestWindow {
    let note = try server.open(user: user, scene: "note", value: number)
    try note.tap("Write")
    try server.advance(by: .seconds(1))
    return note
  }

  /// The titles of the listed windows.
  private func titles(_ window: TestWindow) -> [String] { window.text.filter { $0.hasPrefix("Note ") } }

  @Test func `it lists the user's other windows, the one used last first, and says which are open`() throws {
    let list = try server.open(user: "ann")
    #expect(list.text == ["You have no other windows."])
    let (one, two) = (try note(1), try note(2))
    _ = try note(3, of: "bob")
    #expect(titles(list) == ["Note 2", "Note 1"])
    try one.tap("Write")
    try two.disconnect()
    try server.advance(by: .seconds(2))
    #expect(titles(list) == ["Note 1", "Note 2"])
    #expect(list.text.filter { $0.hasSuffix("last used") } == ["Open, last used", "Not open, last used"])
  }

  @Test func `windows with the same title are numbered in the order in which they were opened`() throws {
    let list = try server.open(user: "ann")
    let first = try note(1)
    let second = try note(1)
    _ = try note(2)
    #expect(titles(list) == ["Note 2", "Note 1 (2)", "Note 1 (1)"])
    try first.tap("Write")
    #expect(titles(list) == ["Note 1 (1)", "Note 2", "Note 1 (2)"])
    try list.tap("Close Note 1 (2)")
    #expect(!second.isAttached)
    #expect(titles(list) == ["Note 1", "Note 2"])
    try list.tap("Close Note 1")
    #expect(list.text.filter { $0.hasPrefix("Closed: ") } == ["Closed: Note 1 (2)", "Closed: Note 1 (1)"])
    try list.tap("Undo: reopen Note 1 (1)")
    #expect(try list.openWindow().id == second.id)
  }

  @Test func `the list leaves out lists, unless it is a part of another window`() throws {
    let list = try server.open(user: "ann")
    let other = try server.open(user: "ann")
    let part = try server.open(user: "ann", scene: "part")
    func lists(_ window: TestWindow) -> [String] { window.text.filter { $0.hasPrefix("Your windows") }.sorted() }
    #expect(lists(list) == ["Your windows"])
    #expect(lists(part) == ["Your windows (1)", "Your windows (2)"])
    try list.tap("Close Your windows")
    #expect(!part.isAttached && other.isAttached)
  }

  @Test func `a window that is open is brought to the front`() throws {
    let list = try server.open(user: "ann")
    let one = try note(1)
    try list.tap("Note 1")
    #expect(one.triggers.map(\.kind) == ["focusWindow"])
    #expect(list.triggers.isEmpty)
  }

  @Test func `a window without a page comes back as it was, also after a sleep or a restart`() throws {
    let list = try server.open(user: "ann")
    var one = try note(1)
    try one.disconnect()
    try server.advance(by: .seconds(3))
    try list.tap("Note 1")
    one = try list.openWindow()
    #expect(one.text == ["written 1", "Write", "Words"])
    try one.disconnect()
    try server.advance(by: .seconds(1801))
    #expect(server.look(one.id) { hub, id in hub.windows[id] == nil })
    try list.tap("Note 1")
    one = try list.openWindow()
    #expect(one.text == ["written 1", "Write", "Words"])
    try one.disconnect()
    try server.restart()
    try list.reconnect()
    try list.tap("Note 1")
    #expect(try list.openWindow().text == ["written 1", "Write", "Words"])
  }

  @Test func `all that are not open are opened together`() throws {
    let list = try server.open(user: "ann")
    let notes = try (1...3).map { try note($0) }
    for note in notes[..<2] { try note.disconnect() }
    try server.advance(by: .seconds(3))
    try list.tap("Open all 2 that are not open")
    let opened = list.triggers.map { $0.payload["window"]?.stringValue }
    #expect(opened == [notes[1].id.rawValue, notes[0].id.rawValue])
  }

  @Test func `fifty windows are listed, and more at a press`() throws {
    let list = try server.open(user: "ann")
    for number in 1...60 { try note(number).disconnect() }
    #expect(list.text.count { $0.hasPrefix("Note ") } == 50)
    try list.tap("Show 10 more of 10")
    #expect(list.text.count { $0.hasPrefix("Note ") } == 60)
  }

  @Test func `a window is closed, also one that sleeps`() throws {
    let list = try server.open(user: "ann")
    let one = try note(1)
    try one.disconnect()
    try server.advance(by: .seconds(1801))
    try list.tap("Close")
    #expect(list.text == ["You have no other windows.", "Closed: Note 1", "Undo: reopen Note 1", "Undo"])
    #expect(store.windowCount == 1)
  }

  @Test func `a window in which nothing was done is left out once its page has gone`() throws {
    let list = try server.open(user: "ann")
    let looked = try server.open(user: "ann", scene: "note", value: 5)
    #expect(titles(list) == ["Note 5"])
    try looked.disconnect()
    try server.advance(by: .seconds(3))
    #expect(list.text == ["You have no other windows."])
    try looked.reconnect()
    try looked.tap("Write")
    try looked.disconnect()
    try server.advance(by: .seconds(3))
    #expect(titles(list) == ["Note 5"])
  }

  @Test func `a window that was left in the middle of a word says so`() throws {
    let list = try server.open(user: "ann")
    let one = try note(1)
    try one.type("half a w", into: "Words")
    try one.disconnect()
    try server.advance(by: .seconds(3))
    #expect(list.text.contains("Not open, half-typed, last used"))
    try one.reconnect()
    try one.tap("Write")
    try one.disconnect()
    try server.advance(by: .seconds(3))
    #expect(list.text.contains("Not open, last used"))
  }

  @Test func `a page that opens a scene again returns to the window that waits, if the scene says so`() throws {
    let first = try server.open(user: "ann", scene: "desk")
    try first.tap("Write")
    #expect(try server.open(user: "ann", scene: "desk").id != first.id)
    try first.disconnect()
    try server.advance(by: .seconds(1801))
    let again = try server.open(user: "ann", scene: "desk")
    #expect((again.id, again.text.first) == (first.id, "written 1"))
    #expect(try server.open(user: "bob", scene: "desk").id != first.id)
  }

  @Test func `a page that asks for something in the scene, or comes second, gets another window`() throws {
    let first = try server.open(user: "ann", scene: "desk")
    try first.tap("Write")
    try first.disconnect()
    try server.advance(by: .seconds(3))
    #expect(try server.open(user: "ann", url: "/desk/board/7").id != first.id)
    #expect(try server.open(user: "ann", url: "/desk").id == first.id)
    #expect(try server.open(user: "ann", url: "/desk").id != first.id)
  }

  @Test func `another user's window is not shown, nor one that there never was`() throws {
    let list = try server.open(user: "ann")
    let other = try note(3, of: "bob")
    let model = try list.root
    try list.run { model.openWindow(other.id) }
    try list.run { model.openWindow(WindowID("w-none")) }
    #expect(list.triggers.isEmpty && other.triggers.isEmpty)
  }
}

private struct DeskApp: WindowApp {
  var body: some Scene {
    WindowGroup("Your windows", id: "windows") { YourWindowsModel() }
    WindowGroup("Note", id: "note", for: Int.self) { number in PaperModel(number: number) }
    WindowGroup("Part", id: "part") { .stacked(YourWindowsModel()) }
    WindowGroup("Desk", id: "desk") { PaperModel(number: 0) }.returnsToWaitingWindow()
  }
}

@NavigationModel
private final class PaperModel {
  let number: Int
  var written = 0
  var words = ""

  init(number: Int) { self.number = number }

  var body: some View {
    Text("written \(written)").navigationTitle("Note \(number)")
    Button("Write") { self.written += 1 }
    TextField("Words", text: bind(\.words))
  }
}
