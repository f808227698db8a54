import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

struct AppliedEventsTests {
  private let hour: Int64 = 3_600_000
  private let two = AppliedEvents.Memory(instances: 2, age: 100)

  @Test func `the last eight instances are remembered for a day, and the last of all for good`() throws {
    var events = AppliedEvents()
    func apply(_ event: Int, _ instance: ScalarKey, _ time: Int64) {
      events.applied(event, of: instance, at: time, AppliedEvents.Memory(instances: 8, age: 24 * hour))
    }
    for number in 1...9 { apply(number, "page-\(number)", Int64(number)) }
    #expect((1...9).map { events["page-\($0)"] } == [0, 2, 3, 4, 5, 6, 7, 8, 9])
    apply(10, "page-9", 30 * hour)
    apply(1, "new", 31 * hour)
    #expect((1...9).map { events["page-\($0)"] } == [0, 0, 0, 0, 0, 0, 0, 0, 10])
    apply(2, "new", 90 * hour)
    #expect(events["page-9"] == 10)
    guard case .object(let saved) = events.saved else { return #expect(Bool(false), "no object") }
    #expect(events.forgotten == 8)
    #expect(AppliedEvents(saved: saved, forgotten: events.forgotten) == events)
  }

  /// A window that has forgotten "a", which got to 7.
  private var forgetful: AppliedEvents {
    var events = AppliedEvents()
    for (time, page) in ([(7, "a"), (1, "b"), (2, "c")] as [(Int, ScalarKey)]).enumerated() {
      events.applied(page.0, of: page.1, at: Int64(time), two)
    }
    return events
  }

  @Test(
    arguments: [
      ("c", 0, nil, .known), ("c", 2, nil, .known), ("c", 3, nil, .ahead),
      ("a", 0, nil, .forgotten), ("a", 7, nil, .forgotten), ("a", 8, nil, .ahead), ("new", 0, 0, .known),
      ("new", 0, 1, .forgotten),
    ] as [(ScalarKey, Int, Int?, AppliedEvents.Return)])
  func `a page comes back to where it is known, forgotten, or ahead of the store`(
    instance: ScalarKey, saved: Int, sent: Int?, expected: AppliedEvents.Return
  ) {
    var events = forgetful
    #expect(events.cameBack(instance, saved: saved, sent: sent, at: 10, two) == expected)
  }

  @Test(arguments: [(nil, 7), (9, 7), (7, 7), (5, 5), (3, 3)] as [(Int?, Int)])
  func `of a forgotten page, only what it has sent and the window may have run is not run`(sent: Int?, last: Int) throws
  {
    var events = forgetful
    _ = events.cameBack("a", saved: 3, sent: sent, at: 10, two)
    #expect(events["a"] == 3)
    #expect((4...9).filter { events.mayHaveRun($0, of: "a") } == Array(4..<max(last + 1, 4)))
    guard case .object(let saved) = events.saved else { return #expect(Bool(false), "no object") }
    #expect(
      (4...9).filter { AppliedEvents(saved: saved, forgotten: 7).mayHaveRun($0, of: "a") }
        == Array(4..<max(last + 1, 4)))
  }

  @Test func `a store that only knows that it has forgotten believes no page`() throws {
    let position = try WindowPosition(saved: ["applied": [:], "next": 4, "forgotten": true])
    #expect(position.applied == .unknown)
  }
}

/// A page comes back to a window that eight others have used meanwhile.
struct ForgottenPageTests {
  let page: RawPage
  let server: TestServer
  let window: WindowID
  let epoch: ScalarKey

  init() throws {
    server = try TestServer(app: HubApp())
    page = RawPage(server, instance: "a")
    try page.attach()
    let position = try #require(page.page.position)
    (window, epoch) = (position.windowID, position.epoch)
    for id in 1...3 { try page.send(add(id)) }
    try page.close()
  }

  private func add(_ id: Int) -> WindowEvent { WindowEvent(id: id, model: "m1", element: "3", name: "tap") }

  private func others(_ count: Int) throws {
    for number in 1...count {
      let other = RawPage(server, instance: "other-\(number)")
      try other.attach { $0.window = window }
      try other.send(add(1))
      try other.close()
    }
  }

  @discardableResult
  private func comeBack(saved: Int? = nil, sent: Int? = nil) throws -> [TestDelivery] {
    try page.attach {
      $0.window = window
      $0.epoch = epoch
      $0.rev = 4
      $0.saved = saved
      $0.sent = sent
    }
  }

  private func refused(_ id: Int) -> [TestDelivery] {
    let message = "This may have been done already and was not repeated"
    return [.rejected(event: id, .stale, message: message, applied: id), .saved(id)]
  }

  private var count: String? { page.page.document?["models"]?["m1"]?["body"]?[0]?["text"]?.stringValue }

  @Test(arguments: [nil, 3]) func `an event that a page repeats is refused, a new one is done`(sent: Int?) throws {
    try others(8)
    try comeBack(sent: sent)
    #expect(page.page.position?.applied == 0)
    for id in 1...3 { #expect(try page.send(add(id)) == refused(id)) }
    #expect(try page.send(add(4)).last == .saved(4))
    #expect(count == "12")
  }

  @Test func `a restart, or a cut while it says it again, changes nothing`() throws {
    try others(8)
    try server.restart()
    try comeBack(sent: 3)
    #expect(try page.send(add(1)) == refused(1))
    try page.close()
    try server.restart()
    try comeBack(sent: 3)
    #expect(page.page.position?.applied == 1)
    for id in 2...3 { #expect(try page.send(add(id)) == refused(id)) }
    try page.send(add(4))
    #expect(count == "12")
  }

  @Test func `it goes on behind what it was told is saved`() throws {
    try others(8)
    let isTold = try comeBack(saved: 3).contains { if case .trigger = $0 { true } else { false } }
    #expect(!isTold)
    #expect(page.page.position?.applied == 3)
    #expect(try page.send(add(4)).last == .saved(4))
    #expect(count == "12")
  }

  @Test func `one other page and a day are enough`() throws {
    try server.advance(by: .seconds(25 * 3600))
    try others(1)
    try comeBack()
    for id in 1...3 { #expect(try page.send(add(id)) == refused(id)) }
    #expect(count == "4")
  }

  @Test func `with seven others it is still known`() throws {
    try others(7)
    try comeBack()
    #expect(page.page.position?.applied == 3)
    try page.send(add(4))
    #expect(count == "11")
  }

  @Test func `a page that was never here begins at the start`() throws {
    try others(8)
    let new = RawPage(server, instance: "new")
    try new.attach { $0.window = window }
    #expect(try new.send(add(1)).last == .saved(1))
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
    window = try #require(page.page.position?.windowID)
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
    #expect(try page.send(add(8)) == [.closing(.eventGap)])
  }

  @Test func `a page that it does not know goes on too`() throws {
    let other = RawPage(server, instance: "b")
    _ = try come(other, saved: 3)
    #expect(other.page.position?.applied == 3)
    #expect(try other.send(add(4)).count == 2)
  }

  @Test func `a page whose events are all in the store hears of no loss`() throws {
    for saved in [nil, 0, 1] {
      #expect(try notices(come(page, saved: saved)) == [])
      #expect(page.page.position?.applied == 1)
      try page.close()
    }
  }
}
