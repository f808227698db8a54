import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// PROTOCOL, *Positions, resuming, exactly once*.
struct ResumeTests {
  let window: TestWindow
  init() throws { window = try TestServer(app: HubApp()).open() }

  private var server: TestServer { window.server }

  private func missed(_ step: () throws -> Void) throws -> [TestDelivery] {
    try window.disconnect()
    try step()
    let start = window.deliveries.count
    try window.reconnect()
    return Array(window.deliveries[(start + 1)...])
  }

  /// What a colleague of the page does meanwhile: the window's model is changed from outside.
  private func change(_ count: Int) throws {
    for _ in 0..<count { try counter { $0.count += 1 } }
  }

  private func counter(_ body: @escaping @Sendable (CounterModel) -> Void) throws {
    try server.step((window.id, body)) { hub, input in
      if let model = hub.windows[input.0]?.graph.root as? CounterModel { input.1(model) }
    }
  }

  @Test func `a page that missed nothing is sent nothing`() throws {
    #expect(try missed {} == [])
  }

  @Test func `a page that missed one change is sent its patch`() throws {
    #expect(
      try missed { try change(1) } == [.patch([.replace("/models/m1/body/0/text", "1")], rev: 2, base: 1, applied: 0)])
  }

  @Test func `a page that missed many changes is sent one patch`() throws {
    #expect(
      try missed { try change(5) } == [.patch([.replace("/models/m1/body/0/text", "5")], rev: 6, base: 1, applied: 0)])
  }

  @Test func `where the patch would be longer the state is sent`() throws {
    let deliveries = try missed {
      try counter { $0.padding = String(repeating: "x", count: 3000) }
      try counter { $0.padding = "" }
      for index in 0..<9 { try counter { $0.padding = String(repeating: "\(index)", count: 200) } }
    }
    #expect(deliveries.count == 1)
    #expect(window.rev == 12)
  }

  @Test func `a page that was away for longer than the log reaches is sent the state`() throws {
    let deliveries = try missed {
      for index in 0..<30 { try counter { $0.padding = String(repeating: "\(index % 10)", count: 4000) } }
    }
    #expect(deliveries == [.state(rev: 31, applied: 0)])
  }

  @Test func `a revision from another life, or ahead, counts as none`() throws {
    let page = RawPage(server, instance: "b")
    try window.disconnect()
    for (epoch, rev) in [("e-other", 1), (nil, 1), (epoch, 2), (epoch, 99), (epoch, 0)] {
      let deliveries = try page.attach {
        $0.window = window.id
        $0.epoch = epoch
        $0.rev = rev
      }
      #expect(deliveries.last == .state(rev: 1, applied: 0))
      #expect(deliveries.count == 2)
      try page.close()
    }
  }

  private var epoch: ScalarKey? { window.page.position?.epoch }

  @Test func `a restart is another life`() throws {
    try window.tap("Add")
    let (before, document) = (epoch, window.document)
    try window.restart()
    #expect(epoch != before)
    #expect(window.rev == 1)
    #expect(window.document == document)
    #expect(window.page.position?.applied == 1)
  }
}

/// A page that does not take what it is sent, or can't be seen.
struct SlowPageTests {
  let window: TestWindow
  init() throws { window = try TestServer(app: HubApp()).open() }

  private func drain() throws {
    window.page.isChoked = false
    try window.server.step(#require(window.attachment)) { hub, attachment in hub.catchUp(attachment) }
  }

  @Test func `a slow page is sent one patch when it can take it`() throws {
    window.page.isChoked = true
    for _ in 0..<3 { #expect(try window.tap("Add") == .nothing) }
    try drain()
    #expect(window.received() == .patch([.replace("/models/m1/body/0/text", "3")], rev: 4))
    #expect(
      window.deliveries.suffix(1) == [
        .patch([.replace("/models/m1/body/0/text", "3")], rev: 4, base: 1, applied: 3)
      ])
    #expect(try window.tap("Add") == .patch([.replace("/models/m1/body/0/text", "4")], rev: 5))
  }

  @Test func `a slow page is answered where nothing changed`() throws {
    window.page.isChoked = true
    try window.tap("Nothing")
    let start = window.deliveries.count
    try drain()
    #expect(Array(window.deliveries[start...]) == [.patch([], rev: 1, base: 1, applied: 1)])
  }

  @Test func `a hidden page hears of changes at intervals`() throws {
    let server = window.server
    try window.report(visible: false)
    let other = try server.open()
    for _ in 0..<3 { try other.tap("Visit") }
    #expect(window.received() == .nothing)
    try server.advance(by: .milliseconds(999))
    #expect(window.received() == .nothing)
    try server.advance(by: .milliseconds(1))
    #expect(window.received() == .patch([.replace("/models/m1/body/1/text", "en, 3 visits")], rev: 4))
    try server.advance(by: .seconds(10))
    #expect(window.received() == .nothing)
  }

  @Test func `a hidden page that becomes visible is told at once`() throws {
    try window.report(visible: false)
    let other = try window.server.open()
    try other.tap("Visit")
    #expect(try window.report(visible: true) == .patch([.replace("/models/m1/body/1/text", "en, 1 visits")], rev: 2))
    // The one that looks for old windows.
    #expect(window.server.clock.pendingCount == 1)
  }

  @Test func `a hidden page's own events are answered at once`() throws {
    try window.report(visible: false)
    #expect(try window.tap("Add") == .patch([.replace("/models/m1/body/0/text", "1")], rev: 2))
    try window.tap("Nothing")
    #expect(window.deliveries.suffix(2) == [.patch([], rev: 2, base: 2, applied: 2), .saved(2)])
  }
}
