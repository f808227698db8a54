import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// What has ended the process does not do it again (DESIGN: *Poison*).
struct QuarantineTests {
  let journal = ScriptedJournal()
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp(), store: TestStore(), journal: journal) }

  /// The event is the window's last; the process has not survived it.
  private func die(_ window: TestWindow) throws -> CrashJournalEntry {
    let turn = try #require(journal.take().last { $0.kind == .event })
    journal.died(in: turn)
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
      journal.take().map(\.kind) == [
        .load, .load, .open, .open, .save, .render, .event, .save, .render, .render, .load, .load, .restore, .render,
        .save, .render, .finish, .save,
      ])
    #expect(journal.isFilled == false)
  }

  @Test func `kills while a tenant is loaded do not park it, if it was loaded in between`() throws {
    let window = try server.open()
    try window.tap("Add")
    for _ in 0..<6 {
      for subject in [Parked.Subject.tenant(.app).text, Parked.Subject.user(window.user).text] {
        journal.killed(in: CrashJournalEntry(.load, of: subject))
      }
      try server.restart()
      try window.restart()
    }
    #expect(server.lookAtAll { $0.quarantine.hasParked }.allSatisfy { !$0 })
    #expect(journal.fatal == [])
  }

  @Test func `kills while a window is restored do not park it, if it was restored in between`() throws {
    let window = try server.open()
    try window.tap("Add")
    for _ in 0..<6 {
      journal.killed(in: CrashJournalEntry(.restore, of: window.id.rawValue))
      try server.restart()
      try window.reconnect()
    }
    #expect(server.lookAtAll { $0.quarantine.hasParked }.allSatisfy { !$0 })
    #expect(journal.fatal == [])
    // No process has restored it since.
    for _ in 0..<4 { journal.killed(in: CrashJournalEntry(.restore, of: window.id.rawValue)) }
    try server.restart()
    #expect(server.lookAtAll { $0.quarantine.isParked(.window(window.id)) }.contains(true))
  }

  @Test func `a trap while a tenant is loaded is not forgotten when it was loaded since`() throws {
    let subject = Parked.Subject.tenant(.app).text
    for _ in 0..<2 {
      journal.died(in: CrashJournalEntry(.load, of: subject))
      try server.restart()
      try server.open().leave()
    }
    #expect(journal.fatal.map(\.subject) == [subject, subject])
  }

  @Test func `what is recorded of an event names the model and what was done`() throws {
    let window = try server.open()
    _ = journal.take()
    try window.tap("Add")
    let turn = try #require(journal.take().first)
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
    journal.died(in: fatal)
    try server.restart()
    try window.reconnect()
    #expect(try window.send(event) == .rejected(.failed, "This action crashed the app and was not retried"))
    #expect(window.text.first == before)
    // It counts as applied: what comes after it is done.
    var next = event
    next.id = 4
    #expect(try window.send(next) != .nothing)
    #expect(window.text.first == "3")
    #expect(server.warnings.contains("The process crashed in \(turn); this turn is not retried"))
  }

  @Test func `each turn in which a hub of the former process was is logged`() throws {
    // One hub: a server of several has a journal for each.
    let server = try TestServer(app: HubApp(), hubs: 1, store: TestStore(), journal: journal)
    journal.ended(in: [
      CrashFinding(CrashJournalEntry(.restore, of: "w-1"), isFatal: true),
      CrashFinding(CrashJournalEntry(.render, of: "w-2"), isFatal: false),
    ])
    try server.restart()
    #expect(
      server.warnings == [
        "The process crashed in restoring a window; this turn is not retried",
        "The process ended in rendering, or just after it: it was killed, or it crashed without a trace. If that "
          + "happens again, this turn is not retried",
      ])
  }

  @Test func `a window that was found three times is parked, and others are not`() throws {
    let (window, other) = (try server.open(), try server.open())
    for _ in 0..<2 {
      journal.died(in: CrashJournalEntry(.restore, of: window.id.rawValue))
      try server.restart()
      try window.reconnect()
    }
    journal.died(in: CrashJournalEntry(.restore, of: window.id.rawValue))
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try window.reconnect() }
    try other.reconnect()
    #expect(
      server.warnings.contains(
        "A window is parked: it crashed the process 3 times, most recently in restoring a window"))
  }

  @Test func `a parked window can be dismissed`() throws {
    let window = try server.open()
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.timer, of: window.id.rawValue)) }
    try server.restart()
    let id = window.id
    #expect(try server.step { hub in hub.dismiss(id) })
    #expect((server.store as? TestStore)?.windowCount == 0)
  }

  @Test func `a parked window that was dismissed is forgotten, also by the processes to come`() throws {
    let window = try server.open()
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.timer, of: window.id.rawValue)) }
    try server.restart()
    let id = window.id
    _ = try server.step { hub in hub.dismiss(id) }
    #expect(journal.fatal == [])
  }

  @Test func `a parked window or user is listed with its owner and its last crash`() throws {
    let window = try server.open(user: "ada")
    try window.tap("Add")
    var last = try #require(journal.take().last { $0.kind == .event })
    last.foundAt = 7000
    for _ in 0..<2 { journal.died(in: CrashJournalEntry(.timer, of: window.id.rawValue)) }
    journal.died(in: last)
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.act, of: "operator root")) }
    try server.restart()
    let parked = try found()
    #expect(parked.map(\.subject) == [.window(window.id)])
    #expect(parked.first?.turn == last)
    #expect(parked.first?.times == 3)
    #expect(parked.first?.window?.user == "ada")
    let listed = try server.ask { hub in await hub.listWindows(after: nil, limit: 10).windows }
    #expect(listed?.first?.parked?.turn == last)
  }

  private func found() throws -> [Parked] {
    try #require(try server.ask { hub in await hub.findParked() })
  }

  @Test(arguments: [
    (WindowTarget.user("ada"), 2), (.user("bob"), 0), (.scene("main"), 1), (.everyone, 3), (.tag("x"), 0),
    (.scene("wall"), 1),
  ])
  func `an operator lets what is parked be tried again`(target: WindowTarget, count: Int) throws {
    for subject in [Parked.Subject.user("ada"), .opening("main /", user: "ada"), .shared("wall \"left\"")] {
      for _ in 0..<3 { journal.died(in: CrashJournalEntry(.load, of: subject.text)) }
    }
    try server.restart()
    #expect(try server.ask { hub in await hub.retryOnAllHubs(target) } == count)
    #expect(try found().count == 3 - count)
    #expect(journal.fatal.count == 9 - 3 * count)
  }

  @Test func `a window without events is parked as its opening`() throws {
    let window = try server.open(user: "ada")
    try window.report(locale: "fr")
    #expect(journal.take().last { $0.kind == .render }?.subject == "opening for ada: ")
    try window.restart()
    #expect(journal.take().last { $0.kind == .restore }?.subject == "opening for ada: ")
    try window.tap("Add")
    try window.report(locale: "de")
    #expect(journal.take().last { $0.kind == .render }?.subject == window.id.rawValue)
    try window.restart()
    #expect(journal.take().last { $0.kind == .restore }?.subject == window.id.rawValue)
  }

  @Test func `a parked opening also parks its windows without events`() throws {
    let (untouched, used) = (try server.open(user: "ada"), try server.open(user: "ada"))
    try used.tap("Add")
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.timer, of: Parked.Subject.opening("", user: "ada").text)) }
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try untouched.reconnect() }
    try used.reconnect()
    #expect(throws: TestError.refused(.parked)) { try server.open(user: "ada") }
    #expect(try server.open(user: "bob").isAttached)
  }

  @Test func `an address that is long is still one user's`() {
    let place = String(repeating: "x", count: 1000)
    let subjects = ["ada", "bob"].map { Parked.Subject.opening(place, user: $0).text }
    #expect(Set(subjects).count == 2)
    #expect(subjects.map(\.utf8.count) == [256, 256])
  }

  @Test func `a page that could not open a window does not try again`() throws {
    journal.died(in: CrashJournalEntry(.open, of: "", instance: "page-1"))
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try server.open() }
    #expect(try server.open().isAttached)
  }

  @Test func `what a handler does behind an await is recorded by its task`() async throws {
    let window = try server.open()
    _ = journal.take()
    let event = CrashJournalEntry(.event, of: window.id.rawValue, instance: "page-1", event: 1)
    try server.step { hub in hub.quarantine.taskBegins(7, event) }
    try server.step { hub in
      hub.jobBegins(7)
      #expect(journal.isFilled)
    }
    #expect(journal.isFilled == false)
    #expect(journal.take() == [event])
  }
}
