import OrielDocument
import OrielMessages
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// A model that many windows show: rendered once, and the same bytes for all.
struct SharedDocumentTests {
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp()) }

  private func desk(_ window: TestWindow) throws -> DeskModel {
    try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? DeskModel) }
  }

  private func open(showing kind: String = "ticker") throws -> TestWindow {
    let window = try server.open(scene: "desk")
    try show(kind, in: window)
    return window
  }

  private func show(_ kind: String?, in window: TestWindow) throws {
    let desk = try desk(window)
    try window.run {
      desk.place = kind.map { $0 == "ticker" ? .shared("ticker") : .shared("board", value: $0) }
    }
  }

  private func deliveries(_ window: TestWindow, during step: () throws -> Void) throws -> [TestDelivery] {
    let start = window.deliveries.count
    try step()
    return Array(window.deliveries[start...])
  }

  @Test func `its state follows the frame in which its place appears`() throws {
    let window = try server.open(scene: "desk")
    let deliveries = try deliveries(window) { try show("ticker", in: window) }
    #expect(
      deliveries == [
        .patch(
          [
            .add("/models/m1/children/0", "m2"), .add("/models/m2", ["kind": "shared", "document": "s1"]),
          ], rev: 2, base: 1, applied: nil), .sharedState("s1", rev: 1),
      ])
    #expect(window.text == ["price 0", "Raise"])
  }

  @Test func `a page that does not draw a change of it is behind`() throws {
    let (window, other) = (try open(), try open())
    // The state of the window, its patch, and the state of the document.
    try server.step((window.id, Drawn(rev: 2, messages: 3))) { hub, input in
      hub.windows[input.0]?.page?.drew(input.1)
    }
    try other.tap("Raise")
    try other.tap("Raise")
    try server.advance(by: .seconds(5))
    let health = server.look(window.id) { hub, id in hub.windows[id]?.health }
    #expect(health?.lag == PageLag(changes: 2, milliseconds: 5000))
    #expect(health?.drawn == 2)
  }

  @Test func `a change is rendered once, and the same object goes to all`() throws {
    let windows = try (0..<10).map { _ in try open() }
    let graph = try #require(server.look { $0.homes[.app]?.sharedDocuments.first?.graph })
    let before = graph.evaluations
    try windows[3].tap("Raise")
    #expect(graph.evaluations == before + 1)
    #expect(windows.allSatisfy { $0.text.first == "price 1" })
    let updates = windows.compactMap(\.page.sharedUpdates.last)
    #expect(updates.count == 10)
    #expect(updates.allSatisfy { $0 === updates[0] })
  }

  @Test func `a thousand windows evaluate it once`() throws {
    var limits = HubLimits()
    limits.attachedWindowsPerUser = 2000
    let server = try TestServer(app: WallApp(), store: TestStore(), limits: limits)
    let pages = try (0..<1000).map { index in
      let page = RawPage(server, instance: "page \(index)")
      try page.attach()
      return page
    }
    let graph = try #require(server.look { $0.homes[.app]?.sharedDocuments.first?.graph })
    #expect(graph.evaluations == 1)
    try server.step(graph.root) { _, root in (root as? TickerModel)?.price = 5 }
    #expect(graph.evaluations == 2)
    #expect(pages.allSatisfy { $0.page.shared["s1"]?.rev == 2 })
    #expect(Set(pages.compactMap { $0.page.sharedUpdates.last.map { ObjectIdentifier($0) } }).count == 1)
  }

  @Test func `each value is a document of its own`() throws {
    let (one, two) = (try open(showing: "one"), try open(showing: "two"))
    #expect(one.text.first == "board one")
    #expect(two.text.first == "board two")
    #expect(try open(showing: "one").document["models"]?["m2"]?["document"] == "s1")
  }

  @Test func `S11: when no window shows it any more it sleeps, and goes on when one shows it again`() throws {
    let (one, two) = (try open(), try open())
    try one.tap("Raise")
    let departures = try #require(server.look { $0.homes[.app]?.sharedDocuments.first })
    try show(nil, in: one)
    #expect(one.page.shared == [:])
    #expect(departures.isInUse)
    try two.leave()
    #expect(departures.isInUse == false)
    #expect(server.look { $0.homes[.app]?.sharedDocuments.first == nil })
    let third = try open()
    #expect(third.text.first == "price 1")
    try third.tap("Raise")
    #expect(third.text.first == "price 2")
  }

  @Test func `S11: it is saved with the turn that changed it, each value by itself`() throws {
    let windows = [try open(), try open(showing: "one")]
    try windows[0].tap("Raise")
    try server.restart()
    for window in windows { try window.reconnect() }
    #expect(windows.map { $0.text.first } == ["price 1", "board one"])
    try windows[0].tap("Raise")
    #expect(windows[0].text.first == "price 2")
    #expect(try open(showing: "two").document["models"]?["m2"]?["document"] == "s3")
  }

  private func isKept() -> Bool {
    server.look { $0.homes[.app]?.sharedDocuments.record(SharedKey(kind: "ticker", value: .null)) != nil }
  }

  @Test func `S11: one that was only looked at is not stored`() throws {
    let window = try open()
    try show(nil, in: window)
    #expect(!isKept())
    try show("ticker", in: window)
    try window.tap("Raise")
    try show(nil, in: window)
    #expect(isKept())
  }

  @Test func `S11: a window that is woken to be deleted has not shown it`() throws {
    let window = try open()
    try window.tap("Raise")
    try window.disconnect()
    try server.advance(by: .seconds(3600))
    #expect(isKept())
    try server.advance(by: .seconds(7 * 24 * 3600 + 3600))
    #expect(!isKept())
  }

  @Test func `S11: not shown for as long as windows are kept, it finishes`() throws {
    let window = try open()
    try window.tap("Raise")
    try show(nil, in: window)
    try server.advance(by: .seconds(8 * 24 * 3600))
    #expect(try open().text.first == "price 0")
  }

  @Test func `S11: not shown for that long while the server was off, it finishes when its tenant is loaded`() throws {
    let window = try open()
    try window.tap("Raise")
    try show(nil, in: window)
    server.executor.enter { server.clock.forgetAll() }
    try server.advance(by: .seconds(8 * 24 * 3600))
    try server.restart()
    #expect(try open().text.first == "price 0")
  }

  @Test func `a tenant keeps a limited number of shared models that no window shows`() throws {
    var limits = HubLimits()
    limits.unshownSharedModels = 2
    let server = try TestServer(app: HubApp(), store: TestStore(), limits: limits)
    let window = try server.open(scene: "desk")
    let desk = try server.look(window.id) { hub, id in try #require(hub.windows[id]?.graph.root as? DeskModel) }
    for number in 1...4 {
      try window.run { desk.place = .shared("board", value: "\(number)") }
      try window.tap("Mark")
    }
    try window.run { desk.place = nil }
    let kept = (1...4).filter { number in
      server.look(number) { hub, number in
        hub.homes[.app]?.sharedDocuments.record(SharedKey(kind: "board", value: .string("\(number)"))) != nil
      }
    }
    #expect(kept == [3, 4])
  }

  @Test func `its state follows every attach`() throws {
    let window = try open()
    try window.disconnect()
    let deliveries = try deliveries(window) { try window.reconnect() }
    #expect(deliveries.count == 2)
    #expect(deliveries.last == .sharedState("s1", rev: 1))
  }

  @Test func `a slow page is sent one patch of it`() throws {
    let (slow, other) = (try open(), try open())
    slow.page.isChoked = true
    let deliveries = try deliveries(slow) {
      for _ in 0..<3 { try other.tap("Raise") }
      slow.page.isChoked = false
      try server.step(#require(slow.attachment)) { hub, attachment in hub.catchUp(attachment) }
    }
    #expect(
      deliveries == [
        .sharedPatch("s1", [.replace("/models/s1.m1/body/0/text", "price 3")], rev: 4, base: 1)
      ])
  }

  @Test func `a slow page is sent its state after the place`() throws {
    let window = try server.open(scene: "desk")
    window.page.isChoked = true
    let deliveries = try deliveries(window) {
      try show("ticker", in: window)
      #expect(window.deliveries.count == 2)
      window.page.isChoked = false
      try server.step(#require(window.attachment)) { hub, attachment in hub.catchUp(attachment) }
    }
    #expect(deliveries.last == .sharedState("s1", rev: 1))
    #expect(window.text.first == "price 0")
  }

  @Test func `what shows it may be covered, and takes no events then`() throws {
    let window = try open()
    let desk = try desk(window)
    try window.run { desk.present(.sheet(NoteModel(id: 1))) }
    #expect(
      try window.event(model: "s1.m1", element: "1", name: "tap")
        == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `an unknown kind shows nothing and is logged`() throws {
    let window = try server.open(scene: "desk")
    let desk = try desk(window)
    try window.run { desk.place = .shared("nowhere") }
    #expect(window.document["models"]?["m2"] == ["kind": "switched"])
    #expect(server.warnings == ["SharedSlotModel m2 shows a SharedModel \"nowhere\", but there is no such scene"])
  }

  @Test func `a place is restored with its window`() throws {
    let window = try open(showing: "one")
    try window.restart()
    #expect(window.text.first == "board one")
  }
}

struct WallApp: WindowApp {
  var body: some Scene {
    WindowGroup("Wall", id: "main") { SharedSlotModel(kind: "ticker", value: .null) }
    SharedModel("ticker") { TickerModel() }
  }
}
