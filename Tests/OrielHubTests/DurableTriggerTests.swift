import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// A trigger is delivered at least once and performed once, whatever ends in between.
struct DurableTriggerTests {
  @Test func `a trigger that its window has no room for is not stored`() throws {
    var limits = HubLimits()
    limits.pendingTriggersPerWindow = 2
    let store = TestStore()
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    let window = try server.open()
    for _ in 1...10 { try server.sendEnvironmentTrigger(.notify("Hello"), to: window.id) }
    #expect(store.triggerCount == 2)
  }

  @Test func `triggers have a limit in bytes, each and those that wait together, and small ones always have room`()
    throws
  {
    var limits = HubLimits()
    (limits.triggerBytes, limits.waitingTriggerBytes) = (4000, 10_000)
    let store = TestStore()
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    let window = try server.open()
    try window.disconnect()
    func send(_ count: Int) throws {
      try server.sendEnvironmentTrigger(.notify(String(repeating: "x", count: count)), to: window.id)
    }
    try send(5000)
    #expect(store.triggerCount == 0)
    for _ in 1...10 { try send(3000) }
    #expect(store.triggerCount == 3)
    try send(100)
    #expect(store.triggerCount == 4)
    #expect(
      server.warnings.map { $0.prefix(67) } == ["A trigger was not sent to 1 of 1 windows: it has 5018 bytes, and ma"])
    // They expire, and make room.
    try server.advance(by: .seconds(60))
    try send(3000)
    #expect(store.triggerCount == 5)
  }

  @Test func `the store keeps a limited size of triggers for which no window waits, also within an hour`() throws {
    var limits = HubLimits()
    limits.keptTriggerBytes = 10_000
    let store = TestStore()
    let server = try TestServer(app: HubApp(), store: store, limits: limits)
    let window = try server.open()
    for _ in 1...100 {
      try server.sendEnvironmentTrigger(.notify(String(repeating: "x", count: 2000)), to: window.id)
      try window.perform(#require(window.triggers.last))
      #expect(store.triggerCount <= 12)
    }
  }

  @Test func `a page that says that its window is lost has nothing stored, and is told so once`() throws {
    let store = TestStore()
    let server = try TestServer(app: HubApp(), store: store)
    for number in 1...30 {
      let page = RawPage(server, instance: "invented-\(number)")
      let deliveries = try page.attach { $0.epoch = "e-invented" }
      #expect(deliveries.count { if case .trigger(let trigger) = $0 { trigger.kind == "notify" } else { false } } == 1)
    }
    #expect(store.triggerCount == 0)
  }

  let store = HeldStore()
  let server: TestServer
  let window: TestWindow

  init() throws {
    server = try TestServer(app: HubApp(), store: store)
    window = try server.open()
  }

  private func send(_ target: WindowTarget, expires: Int64? = nil) throws -> TriggerRecord? {
    try server.ask { hub in
      await hub.sendTriggerWherever(kind: "print", payload: [:], to: target, expires: expires)
    }.flatMap(\.self)
  }

  private func sendSecret(_ target: WindowTarget) throws -> TriggerRecord? {
    try server.ask { hub in
      await hub.sendTriggerWherever(
        kind: "custom:sign-in", payload: ["token": "s3cret"], to: target, expires: nil, isSecret: true)
    }.flatMap(\.self)
  }

  @Test func `what a window that is deleted was to be sent is settled at once`() throws {
    try window.disconnect()
    let record = try #require(try send(.window(window.id)))
    server.look(window.id) { hub, id in _ = hub.dismiss(id) }
    #expect(try statuses(record.id) == [.expired])
    try server.restart()
    #expect(try statuses(record.id) == [.expired])
  }

  @Test func `a secret is sent once, and the store never hears of it`() throws {
    let record = try #require(try sendSecret(.user("user")))
    #expect(window.triggers.map(\.payload) == [["token": "s3cret"]])
    #expect(try statuses(record.id) == [.pending])
    try window.disconnect()
    try window.reconnect()
    #expect(window.deliveries.count { if case .trigger = $0 { true } else { false } } == 1)
    try window.perform(#require(window.triggers.first), .performed)
    #expect(try statuses(record.id) == [.performed])
    try window.restart()
    #expect(try statuses(record.id) == nil)
  }

  @Test func `a secret waits for a page, and no longer than the server runs`() throws {
    try window.disconnect()
    _ = try sendSecret(.window(window.id))
    try window.reconnect()
    #expect(window.triggers.map(\.kind) == ["custom:sign-in"])
    try window.disconnect()
    _ = try sendSecret(.window(window.id))
    try window.restart()
    #expect(window.triggers.map(\.kind) == ["custom:sign-in"])
  }

  private func statuses(_ id: String) throws -> [TriggerStatus]? {
    try server.ask { hub in await hub.wholeTrigger(id)?.outcomes.map(\.status) }.flatMap(\.self)
  }

  @Test func `a trigger outlives the server, and is performed once`() throws {
    try window.disconnect()
    let record = try #require(try send(.window(window.id)))
    try window.restart()
    #expect(window.triggers.map(\.id) == [record.id])
    #expect(try statuses(record.id) == [.pending])
    try window.perform(window.triggers[0])
    try window.restart()
    #expect(try statuses(record.id) == [.performed])
    let sent = window.deliveries.count { if case .trigger = $0 { true } else { false } }
    #expect(sent == 1)
  }

  @Test func `it expires by the clock on the wall, also while the server is down`() throws {
    try window.disconnect()
    let record = try #require(try send(.window(window.id), expires: 5000))
    try server.restart()
    try server.advance(by: .seconds(5))
    try window.reconnect()
    #expect(window.triggers == [])
    #expect(try statuses(record.id) == [.expired])
  }

  @Test func `a broadcast reaches windows that sleep`() throws {
    let other = try server.open()
    let stranger = try server.open(user: "stranger")
    try server.restart()
    try window.reconnect()
    let record = try #require(try send(.user("user")))
    #expect(Set(record.outcomes.map(\.window)) == [window.id, other.id])
    #expect(try send(.scene("main"))?.outcomes.count == 3)
    #expect(try send(.everyone)?.outcomes.count == 3)
    #expect(window.triggers.count == 3)
    try other.reconnect()
    #expect(other.triggers.count == 3)
    try stranger.reconnect()
    #expect(stranger.triggers.count == 2)
    try other.perform(other.triggers[0])
    #expect(try statuses(record.id)?.sorted { $0.rawValue < $1.rawValue } == [.pending, .performed])
  }

  @Test func `a page is sent it when the store has it`() throws {
    store.hold()
    try window.tap("Web")
    #expect(window.triggers == [])
    store.release()
    try server.run()
    #expect(window.triggers.map(\.kind) == ["openURL"])
  }

  @Test func `while the store takes nothing, pages are sent it all the same`() throws {
    store.refuse(true)
    try window.tap("Web")
    #expect(window.triggers.map(\.kind) == ["openURL"])
    try window.tap("Web")
    #expect(window.triggers.count == 2)
    store.refuse(false)
    try server.advance(by: .seconds(1))
    #expect(window.triggers.count == 2)
    #expect(try statuses(window.triggers[1].id) == [.pending])
  }

  @Test func `a window that sleeps and wakes has its triggers, each once`() throws {
    try window.disconnect()
    let record = try #require(try send(.window(window.id), expires: 86_400_000))
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 0)
    try window.reconnect()
    #expect(window.triggers.map(\.id) == [record.id])
    try window.perform(window.triggers[0], .blocked)
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    try window.reconnect()
    #expect(try statuses(record.id) == [.blocked])
    let sent = window.deliveries.count { if case .trigger = $0 { true } else { false } }
    #expect(sent == 2)
  }
}
