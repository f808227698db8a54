import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What comes of an event later, and ends the process, is blamed on the event: as long as that is not saved its page would
/// say it again (DESIGN: *Poison*).
struct ConsequenceTests {
  let journal = ScriptedJournal()
  let store = HeldStore()
  let server: TestServer
  init() throws { server = try TestServer(app: ConsequenceApp(), store: store, journal: journal) }

  /// What was recorded of this kind since it was asked last.
  private func recorded(_ kind: CrashJournalEntry.Kind) -> [CrashJournalEntry] {
    journal.take().filter { $0.kind == kind }
  }

  private func names(_ turns: [CrashJournalEntry]) -> [String] { turns.map { "\($0.instance) \($0.event)" } }

  @Test func `a timer names the event that has set it, not the last one`() throws {
    let window = try server.open()
    try window.tap("Set a timer")
    try window.tap("Nothing")
    try server.advance(by: .milliseconds(10))
    let turn = try #require(recorded(.timer).first)
    #expect(turn.subject == window.id.rawValue)
    #expect(turn.instance == "page-1")
    #expect(turn.event == 1)
    #expect("\(turn)" == "a timer, started by tap on \"\(turn.element)\" of ConsequentModel m1")
  }

  @Test func `work of a timer names the event that started the timer`() throws {
    let window = try server.open()
    try window.tap("Set a timer")
    try window.tap("Nothing")
    try server.advance(by: .milliseconds(20))
    #expect(names(recorded(.timer)) == ["page-1 1", "page-1 1"])
  }

  @Test func `a task names the event that has begun it`() throws {
    let window = try server.open()
    try window.tap("Begin a task")
    let task = try #require(recorded(.task).first)
    #expect(task.subject == window.id.rawValue)
    #expect(task.instance == "page-1")
    #expect(task.event == 1)
  }

  @Test func `a save names the last event of its window, and of its user`() throws {
    let (window, other) = (try server.open(user: "ada"), try server.open(user: "bob"))
    try window.tap("Nothing")
    try other.tap("Nothing")
    _ = journal.take()
    try window.tap("Visit")
    let saves = recorded(.save)
    #expect(saves.map(\.subject) == [window.id.rawValue, "user ada"])
    #expect(names(saves) == ["page-1 2", "page-1 2"])
  }

  @Test func `work without an event names the last event, or the window's opening`() throws {
    let window = try server.open()
    _ = journal.take()
    try window.report(locale: "fr")
    try window.tap("Nothing")
    try window.report(locale: "de")
    #expect(names(recorded(.render)) == ["page-1 0", "page-1 1"])
  }

  @Test func `an event is not said to be done again for what it began, though the store never got it`() throws {
    let window = try server.open()
    store.hold()
    let first: TestOutcome = try window.tap("Set a timer")
    try window.tap("Add")
    try server.advance(by: .milliseconds(10))
    #expect(first == .nothing)
    let turn = try #require(recorded(.timer).first)
    store.forgetWaiting()
    store.release()
    journal.died(in: turn)
    try server.restart()
    try window.reconnect()
    let again = WindowEvent(id: 1, model: turn.modelID, element: turn.element, name: turn.name)
    #expect(try window.send(again) == .rejected(.failed, "This action crashed the app and was not retried"))
    try server.advance(by: .milliseconds(10))
    #expect(recorded(.timer) == [])
  }

  // MARK: What is given up

  @Test func `a page that reloads can't keep opening a window that crashes the process`() throws {
    _ = try server.open(user: "ada", scene: "other")
    let opening = try #require(recorded(.open).first)
    #expect(opening.subject == "opening for ada: other")
    for page in 5...7 {
      var turn = opening
      turn.instance = "page-\(page)"
      journal.died(in: turn)
    }
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try server.open(user: "ada", scene: "other") }
    #expect(try server.open(user: "ada").isAttached)
    #expect(try server.open(user: "bob", scene: "other").isAttached)
  }

  @Test func `a user whose environment ends the process is parked, and others are not`() throws {
    _ = try server.open(user: "ada")
    let loading = try #require(recorded(.load).first { $0.subject == "user ada" })
    for _ in 0..<3 { journal.died(in: loading) }
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try server.open(user: "ada") }
    #expect(try server.open(user: "bob").isAttached)
    #expect(server.warnings.contains { $0.hasPrefix("Something is parked") })
  }

  @Test func `a shared model that ends the process is parked, and the windows that show it are not`() throws {
    let window = try server.open(scene: "wall", value: "left")
    let part = try #require(recorded(.open).first { $0.subject == "shared wall \"left\"" })
    #expect(part.instance == "page-1")
    for _ in 0..<3 { journal.died(in: part) }
    try server.restart()
    try window.reconnect()
    #expect(window.text == [])
    #expect(try server.open(scene: "wall", value: "right").text == ["right"])
  }

  @Test func `a trigger that ends the process is given up, and its window is not`() throws {
    let window = try server.open()
    let id = window.id
    try window.disconnect()
    let trigger = try server.step(id) { hub, id in
      hub.sendTrigger(kind: "custom:taken", payload: [:], to: .window(id))?.id
    }
    let sent = try #require(trigger)
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.trigger, of: "trigger \(sent)", instance: sent)) }
    try server.restart()
    try window.reconnect()
    #expect(recorded(.trigger) == [])
    #expect(try server.ask { hub in await hub.wholeTrigger(sent)?.outcomes.first?.status } == .failed)
    try server.step(id) { hub, id in _ = hub.sendTrigger(kind: "custom:taken", payload: [:], to: .window(id)) }
    // To take it, and to tell the window's root of it.
    let sentence = "the trigger \"custom:taken\""
    #expect(recorded(.trigger).map { "\($0)" } == [sentence, sentence])
  }

  @Test func `a crash in an operator's command is blamed on no window`() throws {
    let window = try server.open()
    _ = journal.take()
    try server.step(window.id) { hub, id in
      hub.acting(as: "root") { if let window = hub.windows[id] { hub.lock(window, true) } }
    }
    #expect(journal.take().map(\.subject).first == "operator root")
  }
}

private struct ConsequenceApp: WindowApp {
  var body: some Scene {
    WindowGroup("Main", id: "main") { ConsequentModel() }.onEnvironmentTrigger { trigger, _ in
      trigger.kind == "custom:taken" ? nil : trigger
    }
    WindowGroup("Other", id: "other") { ConsequentModel() }
    WindowGroup("Wall", id: "wall", for: String.self) { name in .shared("wall", value: name) }
    SharedModel("wall", for: String.self) { name in ConsequentWall(name) }
  }

  func environment(for user: User) -> EnvironmentValues { [ConsequentVisits()] }
}

@SavedState
final class ConsequentVisits {
  var visits = 0
  init() {}
}

@NavigationModel
final class ConsequentModel {
  var count = 0
  @Environment(ConsequentVisits.self) var visits
  @Environment(\.locale) var locale
  init() {}

  var body: some View {
    Text("\(count)")
    if locale == "xx" { Text("xx") }
    Button("Nothing") {}
    Button("Add") { self.count += 1 }
    Button("Visit") {
      self.count += 1
      self.visits.visits += 1
    }
    Button("Set a timer") { self.tick() }
    Button("Begin a task") { self.task { await Task.yield() } }
  }

  private func tick() { schedule(after: .milliseconds(10)) { self.tick() } }
}

@NavigationModel
final class ConsequentWall {
  let name: String
  init(_ name: String) { self.name = name }
  var body: some View { Text(name) }
}
