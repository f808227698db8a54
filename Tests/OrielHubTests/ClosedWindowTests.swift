import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// A window that was closed can be had back for some minutes.
struct ClosedWindowTests {
  let store = TestStore(outlivesProcess: true)
  let server: TestServer
  let list: TestWindow
  let note: TestWindow

  init() throws {
    server = try TestServer(app: ClosingApp(), store: store)
    list = try server.open(scene: "list")
    note = try server.open(scene: "note", value: 7)
    try note.type("half a th", into: "Text")
  }

  @Test func `what its user closes by mistake comes back with what was typed`() throws {
    try list.tap("Close Note 7")
    #expect(note.received() == .closed(.closed(by: .user)))
    #expect(list.text == ["You have no other windows.", "Closed: Note 7", "Undo: reopen Note 7", "Undo"])
    try list.tap("Undo: reopen Note 7")
    let again = try list.open(#require(list.triggers.last))
    #expect(again.id == note.id)
    #expect(again.text.first == "half a th")
    #expect(list.text.contains("Closed: Note 7") == false)
  }

  @Test func `a page whose window an operator has closed can reopen it, also after a restart`() throws {
    try server.dismissWindow(note.id)
    #expect(note.received() == .closed(.closed(by: .operator)))
    try server.restart()
    try note.reopen()
    #expect(note.text.first == "half a th")
    try note.type("half a thought", into: "Text")
    try note.disconnect()
    try server.restart()
    try note.reconnect()
    #expect(note.text.first == "half a thought")
  }

  @Test func `the models of a reopened window begin as after a restart, and have finished before`() throws {
    try list.tap("Close Note 7")
    #expect(note.events.map(\.kind).contains(.finished))
    try note.reopen()
    #expect(note.text.last == "started 2 times")
  }

  @Test func `what the app closes for a user says so`() throws {
    try server.open(user: "supervisor", scene: "supervisor").tap("Close all notes")
    #expect(note.received() == .closed(.closed(by: .app)))
    try note.reopen()
    #expect(note.text.first == "half a th")
  }

  @Test func `a window that has closed itself is listed too`() throws {
    try note.tap("Done")
    #expect(list.text.contains("Closed: Note 7"))
  }

  @Test func `after ten minutes it is gone for good`() throws {
    try list.tap("Close Note 7")
    try server.advance(by: .seconds(601))
    #expect(list.text == ["You have no other windows."])
    #expect(throws: TestError.refused(.windowDismissed)) { try note.reopen() }
    try server.advance(by: .seconds(3600))
    #expect(try server.keptAside() == [])
  }

  @Test func `a window that is reopened and closed once more can be reopened for ten minutes from then on`() throws {
    try list.tap("Close Note 7")
    try server.advance(by: .seconds(400))
    try note.reopen()
    try note.type("half a thought", into: "Text")
    try list.tap("Close Note 7")
    try server.advance(by: .seconds(400))
    #expect(list.text.contains("Closed: Note 7"))
    try note.reopen()
    #expect(note.text.first == "half a thought")
  }

  @Test func `a window that was reopened and closed while the disk was slow can be reopened too`() throws {
    try list.tap("Close Note 7")
    try note.reopen()
    try server.pauseSaving()
    try note.type("half a thought", into: "Text")
    try list.tap("Close Note 7")
    try server.resumeSaving()
    try note.reopen()
    #expect(note.text.first == "half a thought")
  }

  @Test func `no other user can reopen it, and no page that doesn't ask for it`() throws {
    try list.tap("Close Note 7")
    let page = RawPage(server, instance: "stranger", user: "stranger")
    let answers = try page.attach {
      $0.window = note.id
      $0.attach.reopen = true
    }
    #expect(answers == [.closing(.windowDismissed)])
    #expect(throws: TestError.refused(.windowDismissed)) { try note.reconnect() }
  }

  @Test func `the latest twenty of a user are kept`() throws {
    for number in 100..<125 {
      let window = try server.open(scene: "note", value: number)
      try window.type("\(number)", into: "Text")
      try window.tap("Done")
    }
    #expect(list.text.count { $0.hasPrefix("Closed: ") } == 20)
    #expect(try server.keptAside().count == 20)
    #expect(list.text.contains("Closed: Note 105"))
    #expect(list.text.contains("Closed: Note 104") == false)
  }

  @Test func `a window in which nothing was done can be reopened too, as its page says`() throws {
    let visitor = try server.open(user: "u-00000000000000000000000000000001", scene: "note", value: 9)
    try server.dismissWindow(visitor.id)
    #expect(visitor.received() == .closed(.closed(by: .operator)))
    try visitor.reopen()
    #expect(visitor.title == "Note 9")
  }
}

private struct ClosingApp: WindowApp {
  var body: some Scene {
    WindowGroup("List", id: "list") { YourWindowsModel() }
    WindowGroup("Supervisor", id: "supervisor") { ClosingSupervisorModel() }
    WindowGroup("Note", id: "note", for: Int.self) { ClosingNoteModel($0) }
  }
}

@NavigationModel
private final class ClosingSupervisorModel {
  @Environment(Windows.self) var windows
  init() {}

  var body: some View {
    Button("Close all notes") { for note in self.windows.all(scene: "note") { self.windows.dismiss(note.id) } }
  }
}

@NavigationModel
private final class ClosingNoteModel {
  let number: Int
  var text = ""
  var starts = 0
  init(_ number: Int) { self.number = number }

  func start() { starts += 1 }

  var body: some View {
    Text(text)
    TextField("Text", text: bind(\.text))
    Button("Done") { self.dismissWindow() }
    Text("started \(starts) times").navigationTitle("Note \(number)")
  }
}
