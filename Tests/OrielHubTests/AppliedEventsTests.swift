import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

struct AppliedEventsTests {
  @Test func `the last eight instances are remembered for a day, and the last of all for good`() throws {
    let hour: Int64 = 3_600_000
    var events = AppliedEvents()
    func apply(_ event: Int, _ instance: String, _ time: Int64) {
      events.applied(event, of: instance, at: time, keeping: 8, for: 24 * hour)
    }
    for number in 1...9 { apply(number, "page-\(number)", Int64(number)) }
    #expect((1...9).map { events["page-\($0)"] } == [0, 2, 3, 4, 5, 6, 7, 8, 9])
    apply(10, "page-9", 30 * hour)
    apply(1, "new", 31 * hour)
    #expect((1...9).map { events["page-\($0)"] } == [0, 0, 0, 0, 0, 0, 0, 0, 10])
    apply(2, "new", 90 * hour)
    #expect(events["page-9"] == 10)
    guard case .object(let saved) = events.saved else { return #expect(Bool(false), "no object") }
    #expect(AppliedEvents(saved: saved, hasForgotten: events.hasForgotten) == events)
  }

  @Test func `a store is known to be behind where nothing was forgotten`() {
    var events = AppliedEvents()
    events.applied(7, of: "a", at: 0, keeping: 2, for: 100)
    #expect([6, 7, 8].map { events.areBehind($0, of: "a") } == [false, false, true])
    #expect([0, 1].map { events.areBehind($0, of: "unknown") } == [false, true])
    events.applied(1, of: "b", at: 1, keeping: 2, for: 100)
    #expect(!events.hasForgotten)
    events.applied(1, of: "c", at: 2, keeping: 2, for: 100)
    #expect(events.hasForgotten)
    #expect(!events.areBehind(8, of: "a"))
    #expect(events.areBehind(2, of: "b"))
  }
}

/// An older copy of the store was put back: a page has been told of more than it has.
struct OlderStoreTests {
  let page: RawPage
  let server: TestServer
  let window: WindowID

  init() throws {
    server = try TestServer(app: HubApp())
    page = RawPage(server, instance: "a")
    try page.attach()
    window = try #require(page.page.position?.window)
    try page.send(add(1))
    try server.restart()
  }

  private func add(_ id: Int) -> WindowEvent { WindowEvent(id: id, model: "m1", element: "3", name: "tap") }

  private func come(_ page: RawPage, saved: Int?) throws -> [TestDelivery] {
    let window = window
    return try page.attach {
      $0.window = window
      $0.saved = saved
    }
  }

  private func notices(_ deliveries: [TestDelivery]) -> [String] {
    deliveries.compactMap { if case .trigger(let trigger) = $0 { trigger.payload["title"]?.stringValue } else { nil } }
  }

  @Test func `its page goes on after what it has said, and its user is told`() throws {
    let deliveries = try come(page, saved: 5)
    #expect(page.page.position?.applied == 5)
    #expect(deliveries.contains(.state(rev: 1, applied: 5)))
    #expect(notices(deliveries) == ["This window was restored from a backup"])
    #expect(try page.send(add(5)) == [])
    #expect(
      try page.send(add(6)) == [
        .patch([.replace("/models/m1/body/0/text", "2")], rev: 2, base: 1, applied: 6), .saved(6),
      ])
    try server.restart()
    _ = try come(page, saved: 6)
    #expect(page.page.position?.applied == 6)
    #expect(try page.send(add(8)) == [.close(.eventGap)])
  }

  @Test func `a page that it does not know goes on too`() throws {
    let other = RawPage(server, instance: "b")
    _ = try come(other, saved: 3)
    #expect(other.page.position?.applied == 3)
    #expect(try other.send(add(4)).count == 2)
  }

  @Test func `a page that says what the store has is told of no loss`() throws {
    for saved in [nil, 0, 1] {
      #expect(try notices(come(page, saved: saved)) == [])
      #expect(page.page.position?.applied == 1)
      try page.close()
    }
  }
}
