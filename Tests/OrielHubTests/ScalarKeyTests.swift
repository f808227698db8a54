import OrielDocument
import OrielTesting
import Testing

@testable import Oriel
@testable import OrielHub

/// Ids that only look the same: K and the KELVIN SIGN, and é in one scalar or two.
struct ScalarKeyTests {
  static let alike = [("Kevin", "\u{212A}evin"), ("Ren\u{E9}", "Rene\u{301}")]
  let server: TestServer

  init() throws { server = try TestServer(app: HubApp()) }

  @Test func `ids of other scalars are others, whatever they look like`() {
    for (one, other) in Self.alike {
      #expect(one == other)
      #expect(Set([ScalarKey(one), ScalarKey(other), ScalarKey(one)]).count == 2)
      #expect(Set([WindowID(one), WindowID(other), WindowID(one)]).count == 2)
      #expect(Set([User(id: one), User(id: other), User(id: one)]).count == 2)
    }
  }

  @Test(arguments: alike) func `two users share no object of their environments, now or from the store`(
    one: String, other: String
  ) throws {
    let windows = try [one, other].map { try server.open(user: $0) }
    for _ in 0..<3 { try windows[0].tap("Visit") }
    try windows[1].tap("Visit")
    let shown = { windows.map { $0.text[1] } }
    #expect(shown() == ["en, 3 visits", "en, 1 visits"])
    try server.restart()
    for window in windows { try window.reconnect() }
    #expect(shown() == ["en, 3 visits", "en, 1 visits"])
  }

  @Test(arguments: alike) func `one user's window is not the other's to come to or to dismiss`(
    one: String, other: String
  ) throws {
    let window = try server.open(user: one)
    let page = RawPage(server, instance: "b", user: other)
    #expect(try page.attach { $0.window = window.id } == [.closing(.notYourWindow)])
    #expect(try page.attach { $0.formerUser = ScalarKey(other) }.first?.isAttached == true)
    #expect(page.page.position?.windowID != window.id)
    try server.step((window.id, page.page.position?.windowID)) { hub, ids in
      let asking = try #require(ids.1.flatMap { hub.windows[$0] })
      hub.dismissLater(ids.0, askedBy: asking)
    }
    #expect(window.isAttached)
  }

  @Test(arguments: alike) func `a ban or sign-out affects no user whose name only looks the same`(
    one: String, other: String
  ) throws {
    let windows = try [one, other].map { try server.open(user: $0) }
    try server.step { hub in _ = hub.access.ban(one) }
    #expect(windows.map(\.isAttached) == [false, true])
    try server.restart()
    #expect(try RawPage(server, instance: "a", user: one).attach() == [.closing(.banned)])
    #expect(try RawPage(server, instance: "b", user: other).attach().first?.isAttached == true)
  }

  @Test(arguments: alike) func `a page opens a window of its own`(one: String, other: String) throws {
    let pages = [one, other].map { RawPage(server, instance: ScalarKey($0)) }
    for page in pages { try page.attach() }
    #expect(pages[0].page.position?.windowID != pages[1].page.position?.windowID)
    #expect(pages.map(\.isOpen) == [true, true])
  }

  @Test(arguments: alike) func `a page is told what it has said itself`(one: String, other: String) throws {
    let pages = [one, other].map { RawPage(server, instance: ScalarKey($0)) }
    try pages[0].attach()
    try pages[0].send(WindowEvent(id: 1, model: "m1", element: "3", name: "tap"))
    let window = try #require(pages[0].page.position?.windowID)
    try pages[1].attach {
      $0.window = window
      $0.takeover = true
    }
    #expect(pages[1].page.position?.applied == 0)
    #expect(!pages[0].isOpen)
  }

  @Test func `an epoch or a model that looks like the window's is none of its`() throws {
    let page = RawPage(server, instance: "a")
    try page.attach()
    let position = try #require(page.page.position)
    let look = server.look { $0.windows[position.windowID]?.epoch }
    #expect(look == position.epoch)
    // A text that is not the same scalars, and is the same to people, for as long as it has a K.
    let kelvin = ScalarKey(position.epoch.text.replacing("K", with: "\u{212A}") + "\u{301}")
    #expect(try page.resume(position.windowID, epoch: kelvin).contains(.state(rev: 1, applied: 0)))
    #expect(
      try page.send(WindowEvent(id: 1, model: "m1\u{301}", name: "tap")).first
        == .rejected(event: 1, .stale, message: "This is no longer on the screen", applied: 1))
  }
}

extension TestDelivery {
  fileprivate var isAttached: Bool { if case .attached = self { true } else { false } }
}
