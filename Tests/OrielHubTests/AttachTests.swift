import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

struct AttachTests {
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp()) }

  private func position(_ window: String, rev: Int = 1, resumed: Bool = false) -> ServerMessage.Attached {
    ServerMessage.Attached(
      window: window, user: "user", scene: "main", epoch: "e-AAAAAAAAAAI", rev: rev, applied: 0,
      resumed: resumed)
  }

  @Test func `a page that comes is told where it is, then the state`() throws {
    let page = RawPage(server, instance: "a")
    #expect(
      try page.attach() == [.attached(position("w-AAAAAAAAAAAAAAAAAAAAAQ")), .state(rev: 1, applied: 0)])
  }

  @Test func `the greeting repeats what the page said about itself`() throws {
    let page = RawPage(server, instance: "a")
    let deliveries = try page.attach { $0.environment.locale = "de" }
    #expect(
      deliveries == [.attached(position("w-AAAAAAAAAAAAAAAAAAAAAQ", rev: 2)), .state(rev: 2, applied: 0)])
    #expect(page.page.violations == [])
  }

  @Test func `a locale or time zone of more than 64 bytes is not kept`() throws {
    let page = RawPage(server, instance: "a")
    let deliveries = try page.attach {
      $0.environment.locale = String(repeating: "d", count: 65)
      $0.environment.timeZone = String(repeating: "t", count: 65)
    }
    #expect(
      deliveries == [.attached(position("w-AAAAAAAAAAAAAAAAAAAAAQ")), .state(rev: 1, applied: 0)])
  }

  @Test func `an unknown scene, or a value that is not its own, leads to the default`() throws {
    let scenes: [(String?, JSONValue?)] = [("nowhere", nil), ("note", nil), ("note", "seven"), ("main", 1), (nil, nil)]
    for (index, (scene, value)) in scenes.enumerated() {
      let page = RawPage(server, instance: "page \(index)")
      try page.attach {
        $0.scene = scene
        $0.value = value
      }
      #expect(page.page.position?.scene == "main")
    }
    let note = try server.open(scene: "note", value: 7)
    #expect(note.title == "Note 7")
  }

  @Test func `a page whose address leads nowhere is told so`() throws {
    let addresses: KeyValuePairs = [
      "/": true, "/?from=mail": true, "/main": true, "/note/7": true, "/note/seven": false, "/nope.txt": false,
      "/nonsense/xyz": false,
    ]
    for (url, leads) in addresses {
      let page = RawPage(server, instance: ScalarKey(url))
      try page.attach { $0.url = url }
      #expect(page.page.position?.notFound == !leads, "\(url)")
      let mayLead = try server.step(try #require(WindowURL(url))) { hub, url in hub.mayLead(to: url) }
      #expect(mayLead == leads, "\(url)")
    }
  }

  @Test func `an instance comes back to the window it opened`() throws {
    let page = RawPage(server, instance: "a")
    try page.attach()
    let window = try #require(page.page.position).windowID
    try page.close()
    try page.attach()
    #expect(page.page.position?.windowID == window)
    _ = try server.step { hub in hub.dismiss(window) }
    #expect(try page.attach() == [.closing(.windowDismissed)])
  }

  @Test func `a window is its user's alone`() throws {
    let window = try server.open()
    let stranger = RawPage(server, instance: "b", user: "stranger")
    #expect(try stranger.attach { $0.window = window.id } == [.closing(.notYourWindow)])
    #expect(try stranger.attach { $0.window = WindowID("w-unknown") } == [.closing(.windowDismissed)])
    #expect(window.isAttached)
  }

  @Test func `watching needs the role, and a window`() throws {
    let window = try server.open()
    let user = RawPage(server, instance: "b")
    #expect(
      try user.attach {
        $0.window = window.id
        $0.observe = true
      } == [.closing(.notYourWindow)])
    let admin = RawPage(server, instance: "c", user: "admin", roles: ["admin"])
    #expect(try admin.attach { $0.observe = true } == [.closing(.windowDismissed)])
    #expect(server.look { $0.windows.count } == 1)
  }

  @Test func `an observer sees, and changes nothing`() throws {
    let window = try server.open()
    let mirror = try server.open(window.id, user: "admin", roles: ["admin"], observe: true)
    #expect(window.isAttached && mirror.isAttached)
    try window.tap("Add")
    #expect(mirror.document == window.document)
    #expect(try mirror.tap("Add") == .rejected(.forbidden, "View only"))
    #expect(try mirror.report(locale: "de") == .nothing)
    #expect(try mirror.leave() == .closed(.left))
    #expect(window.isAttached)
    #expect(try window.tap("Web") == .nothing)
    #expect(mirror.triggers == [])
  }

  @Test func `an observer is closed with its window`() throws {
    let window = try server.open()
    let mirror = try server.open(window.id, user: "admin", roles: ["admin"], observe: true)
    try window.leave()
    #expect(mirror.received() == .closed(.windowDismissed))
  }
}

struct ForkTests {
  @Test func `a duplicated tab gets a copy of the window`() throws {
    let server = try TestServer(app: HubApp())
    let window = try server.open()
    try window.tap("Add")
    try window.tap("Web")
    let copy = try window.duplicate()
    #expect(copy.id != window.id)
    #expect(copy.document == window.document)
    #expect(copy.triggers == [])
    try copy.tap("Add")
    #expect(copy.text.first == "2")
    #expect(window.text.first == "1")
  }

  @Test func `a fork knows what each instance has applied`() throws {
    let server = try TestServer(app: HubApp())
    let (a, b) = (RawPage(server, instance: "a"), RawPage(server, instance: "b"))
    try a.attach()
    let id = try #require(a.page.position).windowID
    #expect(try a.send(WindowEvent(id: 1, model: "m1", element: "3", name: "tap")).count == 2)
    try b.attach { $0.window = id }
    let copy = try #require(b.page.position).windowID
    try a.close()
    try b.close()
    try a.attach { $0.window = copy }
    #expect(a.page.position?.applied == 1)
  }

  @Test func `a fork is saved like any window`() throws {
    let server = try TestServer(app: HubApp())
    let window = try server.open()
    try window.tap("Add")
    let copy = try window.duplicate()
    try copy.restart()
    #expect(copy.text.first == "1")
  }
}
