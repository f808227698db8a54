import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// The messages that a tenant's objects schedule, and those that tenants send one another.
struct MessageTests {
  let store = TestStore(outlivesProcess: true)

  private func server(hubs: Int = 1, _ limits: HubLimits = HubLimits()) throws -> TestServer {
    try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: hubs, store: store, limits: limits)
  }

  // MARK: Scheduling

  @Test(arguments: [1, 2]) func `S14: a scheduled message is handled once, at its time`(hubs: Int) throws {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("In a minute")
    try server.advance(by: .seconds(59))
    #expect(window.text.first == "received")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received once of a")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(600))
    #expect(window.text.first == "received once of a")
  }

  @Test func `S14: messages that fall due while others are handled are handled too`() throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("Ever more slowly")
    server.clock.tick = 1
    try server.advance(by: .seconds(70))
    let all = (0..<30).map { "\($0) of a" }
    #expect(window.text.first == (["received"] + all).joined(separator: " "))
  }

  @Test(arguments: [1, 2]) func `S14: a message outlives the process and comes once its time is past`(hubs: Int) throws
  {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("In a minute")
    try server.restart()
    try server.advance(by: .seconds(61))
    try window.reconnect()
    #expect(window.text.first == "received once of a")
  }

  @Test(arguments: [1, 2]) func `S12: a tenant that is asleep is loaded for a message, and sleeps again`(hubs: Int)
    throws
  {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("In an hour")
    try window.disconnect()
    try server.advance(by: .seconds(1802))
    #expect(server.hubs(with: "a") == [])
    try server.advance(by: .seconds(1800))
    #expect(server.hubs(with: "a") == [])
    try window.reconnect()
    #expect(window.text.first == "received later of a")
  }

  @Test(arguments: [1, 2]) func `S14: the same id replaces a message, and unschedule takes it back`(hubs: Int) throws {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("In a minute")
    try server.advance(by: .seconds(30))
    try window.tap("In a minute")
    try server.advance(by: .seconds(59))
    #expect(window.text.first == "received")
    try window.tap("Never")
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "received")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "received")
  }

  @Test func `S8: while a handler waits, others of the tenant run`() async throws {
    let outside = Outside()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room"), outside: outside), store: store)
    let (window, other) = (try server.open(tenant: "a"), try server.open(tenant: "a"))
    outside.isHeld = true
    try window.tap("Slow")
    try server.advance(by: .seconds(1))
    try other.tap("Now")
    try server.advance(by: .seconds(1))
    #expect(other.text.first == "received once of a")
    outside.release()
    try await server.settled { window.text.first != "received once of a" }
    #expect(window.text.first == "received once of a slow of a")
  }

  @Test func `S14: an error of receive is logged, what it had changed stays, and the message is gone`() throws {
    let server = try server()
    let window = try server.open(tenant: "a")
    try window.tap("Fail now")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received fail of a")
    #expect(server.warnings == ["A message to NoteDesk failed: DeskError()"])
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "received fail of a")
  }

  @Test func `S21: what a turn schedules is done once it is saved, and not if the turn is lost`() throws {
    let store = HeldStore()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store)
    let window = try server.open(tenant: "a")
    store.hold()
    try window.tap("Count and tell")
    store.forgetWaiting()
    store.release()
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(1))
    #expect(window.text.prefix(2) == ["received", "0 failed"])
    try window.tap("Count and tell")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(1))
    #expect(window.text.prefix(2) == ["received told of a", "1 failed"])
  }

  @Test(arguments: [1, 2])
  func `a scheduled message is handled when its turn is on disk, and not at all if the turn is lost`(hubs: Int) throws {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try server.pauseSaving()
    try window.tap("Now")
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "received")
    try server.restart()
    try window.reconnect()
    try server.advance(by: .seconds(100))
    #expect(window.text.first == "received")
    try server.pauseSaving()
    try window.tap("Now")
    try server.resumeSaving()
    try server.advance(by: .zero)
    #expect(window.text.first == "received once of a")
  }

  @Test func `a message that later turns schedule again or take back waits for those turns`() throws {
    let store = HeldStore()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store)
    let window = try server.open(tenant: "a")
    store.hold()
    try window.tap("Now")
    try window.tap("Now")
    store.releaseOne()
    try server.run()
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received")
    store.releaseOne()
    try server.run()
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received once of a")
    store.release()
    try server.run()
    store.hold()
    try window.tap("Now")
    try window.tap("Never")
    store.release()
    try server.run()
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received once of a")
  }

  @Test(arguments: [1, 2]) func `a message that is scheduled while its own is handled is another one`(hubs: Int) throws
  {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("Again and again")
    try server.advance(by: .seconds(3))
    #expect(window.text.first == "received again of a again of a again of a")
    try server.restart()
    try server.advance(by: .seconds(2))
    try window.reconnect()
    #expect(window.text.first == "received again of a again of a again of a again of a again of a")
  }

  @Test func `messages for the same time come in the order of scheduling, and beyond a number in later turns`() throws {
    var limits = HubLimits()
    limits.messagesAtOnce = 4
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store, limits: limits)
    let window = try server.open(tenant: "a")
    try window.tap("Ten")
    try server.advance(by: .seconds(1))
    let ten = (0..<10).reversed().map { "\($0) of a" }.joined(separator: " ")
    #expect(window.text.first == "received \(ten)")
  }

  @Test func `a tenant has a limit of scheduled messages, and their ids one of length`() throws {
    var limits = HubLimits()
    limits.scheduledMessages = 9
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store, limits: limits)
    try server.open(tenant: "a").tap("Ten")
    try server.open(tenant: "a").tap("Nameless")
    #expect(
      server.warnings == [
        "NoteDesk could not schedule \"0\": the tenant has 9 scheduled messages",
        "NoteDesk could not schedule \"\": its id must have 1 to 128 bytes",
      ])
  }

  @Test func `the scheduled messages of a tenant have a limit in bytes, and one that is replaced makes room`() throws {
    var limits = HubLimits()
    limits.scheduledBytes = 250
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store, limits: limits)
    let window = try server.open(tenant: "a")
    try window.tap("In a minute")
    try window.tap("In an hour")
    try window.tap("In a minute")
    #expect(server.warnings == [])
    try window.tap("Again and again")
    #expect(
      server.warnings == [
        "NoteDesk could not schedule \"again\": the tenant's scheduled messages would have 285 bytes, and may have 250"
      ])
  }

  @Test func `only an object of a tenant can schedule`() throws {
    let server = try server()
    try server.open(tenant: "a").tap("By a user's object")
    #expect(
      server.warnings == [
        "OwnNoteDesk called schedule(), which only objects of environment(for: Tenant) can, from start() on"
      ])
  }

  @Test func `a message of a class that the tenant no longer has is logged and gone`() throws {
    var turn = StoredTurn()
    turn.timers = [StoredTimer(tenant: "a", type: "4Gone", id: "x", due: 1, message: Array("{}".utf8))]
    store.commit([turn]) { _ in }
    let server = try server()
    #expect(
      server.warnings == [
        "A message to the tenant \"a\" is gone: it has no object of the class 4Gone"
      ])
    try server.restart()
    #expect(server.warnings.count == 1)
  }

  // MARK: Staying awake

  @Test(arguments: [1, 2]) func `S12: a tenant that stays awake is loaded after a restart without any visitor`(
    hubs: Int
  ) throws {
    let server = try server(hubs: hubs)
    let window = try server.open(tenant: "a")
    try window.tap("Stay awake")
    try window.disconnect()
    try server.advance(by: .seconds(1802))
    #expect(server.hubs(with: "a") == [server.hub(of: "a")])
    try server.restart()
    #expect(server.hubs(with: "a") == [server.hub(of: "a")])
    try window.reconnect()
    try window.tap("Sleep")
    try window.disconnect()
    try server.advance(by: .seconds(1802))
    #expect(server.hubs(with: "a") == [])
    try server.restart()
    #expect(server.hubs(with: "a") == [])
  }

  // MARK: Once

  @Test func `S20: a message in once comes again with the same key, and later ones to that object wait`() async throws {
    let outside = Outside()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room"), outside: outside), store: store)
    let window = try server.open(tenant: "a")
    outside.isHeld = true
    try window.tap("Order")
    try server.advance(by: .seconds(1))
    try window.tap("Now")
    try server.advance(by: .seconds(1))
    #expect(window.text.first == "received")
    try server.restart()
    #expect(outside.keys.count == 2)
    #expect(Set(outside.keys).count == 1)
    outside.release()
    try await server.settled { server.look(in: "a") { $0.homes["a"] == nil } }
    try window.reconnect()
    #expect(window.text.first == "received ticket 1 of a once of a")
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "received ticket 1 of a once of a")
    #expect(outside.keys.count == 2)
  }

  // MARK: Posts

  @Test(arguments: [1, 2]) func `S16: a message to another tenant wakes it, and arrives once and in order`(hubs: Int)
    throws
  {
    let server = try server(hubs: hubs)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try a.tap("Post two to b")
    #expect(b.text.first == "received 1 of a 2 of a")
    try a.tap("Post two to c")
    #expect(server.hubs(with: "c") == [])
    try server.restart()
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a")
    #expect(try server.open(tenant: "c").text.first == "received 1 of a 2 of a")
  }

  @Test func `S16: a message leaves when its turn is saved`() throws {
    let store = HeldStore()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    store.hold()
    try a.tap("Post two to b")
    #expect(b.text.first == "received")
    store.release()
    try server.run()
    #expect(b.text.first == "received 1 of a 2 of a")
  }

  @Test func `S16: a message to a tenant that is unknown, or to a class that it does not have, is logged and gone`()
    throws
  {
    let server = try server()
    let a = try server.open(tenant: "a")
    try a.tap("Post to an unknown tenant")
    try a.tap("Post to a class that is not there")
    #expect(
      server.warnings == [
        "1 messages to the tenant \"unknown\" are gone: the app does not know it",
        "A message to the tenant \"a\" is gone: it has no object of the class \(TypeName.of(OwnNoteDesk.self).mangled)",
      ])
    try server.restart()
    #expect(server.warnings.count == 2)
  }
}

struct NoteDeskApp: WindowApp {
  var tenancy: Tenancy = .single
  var outside = Outside()

  var body: some Scene {
    WindowGroup("Desk", id: "main") { NoteDeskModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant == "unknown" { throw UnknownTenant() }
    return [NoteDesk(), outside]
  }
  func environment(for user: User) -> EnvironmentValues { [OwnNoteDesk()] }
}

struct DeskNote: NavigationMessage, Codable {
  var text: String
}

struct DeskError: Error {}

@SavedState
final class NoteDesk {
  var received: [String] = []
  @Environment(Outside.self) var outside

  init() {}

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    guard let note = message as? DeskNote else { return }
    if note.text == "order" {
      let ticket = try await once { key in await self.outside.announce(key) }
      return received.append("ticket \(ticket) of \(sender)")
    }
    if note.text == "slow" { await outside.pass() }
    received.append("\(note.text) of \(sender)")
    if note.text == "fail" { throw DeskError() }
    if note.text == "again" { schedule(note, id: "again", after: .seconds(1)) }
  }
}

@SavedState
final class OwnNoteDesk {
  var failed = 0

  init() {}

  func plan() { schedule(DeskNote(text: "own"), id: "own", after: .zero) }
}

@NavigationModel
final class NoteDeskModel {
  @Environment(NoteDesk.self) var desk
  @Environment(OwnNoteDesk.self) var own

  init() {}

  var body: some View {
    Text((["received"] + desk.received).joined(separator: " "))
    Text("\(own.failed) failed")
    Button("In a minute") { self.desk.schedule(DeskNote(text: "once"), id: "once", after: .seconds(60)) }
    Button("Ever more slowly") {
      for number in 0..<30 {
        let delay = Duration.milliseconds(60_000 + number * (number + 1) / 2)
        self.desk.schedule(DeskNote(text: "\(number)"), id: "\(number)", after: delay)
      }
    }
    Button("In an hour") { self.desk.schedule(DeskNote(text: "later"), id: "later", after: .seconds(3600)) }
    Button("Now") { self.desk.schedule(DeskNote(text: "once"), id: "once", at: 0) }
    Button("Never") { self.desk.unschedule("once") }
    Button("Fail now") { self.desk.schedule(DeskNote(text: "fail"), id: "fail", after: .zero) }
    Button("Order") { self.desk.schedule(DeskNote(text: "order"), id: "order", after: .zero) }
    Button("Slow") { self.desk.schedule(DeskNote(text: "slow"), id: "slow", after: .zero) }
    Button("Again and again") { self.desk.schedule(DeskNote(text: "again"), id: "again", after: .seconds(1)) }
    Button("Ten") {
      for number in (0..<10).reversed() {
        self.desk.schedule(DeskNote(text: "\(number)"), id: "\(number)", after: .seconds(1))
      }
    }
    Button("Nameless") { self.desk.schedule(DeskNote(text: "x"), id: "", after: .zero) }
    Button("By a user's object") { self.own.plan() }
    Button("Count and tell") {
      self.own.failed += 1
      self.desk.schedule(DeskNote(text: "told"), id: "tell", after: .zero)
    }
    Button("Stay awake") { self.desk.stayAwake() }
    Button("Sleep") { self.desk.stayAwake(false) }
    Button("Post two to b") { self.post(to: "b") }
    Button("Post two to c") { self.post(to: "c") }
    Button("Post too much") { self.post(1_100_000) }
    Button("Post a megabyte") { self.post(1_000_000) }
    Button("Post to an unknown tenant") { self.post(DeskNote(text: "x"), to: NoteDesk.self, of: "unknown") }
    Button("Post to a class that is not there") { self.desk.post(DeskNote(text: "x"), to: OwnNoteDesk.self, of: "a") }
  }

  private func post(_ bytes: Int) {
    if !post(DeskNote(text: String(repeating: "x", count: bytes)), to: NoteDesk.self, of: "b") { own.failed += 1 }
  }

  private func post(to tenant: Tenant) {
    for number in 1...2 { post(DeskNote(text: "\(number)"), to: NoteDesk.self, of: tenant) }
  }
}
