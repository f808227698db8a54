import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What has ended the process does not do it again (DESIGN: *Poison*).
struct QuarantineTests {
  let slot = ScriptedSlot()
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp(), store: MemorySessionStore(), slot: slot) }

  /// The event is the window's last; the process has not survived it.
  private func die(_ window: TestWindow) throws -> RecordedTurn {
    let turn = try #require(slot.take().last { $0.kind == .event })
    slot.died(in: turn)
    try server.restart()
    return turn
  }

  @Test func `every turn is recorded while it runs, and no longer`() throws {
    let window = try server.open()
    try window.tap("Add")
    try window.report(locale: "fr")
    try window.run { window.server.clock.schedule(after: 1) {}.cancel() }
    try window.restart()
    try window.leave()
    #expect(
      slot.take().map(\.kind) == [
        .load, .open, .open, .save, .event, .save, .render, .load, .restore, .render, .save, .finish, .save,
      ])
    #expect(slot.isFilled == false)
  }

  @Test func `what is recorded of an event names the model and what was done`() throws {
    let window = try server.open()
    _ = slot.take()
    try window.tap("Add")
    let turn = try #require(slot.take().first)
    #expect(turn.subject == window.id.rawValue)
    #expect(turn.instance == "page-1")
    #expect(turn.event == 1)
    #expect("\(turn)" == "tap on \"\(turn.element)\" of CounterModel m1")
  }

  @Test func `an event that ended the process is rejected when it comes again`() throws {
    let window = try server.open()
    try window.tap("Add")
    try window.tap("Add")
    let turn = try die(window)
    try window.reconnect()
    let before = window.text.first
    let event = WindowEvent(id: 3, model: turn.modelID, element: turn.element, name: "tap")
    var fatal = turn
    fatal.event = 3
    slot.died(in: fatal)
    try server.restart()
    try window.reconnect()
    #expect(try window.send(event) == .rejected(.failed, "This made the server fail, and was not done again"))
    #expect(window.text.first == before)
    // It counts as applied: what comes after it is done.
    var next = event
    next.id = 4
    #expect(try window.send(next) != .nothing)
    #expect(window.text.first == "3")
    #expect(server.warnings.contains("The process ended in \(turn); it is not done again"))
  }

  @Test func `a window that was found three times is parked, and others are not`() throws {
    let (window, other) = (try server.open(), try server.open())
    for _ in 0..<2 {
      slot.died(in: RecordedTurn(.restore, of: window.id.rawValue))
      try server.restart()
      try window.reconnect()
    }
    slot.died(in: RecordedTurn(.restore, of: window.id.rawValue))
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try window.reconnect() }
    try other.reconnect()
    #expect(
      server.warnings.last
        == "A window is parked, as it has ended the process 3 times, the last time in restoring a window")
  }

  @Test func `a parked window can be dismissed`() throws {
    let window = try server.open()
    for _ in 0..<3 { slot.died(in: RecordedTurn(.timer, of: window.id.rawValue)) }
    try server.restart()
    let id = window.id
    #expect(try server.step { hub in hub.dismiss(id) })
    #expect((server.store as? MemorySessionStore)?.windowCount == 0)
  }

  @Test func `a page that could not open a window does not try again`() throws {
    slot.died(in: RecordedTurn(.open, of: "", instance: "page-1"))
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try server.open() }
    #expect(try server.open().isAttached)
  }

  @Test func `what a handler does behind an await is recorded by its task`() async throws {
    let window = try server.open()
    _ = slot.take()
    let event = RecordedTurn(.event, of: window.id.rawValue, instance: "page-1", event: 1)
    try server.step { hub in hub.tasks[7] = event }
    try server.step { hub in
      hub.jobBegins(7)
      #expect(slot.isFilled)
    }
    #expect(slot.isFilled == false)
    #expect(slot.take() == [event])
  }
}
