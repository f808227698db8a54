import Gallery
import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielAdmin

@Suite struct `The console of an operator with some rights` {
  private func server(_ grants: OperatorGrant...) throws -> TestServer {
    let roles = OperatorRoles(grants)
    return try TestServer(
      app: GalleryApp(), store: TestStore(), console: Console.scene(for: roles), operators: roles)
  }

  private static let counters = OperatorGrant(
    role: "supervisor", acts: ["look", "focus", "lock", "unlock", "trigger"], windows: WindowScope(scenes: ["counter"]))

  private func console(_ server: TestServer, at url: String = "/admin", role: String = "supervisor") throws
    -> TestWindow
  {
    try server.open(user: "sue", roles: [role], url: url)
  }

  private func buttons(_ window: TestWindow) -> String { window.document.description }

  @Test func `begins with the first section of the role, and has no others`() throws {
    let server = try server(Self.counters)
    let console = try console(server)
    #expect(console.title == "Windows")
    let text = buttons(console)
    #expect(text.contains("\"Triggers\""))
    for section in ["Overview", "Users", "Tenants", "Audit", "Settings"] { #expect(!text.contains("\"\(section)\"")) }
  }

  @Test(arguments: ["overview", "users", "tenants", "audit", "settings", "tenants/app"])
  func `an address of another section leads nowhere`(path: String) throws {
    let server = try server(Self.counters)
    #expect(try console(server, at: "/admin/\(path)").title == "Windows")
  }

  @Test func `a role without the right has no console`() throws {
    let server = try server(Self.counters)
    #expect(try console(server, role: "clerk").document["scene"] == "welcome")
  }

  @Test func `lists and shows the windows of the role`() async throws {
    let server = try server(Self.counters)
    let counter = try server.open(user: "ann", scene: "counter")
    let other = try server.open(user: "ann", scene: "welcome")
    let console = try console(server)
    let table = try console.table()
    try await server.settled { table.count == 1 }
    #expect(buttons(console).contains("1 window"))
    try console.openURL("/admin/windows/\(counter.id)")
    #expect(console.title == counter.title)
    try console.openURL("/admin/windows/\(other.id)")
    #expect(buttons(console).contains("There is no such window, or your roles don’t show it."))
  }

  @Test func `offers the acts of the role`() throws {
    let server = try server(Self.counters)
    let counter = try server.open(user: "ann", scene: "counter")
    let console = try console(server, at: "/admin/windows/\(counter.id)")
    try console.toggle("acting")
    try console.choose("Act", in: "part")
    let text = buttons(console)
    for act in ["Bring to the front", "Lock"] { #expect(text.contains("\"\(act)\"")) }
    for act in ["Dismiss", "Sign user out", "Ban user", "Navigate", "Send action", "Open for this user", "Move…"] {
      #expect(!text.contains("\"\(act)\""))
    }
    try console.tap("lock")
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.graph.isLocked } == true)
  }

  @Test func `says why a trigger to others is refused`() throws {
    let server = try server(Self.counters)
    _ = try server.open(user: "ann", scene: "counter")
    let console = try console(server, at: "/admin/triggers")
    try console.choose("focusWindow", in: "kind")
    try console.tap("preview")
    #expect(
      buttons(console).contains(
        "Your roles allow \\\"trigger\\\" only in windows of the scene counter: name one of these."))
  }

  @Test func `a role without a section sees nothing of the server`() throws {
    let server = try server(OperatorGrant(role: "support", acts: ["signOut", "ban"]))
    _ = try server.open(user: "ann", scene: "counter")
    for url in ["/admin", "/admin/users", "/admin/overview"] {
      let console = try console(server, at: url, role: "support")
      #expect(console.document["models"]?["m1"]?["detail"] == nil)
      #expect(!buttons(console).contains("OverviewModel"))
    }
  }

  @Test func `a role that stops the server has the section for it`() throws {
    let server = try server(OperatorGrant(role: "deployer", acts: ["drain", "set"]))
    let console = try console(server, role: "deployer")
    #expect(console.title == "Settings")
    #expect(buttons(console).contains("\"Drain and stop\""))
  }

  @Test func `what was opened from a section goes with the right for it`() throws {
    let server = try server(
      OperatorGrant(role: "auditor", acts: ["look", "audit"]), OperatorGrant(role: "viewer", acts: ["look"]))
    let console = try console(server, at: "/admin/tenants/app", role: "auditor")
    try console.tap("audit")
    #expect(console.title == "Audit")
    try console.renew(roles: ["viewer"])
    #expect(console.title == "Tenants")
    #expect(!buttons(console).contains("AuditModel"))
  }

  @Test func `a copy is a window that is opened`() throws {
    let server = try server(
      OperatorGrant(role: "auditor", acts: ["look"]),
      OperatorGrant(role: "opener", acts: ["look", "open"], windows: WindowScope(scenes: ["counter"])))
    let counter = try server.open(user: "ann", scene: "counter")
    try counter.tap("increment")
    #expect(throws: (any Error).self) {
      try console(server, at: "/admin/windows/\(counter.id)", role: "auditor").tap("fork")
    }
    let opener = try console(server, at: "/admin/windows/\(counter.id)", role: "opener")
    try opener.tap("fork")
    let copies = server.lookAtAll { hub in hub.windows.values.filter { $0.sceneID == "counter" }.count }
    #expect(copies.reduce(0, +) == 2)
  }

  @Test func `a role that only looks has no switch to act`() throws {
    let server = try server(OperatorGrant(role: "auditor", acts: ["look", "audit"]))
    let counter = try server.open(user: "ann", scene: "counter")
    let console = try console(server, at: "/admin/windows/\(counter.id)", role: "auditor")
    #expect(console.title == counter.title)
    #expect(!buttons(console).contains("\"acting\""))
    #expect(throws: (any Error).self) { try console.choose("Act", in: "part") }
  }
}

@Suite struct `Mirrors of an operator with some rights` {
  @Test func `show the windows of the role`() throws {
    let server = try TestServer(
      app: GalleryApp(), store: TestStore(),
      operators: OperatorRoles([
        OperatorGrant(role: "supervisor", acts: ["look"], windows: WindowScope(scenes: ["counter"]))
      ]))
    let counter = try server.open(user: "ann", scene: "counter")
    let other = try server.open(user: "ann", scene: "welcome")
    #expect(try server.open(counter.id, user: "sue", roles: ["supervisor"], observe: true).document == counter.document)
    #expect(throws: TestError.refused(.notYourWindow)) {
      try server.open(other.id, user: "sue", roles: ["supervisor"], observe: true)
    }
  }

  @Test func `end when the window has lost the tag`() throws {
    let server = try TestServer(
      app: Papers(), store: TestStore(),
      operators: OperatorRoles([OperatorGrant(role: "supervisor", acts: ["look"], windows: WindowScope(tags: ["open"]))]
      ))
    let window = try server.open(user: "ann")
    let mirror = try server.open(window.id, user: "sue", roles: ["supervisor"], observe: true)
    let admin = try server.open(window.id, user: "op", roles: ["admin"], observe: true)
    try window.tap("close")
    #expect(!mirror.isAttached)
    #expect(admin.isAttached && admin.document == window.document)
  }
}

private struct Papers: WindowApp {
  var body: some Scene { WindowGroup("Paper", id: "paper") { PaperModel() } }
}

@NavigationModel
final class PaperModel {
  var isOpen = true

  var body: some View {
    Button("Close") { self.isOpen = false }.id("close").navigationTags(isOpen ? "open" : "closed")
  }
}
