import Observation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// Windows that code opens and dismisses.
struct WindowOpeningTests {
  let server: TestServer
  let window: TestWindow

  init() throws {
    server = try TestServer(app: HubApp())
    window = try server.open()
  }

  private var scenes: [String] { server.look { $0.windows.values.map(\.sceneID).sorted() } }

  @Test func `a window is asked for at its place`() throws {
    let placement = WindowPlacement(x: 640, width: 320, height: 200)
    let model = try counter()
    try window.run { _ = model.openWindow("note", value: 7, placement: placement) }
    #expect(window.triggers.last?.payload["placement"] == ["left": 640, "width": 320, "height": 200])
  }

  @Test func `a window is there before a page is asked to show it`() throws {
    try window.tap("Open")
    #expect(scenes == ["main", "note"])
    let trigger = try #require(window.triggers.first)
    #expect(trigger.kind == "openWindow")
    #expect(trigger.payload["url"] == "/note/7")
    #expect(trigger.payload["title"] == "Note 7")
    let note = try window.open(trigger)
    #expect(note.title == "Note 7")
    #expect(outcome(trigger) == [.init(window: window.id, status: .performed, value: "opened")])
  }

  private func outcome(_ trigger: TestTrigger) -> [TriggerRecord.Outcome]? {
    server.look { hub in hub.trigger(trigger.id)?.outcomes }
  }

  @Test func `a window that shows the value is brought to the front, unless a new one is asked for`() throws {
    try window.tap("Open")
    try window.tap("Open")
    #expect(scenes == ["main", "note", "note"])
    try window.tap("Open once")
    #expect(scenes == ["main", "note", "note"])
    #expect(window.triggers.map(\.kind) == ["openWindow", "openWindow", "openWindow"])
  }

  @Test func `windows that follow one flag open what it stands for once`() throws {
    let server = try TestServer(app: WaitingRoomApp())
    let windows = [try server.open(), try server.open(), try server.open()]
    let stranger = try server.open(user: "other")
    func rooms() -> Int { server.look { hub in hub.windows.values.count { $0.sceneID == "room" } } }
    try windows[1].tap("Wait")
    #expect(rooms() == 1)
    #expect((windows + [stranger]).map { $0.triggers.map(\.kind) } == [[], ["openWindow"], [], []])
    try windows[2].tap("Go on")
    #expect(rooms() == 0)
    try windows[2].tap("Wait")
    try stranger.tap("Wait")
    #expect(rooms() == 2)
  }

  @Test func `a window that shows is asked to come to the front`() throws {
    try window.tap("Open")
    let note = try window.open(#require(window.triggers.first))
    try window.tap("Open once")
    #expect(note.triggers.map(\.kind) == ["focusWindow"])
    #expect(window.triggers.count == 1)
  }

  @Test func `all windows of a kind are dismissed, and only the user's own`() throws {
    let other = try server.open(user: "other")
    try other.tap("Open")
    try window.tap("Open")
    try window.tap("Open")
    let note = try window.open(#require(window.triggers.first))
    try window.tap("Close notes")
    #expect(note.received() == .closed(.closed(by: .user)))
    #expect(scenes == ["main", "main", "note"])
  }

  @Test func `the windows of a value are dismissed`() throws {
    let notes = [try server.open(scene: "note", value: 7), try server.open(scene: "note", value: 8)]
    try window.tap("Close note")
    #expect(notes.map { $0.received() } == [.closed(.closed(by: .user)), .nothing])
  }

  @Test func `a window dismisses itself at the end of the turn`() throws {
    let outcome: TestOutcome = try window.tap("Visit and leave")
    #expect(
      outcome
        == .several([
          .patch([.replace("/models/m1/body/1/text", "en, 1 visits")], rev: 2), .closed(.windowDismissed),
        ]))
  }

  @Test func `what can't be opened is refused`() throws {
    let model = try counter()
    try window.run {
      #expect(model.openWindow("nowhere") == .notExecutable(.unknownScene("nowhere")))
      #expect(model.openWindow("note") == .notExecutable(.wrongSceneValue("note")))
      #expect(model.openWindow("main", value: 1) == .notExecutable(.wrongSceneValue("main")))
      #expect(model.openWindow("note", value: "seven") == .notExecutable(.wrongSceneValue("note")))
      #expect(model.canExecute(.openWindow("note", value: "seven")) == false)
      #expect(model.dismissWindow("nowhere") == .notExecutable(.unknownScene("nowhere")))
      #expect(model.openURL("javascript:alert(1)") == .notExecutable(.forbiddenURL("javascript:alert(1)")))
    }
    #expect(scenes == ["main"])
    #expect(window.triggers == [])
  }

  private func counter() throws -> CounterModel {
    try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? CounterModel) }
  }

  @Test func `a URL is opened by the page`() throws {
    try window.tap("Web")
    #expect(window.triggers.map(\.payload) == [["url": "https://example.com/", "target": "_blank"]])
  }

  @Test func `a window opened from outside is shown by the page that was used last`() throws {
    let second = try server.open()
    try window.tap("Nothing")
    let opened = try server.step { hub in
      try (
        hub.open(scene: "note", value: 9, for: "user").id,
        Result { () throws(OpenError) in try hub.open(scene: "note", value: 9, for: "nobody").id },
        Result { () throws(OpenError) in try hub.open(scene: "nowhere", value: nil, for: "user").id },
        Result { () throws(OpenError) in try hub.open(scene: "note", value: "nine", for: "user").id }
      )
    }
    #expect(window.triggers.map { $0.payload["window"] } == [.string(opened.0.rawValue)])
    #expect(second.triggers == [])
    #expect(opened.1 == .failure(.unknownUser))
    #expect(opened.2 == .failure(.unknownScene))
    #expect(opened.3 == .failure(.wrongValue))
  }
}

/// Every window opens the waiting room while its user waits, and dismisses it after.
private struct WaitingRoomApp: WindowApp {
  var body: some Scene {
    WindowGroup("Hall") { WaitingHallModel() }
    WindowGroup("Room", id: "room") { WaitingRoomModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [Waiting()] }
}

@Observable
private final class Waiting {
  var isWaiting = false
}

@NavigationModel
private final class WaitingHallModel {
  @Environment(Waiting.self) var waiting

  init() {}

  func start() {
    observe { [weak self] in
      guard let self else { return }
      if waiting.isWaiting { openWindow("room") } else { dismissWindow("room") }
    }
  }

  var body: some View {
    Button("Wait") { self.waiting.isWaiting = true }
    Button("Go on") { self.waiting.isWaiting = false }
  }
}

@NavigationModel
private final class WaitingRoomModel {
  init() {}

  var body: some View { Text("Please wait") }
}
