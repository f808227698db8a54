import Oriel
import OrielDocument
import OrielTesting
import Testing

struct TestWindowTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(.stacked(HomeModel()))
  }

  @Test func `a new window shows its root`() {
    #expect(window.title == "Home")
    #expect(window.text == ["Welcome", "Orders", "Ask", "Filter"])
    #expect(window.rev == 1)
  }

  @Test func `a tap says what it changed`() throws {
    #expect(
      try window.tap("Orders").abridged
        == .patch([.add("/models/m1/path/1", ["model": "m3"]), .replace("/title", "Orders")], rev: 2))
    #expect(try window.tap("add") == .patch([.replace("/models/m3/body/0/text", "1 orders")], rev: 3))
    #expect(window.text.first == "1 orders")
  }

  @Test func `an id goes before a text`() throws {
    try window.tap("Orders")
    #expect(throws: TestError.ambiguous("Add", candidates: ["OrdersModel m3/add", "OrdersModel m3/4"])) {
      try window.tap("Add")
    }
    #expect(try window.tap("4") == .patch([.replace("/models/m3/body/0/text", "2 orders")], rev: 3))
  }

  @Test func `what is not there is an error that says what is`() {
    #expect(throws: TestError.notFound("Settings", candidates: ["1 “Orders”", "2 “Ask”", "3 “Filter”"])) {
      try window.tap("Settings")
    }
    #expect(throws: TestError.notFound("Orders", candidates: [])) { try window.tap("Orders", in: "FilterModel") }
  }

  @Test func `a question is answered by its label`() throws {
    try window.tap("Ask")
    #expect(window.text.suffix(4) == ["Sure?", "It can't be undone", "Delete", "Keep"])
    #expect(throws: TestError.notFound("Perhaps", candidates: ["Delete", "Keep"])) { try window.choose("Perhaps") }
    #expect(
      try window.choose("Delete").abridged
        == .patch(
          [
            .add("/models/m1/path/1", ["model": "m3"]), .remove("/models/m1/presented"), .replace("/title", "Orders"),
          ], rev: 3))
  }

  @Test func `going back leaves what was pushed`() throws {
    try window.tap("Orders")
    #expect(
      try window.back().abridged
        == .patch([.remove("/models/m1/path/1"), .replace("/title", "Home")], rev: 3))
    #expect(throws: TestError.nothingTo("go back to")) { try window.back() }
    #expect(try window.back(toDepth: 3) == .rejected(.stale, "This is no longer on the screen"))
  }

  @Test func `going back leaves the innermost stack that has something above its root`() throws {
    let inner: DefaultStackRootNavigationModel = .stacked(OrdersModel())
    let window = try TestWindow(.stacked([HomeModel(), inner]))
    try window.back()
    #expect(window.title == "Home")
    #expect(throws: TestError.nothingTo("go back to")) { try window.back() }
  }

  @Test func `what runs outside of an event has its window around it, as a timer has`() throws {
    try window.run { OrdersModel().push(OrdersModel()) }
    #expect(
      window.server.warnings == [
        "OrdersModel executes PushCommand before it is part of a window, which does nothing: do it in start()"
      ])
  }

  @Test func `a form is filled in and closed`() throws {
    try window.tap("Filter")
    try window.type("late", into: "Contains")
    #expect(try window.toggle("Only open") != .nothing)
    #expect(window.text.suffix(3) == ["late", "Only open", "open: late"])
    try window.change("Only open", to: false)
    #expect(try window.submit("Contains").abridged == .patch([.remove("/models/m1/presented")], rev: 6))
    #expect(throws: TestError.nothingTo("dismiss")) { try window.dismiss() }
  }

  @Test func `its user may close a sheet`() throws {
    try window.tap("Filter")
    #expect(
      try window.dismiss() == .patch([.remove("/models/m1/presented"), .remove("/models/m3")], rev: 3))
  }

  @Test func `a handler that fails says so after its patch`() throws {
    try window.tap("Orders")
    #expect(
      try window.tap("Fail")
        == .several([
          .patch([.replace("/models/m3/body/0/text", "1 orders")], rev: 3),
          .rejected(.failed, "Something went wrong"),
        ]))
    #expect(window.server.warnings == ["A handler failed: Failure()"])
  }

  @Test func `a handler that waits goes on when it is waited for`() async throws {
    try window.tap("Orders")
    try window.tap("Later")
    try await window.settled()
    #expect(window.text.first == "10 orders")
  }

  @Test func `a page that comes back has lost nothing`() throws {
    try window.tap("Orders")
    let document = window.document
    try window.disconnect()
    #expect(throws: TestError.notAttached) { try window.tap("Fail") }
    try window.reconnect()
    #expect(window.document == document)
    try window.reload()
    #expect(window.document == document)
    try window.tap("add")
    try window.restart()
    #expect(window.text.first == "1 orders")
    #expect(try window.tap("add") == .patch([.replace("/models/m3/body/0/text", "2 orders")], rev: 2))
  }

  @Test func `leaving closes the window`() throws {
    #expect(try window.leave() == .closed(.left))
    #expect(throws: TestError.refused(.windowDismissed)) { try window.reconnect() }
  }
}
