import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// What operators have done is kept, in order.
struct AuditTests {
  private func audit(_ server: TestServer, _ query: AuditQuery = AuditQuery()) throws -> [AuditRecord] {
    try server.ask { hub in try? await hub.audit(query) }.flatMap(\.self) ?? []
  }

  @Test func `a record has its place, its time and an id, and is there after a restart`() throws {
    let server = try TestServer(app: HubApp())
    try server.advance(by: .seconds(1))
    try server.step { hub in
      hub.record(
        AuditRecord(who: "eve", way: .api, act: "dismiss", reason: "lunch", windows: 1), on: .window(WindowID("w-1")))
      hub.record(AuditRecord(who: "bob", way: .console, act: "ban", outcome: .failed), on: .user("ann"))
    }
    let time = server.look { $0.wallTime }
    try server.restart()
    let records = try audit(server)
    #expect(records.map(\.number) == [2, 1])
    #expect(records.map(\.act) == ["ban", "dismiss"])
    #expect(records.map(\.time) == [time, time])
    #expect(Set(records.map(\.id)).count == 2)
    #expect(try audit(server, AuditQuery(who: "eve")).map(\.reason) == ["lunch"])
  }

  @Test func `looking at a window leaves a record of its beginning and of its end`() throws {
    let server = try TestServer(app: HubApp())
    let (window, other) = (try server.open(user: "ann"), try server.open(user: "ann"))
    let mirror = try server.open(window.id, user: "eve", roles: ["admin"], observe: true)
    try server.advance(by: .seconds(32))
    try mirror.disconnect()
    // One whose window ends.
    _ = try server.open(other.id, user: "eve", roles: ["admin"], observe: true)
    try server.advance(by: .seconds(5))
    try server.dismissWindow(other.id)
    let looks = try audit(server, AuditQuery(act: "look")).reversed()
    #expect(looks.map(\.who) == ["eve", "eve", "eve", "eve"])
    #expect(
      looks.map(\.target) == ["window:\(window.id)", "window:\(window.id)", "window:\(other.id)", "window:\(other.id)"])
    #expect(looks.map(\.outcome) == [.begun, .performed, .begun, .performed])
    #expect(looks.map(\.detail) == ["mirror", "mirror, 32 s", "mirror", "mirror, 5 s"])
  }

  @Test func `an operator's command is stored with its record, or not at all`() throws {
    let store = HeldStore()
    let server = try TestServer(app: HubApp(), store: store)
    let window = try server.open()
    let commits = store.commits.count
    try server.step(window.id) { hub, id in
      hub.acting(as: "eve") {
        if let window = hub.windows[id] { hub.lock(window, true) }
        hub.dismiss(id)
        hub.record(AuditRecord(who: "eve", way: .api, act: "dismiss"), on: .window(id))
      }
    }
    #expect(store.commits.count == commits + 1)
    #expect(try audit(server).map(\.act) == ["dismiss"])
    #expect(store.windowCount == 0)
  }

  @Test func `notices during an operator's command name the operator`() throws {
    let server = try TestServer(app: HubApp())
    let window = try server.open()
    try server.step(window.id) { hub, id in hub.acting(as: "eve") { _ = hub.dismiss(id) } }
    let closed = try #require(server.events.last { $0.kind == .closed })
    #expect(closed.details == ["scene": "main", "operator": "eve"])
    _ = try server.open()
    #expect(server.events.last { $0.kind == .opened }?.details["operator"] == nil)
  }

  @Test func `a record survives the way through JSON`() {
    var record = AuditRecord(
      who: "eve", way: .commandLine, act: "set", target: "server", outcome: .forbidden, detail: "sleepAfter 5",
      reason: "why", windows: 3)
    (record.id, record.time, record.number) = ("a-1", 17, 4)
    #expect(AuditRecord(json: .object(record.json)) == record)
    #expect(AuditRecord(json: ["id": "a-1"]) == nil)
  }

  // MARK: An operator's lock

  private func isLocked(_ server: TestServer, _ id: WindowID) -> Bool {
    server.look(id) { hub, id in hub.windows[id]?.graph.isLocked ?? false }
  }

  @Test func `an operator's lock lasts through a restart until it is taken back`() throws {
    let server = try TestServer(app: HubApp())
    let window = try server.open()
    try server.step(window.id) { hub, id in hub.windows[id].map { hub.lock($0, true) } }
    #expect(isLocked(server, window.id))
    try server.restart()
    try window.reconnect()
    #expect(isLocked(server, window.id))
    try server.step(window.id) { hub, id in hub.windows[id].map { hub.lock($0, false) } }
    #expect(!isLocked(server, window.id))
    try server.restart()
    try window.reconnect()
    #expect(!isLocked(server, window.id))
  }

  @Test func `a window has the tags of its screens`() throws {
    let server = try TestServer(app: HubApp())
    let note = try server.open(scene: "note", value: 7)
    let plain = try server.open()
    let tags = [note.id, plain.id].map { id in server.look(id) { hub, id in hub.windows[id]?.tags } }
    #expect(tags == [["note", "note-7"], []])
  }

  @Test func `an operator's acts that did nothing are recorded up to a limit, and performed ones always`() throws {
    var limits = HubLimits()
    limits.auditRefusalsOfOperator = 2
    let server = try TestServer(app: HubApp(), store: TestStore(), limits: limits)
    try server.step(()) { hub, _ in
      for outcome in [.forbidden, .failed, .forbidden, .performed] as [AuditRecord.Outcome] {
        for who in ["eve", "ann"] {
          hub.record(AuditRecord(who: who, way: .api, act: "ban", outcome: outcome), on: nil)
        }
      }
    }
    let found = try server.ask { hub in try? await hub.audit(AuditQuery()) }.flatMap(\.self) ?? []
    let outcomes = { (who: String) in found.filter { $0.who == who }.map(\.outcome) }
    #expect([outcomes("eve"), outcomes("ann")] == Array(repeating: [.performed, .failed, .forbidden], count: 2))
    #expect(
      server.warnings.first
        == "Acts of an operator were refused or have failed more than 2 times within an hour: further ones are not in the audit"
    )
  }
}
