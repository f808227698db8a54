import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

struct TriggerTests {
  let server: TestServer
  let window: TestWindow

  init() throws {
    server = try TestServer(app: HubApp())
    window = try server.open()
  }

  private func send(_ target: WindowTarget, expires: Int64? = nil) throws -> TriggerRecord? {
    try server.step { hub in hub.sendTrigger(kind: "print", payload: [:], to: target, expires: expires) }
  }

  private func statuses(_ id: String) -> [TriggerStatus]? {
    server.look { hub in hub.trigger(id)?.outcomes.map(\.status) }
  }

  @Test func `a page answers once and for all`() throws {
    let record = try #require(try send(.window(window.id)))
    let trigger = try #require(window.triggers.first)
    #expect(trigger == TestTrigger(id: record.id, kind: "print", payload: [:], expires: 60_000))
    #expect(statuses(record.id) == [.pending])
    try window.perform(trigger, .declined)
    #expect(statuses(record.id) == [.declined])
    try window.perform(trigger, .performed)
    #expect(statuses(record.id) == [.declined])
  }

  @Test(arguments: [TestTriggerStatus.performed, .declined, .unsupported, .failed])
  func `a final answer ends it`(_ status: TestTriggerStatus) throws {
    _ = try send(.window(window.id))
    try window.perform(window.triggers[0], status)
    try window.reload()
    #expect(window.deliveries.count { if case .trigger = $0 { true } else { false } } == 1)
  }

  @Test func `blocked is not final`() throws {
    let record = try #require(try send(.window(window.id)))
    try window.perform(window.triggers[0], .blocked)
    #expect(statuses(record.id) == [.blocked])
    try window.perform(window.triggers[0])
    #expect(statuses(record.id) == [.performed])
  }

  @Test func `a trigger is sent at every attach with what is left of its time`() throws {
    _ = try send(.window(window.id))
    try window.disconnect()
    try server.advance(by: .seconds(20))
    try window.reconnect()
    let sent = window.deliveries.compactMap { if case .trigger(let trigger) = $0 { trigger.expires } else { nil } }
    #expect(sent == [60_000, 40_000])
    #expect(window.triggers.count == 1)
  }

  @Test(arguments: [("Open", "openWindow"), ("Web", "openURL")])
  func `an opening is sent at every attach until it has a final answer`(button: String, kind: String) throws {
    try window.tap(button)
    func sent() -> Int {
      window.deliveries.count { if case .trigger(let trigger) = $0 { trigger.kind == kind } else { false } }
    }
    try window.reconnect()
    try window.perform(window.triggers[0], .blocked)
    try window.reconnect()
    #expect(sent() == 3)
    try window.perform(window.triggers[0])
    try window.reconnect()
    #expect(sent() == 3)
  }

  @Test func `a trigger without an answer expires`() throws {
    let record = try #require(try send(.window(window.id), expires: 5000))
    try server.advance(by: .seconds(5))
    #expect(statuses(record.id) == [.expired])
    try window.perform(window.triggers[0])
    #expect(statuses(record.id) == [.expired])
    let start = window.deliveries.count
    try window.reload()
    #expect(window.deliveries[start...].count == 2)
  }

  @Test func `a window without a page waits for one`() throws {
    try window.disconnect()
    let record = try #require(try send(.window(window.id)))
    #expect(window.triggers == [])
    try window.reconnect()
    #expect(window.triggers.map(\.id) == [record.id])
  }

  @Test func `a window has no more than a hundred pending`() throws {
    try window.disconnect()
    for _ in 0..<100 { #expect(try send(.window(window.id))?.outcomes.count == 1) }
    #expect(try send(.window(window.id))?.outcomes.count == 0)
    try server.advance(by: .seconds(60))
    #expect(try send(.window(window.id))?.outcomes.count == 1)
  }

  @Test func `targets are a window, a user, a scene or everyone`() throws {
    let second = try server.open()
    let note = try server.open(scene: "note", value: 1)
    let other = try server.open(user: "other")
    let windows = [window, second, note, other]
    let expected: [(WindowTarget, [Int])] = [
      (.window(second.id), [0, 1, 0, 0]), (.user("user"), [1, 1, 1, 0]), (.scene("main"), [1, 1, 0, 1]),
      (.everyone, [1, 1, 1, 1]), (.user("nobody"), [0, 0, 0, 0]),
    ]
    for (target, reached) in expected {
      let before = windows.map(\.triggers.count)
      let record = try send(target)
      #expect(zip(windows, before).map { $0.triggers.count - $1 } == reached)
      #expect(record?.outcomes.count == reached.reduce(0, +))
    }
    #expect(try send(.window(WindowID("w-unknown"))) == nil)
  }

  @Test func `what a replaced page answers comes too late`() throws {
    let record = try #require(try send(.window(window.id)))
    let old = try #require(window.attachment)
    let page = RawPage(server, instance: "b")
    try page.attach {
      $0.window = window.id
      $0.takeover = true
    }
    try server.step((old, record.id)) { hub, late in hub.performed(late.1, .failed, value: nil, by: late.0) }
    #expect(statuses(record.id) == [.pending])
  }

  @Test func `a dismissed window's triggers go with it`() throws {
    let record = try #require(try send(.window(window.id)))
    try window.leave()
    try server.advance(by: .seconds(60))
    #expect(statuses(record.id) == [.expired])
  }
}
