import OrielDocument
import OrielHub
import OrielTesting
import Testing

/// Ids of events: each is applied at most once, in order.
struct EventIDTests {
  let page: RawPage
  let server: TestServer

  init() throws {
    server = try TestServer(app: HubApp())
    page = RawPage(server, instance: "a")
    try page.attach()
  }

  private func add(_ id: Int) -> WindowEvent { WindowEvent(id: id, model: "m1", element: "3", name: "tap") }
  private func answer(_ id: Int, rev: Int) -> [TestDelivery] {
    [
      .patch([.replace("/models/m1/body/0/text", .string("\(rev - 1)"))], rev: rev, base: rev - 1, applied: id),
      .saved(id),
    ]
  }

  @Test func `an event is answered by its patch`() throws {
    #expect(try page.send(add(1)) == answer(1, rev: 2))
    #expect(try page.send(add(2)) == answer(2, rev: 3))
  }

  @Test func `a repeated event is dropped silently`() throws {
    #expect(try page.send(add(1)) == answer(1, rev: 2))
    #expect(try page.send(add(1)) == [])
    #expect(try page.send(add(0)) == [])
    #expect(try page.send(add(2)) == answer(2, rev: 3))
  }

  @Test func `a gap closes the page`() throws {
    #expect(try page.send(add(2)) == [.closing(.eventGap)])
    #expect(try page.send(add(1)) == [])
  }

  @Test func `a refused event counts as applied`() throws {
    #expect(
      try page.send(WindowEvent(id: 1, model: "m9", name: "tap"))
        == [.rejected(event: 1, .stale, message: "This is no longer on the screen", applied: 1), .saved(1)])
    #expect(try page.send(add(2)) == answer(2, rev: 2))
  }

  @Test func `an event that changes nothing is answered by an empty patch`() throws {
    #expect(
      try page.send(WindowEvent(id: 1, model: "m1", element: "4", name: "tap"))
        == [.patch([], rev: 1, base: 1, applied: 1), .saved(1)])
  }

  @Test func `a page that resends after a restart is applied once`() throws {
    let window = try #require(page.page.position).windowID
    #expect(try page.send(add(1)).count == 2)
    try server.restart()
    try page.attach { $0.window = window }
    #expect(page.page.position?.applied == 1)
    #expect(try page.send(add(1)) == [])
    #expect(page.page.document?["models"]?["m1"]?["body"]?[0]?["text"] == "1")
  }

  @Test func `eight instances of a window are remembered`() throws {
    let window = try #require(page.page.position).windowID
    #expect(try page.send(add(1)).count == 2)
    for index in 1...8 {
      let other = RawPage(server, instance: "page \(index)")
      try other.attach {
        $0.window = window
        $0.takeover = true
      }
      #expect(other.page.position?.applied == 0)
      #expect(try other.send(add(1)).count == 2)
    }
    try page.attach {
      $0.window = window
      $0.takeover = true
    }
    #expect(page.page.position?.applied == 0)
  }
}
