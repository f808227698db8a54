import Oriel
import OrielTesting
import Testing

struct RoleTests {
  let server: TestServer

  init() throws { server = try TestServer(app: RoleApp()) }

  @Test func `a scene that needs a role is none for everybody else`() throws {
    #expect(throws: TestError.noScene("payroll")) { try server.open(user: "guest", scene: "payroll") }
    let clerk = try server.open(user: "clerk", roles: ["clerk", "other"], scene: "payroll")
    #expect(clerk.document["scene"] == "payroll")
  }

  @Test func `a scene that needs another role is refused like an unknown one`() throws {
    let guest = try server.open(user: "guest")
    for button in ["Nowhere", "Payroll"] {
      try guest.tap(button)
      #expect(guest.text.last == "unknown")
    }
    let clerk = try server.open(user: "clerk", roles: ["clerk"])
    try clerk.tap("Payroll")
    #expect(clerk.text.last == "opened")
  }

  @Test func `a window is gone for a user who has lost the role, and there again with it`() throws {
    let payroll = try server.open(user: "clerk", roles: ["clerk"], scene: "payroll")
    try payroll.disconnect()
    #expect(throws: TestError.refused(.windowDismissed)) { try server.open(payroll.id, user: "clerk") }
    #expect(try server.open(payroll.id, user: "clerk", roles: ["clerk"]).document["scene"] == "payroll")
  }

  @Test func `an operator mirrors a window of a scene that needs a role the operator does not have`() throws {
    let payroll = try server.open(user: "clerk", roles: ["clerk"], scene: "payroll")
    let mirror = try server.open(payroll.id, user: "eve", roles: ["admin"], observe: true)
    #expect(mirror.document == payroll.document)
    #expect(throws: TestError.refused(.notYourWindow)) {
      try server.open(payroll.id, user: "ann", roles: ["clerk"], observe: true)
    }
  }

  @Test func `models see the roles of what their user has signed in with last`() throws {
    let first = try server.open(user: "ann", roles: ["reader"])
    #expect(first.text.first == "reader")
    let second = try server.open(user: "ann", roles: ["clerk", "reader"])
    #expect([first.text.first, second.text.first] == ["clerk reader", "clerk reader"])
  }

  @Test func `a page without a scene's role is not sent to and fro between the hubs of that scene and the default one`()
    throws
  {
    let server = try TestServer(app: BranchApp(), hubs: 2, store: TestStore())
    #expect([server.hub(of: .app), server.hub(of: "a")] == [1, 0])
    #expect(throws: TestError.refused(.nothingHere)) { try server.open(user: "guest", url: "/a/payroll") }
    let clerk = try server.open(tenant: "a", user: "clerk", roles: ["clerk"], scene: "payroll")
    #expect([clerk.url, clerk.document["scene"]?.stringValue] == ["/a/payroll", "payroll"])
    #expect(server.warnings == [])
  }

  @Test func `new credentials of a page apply to all windows of its user, in tenants on other hubs too`() throws {
    let server = try TestServer(app: RoleApp(tenancy: .path { user, _ in user }), hubs: 2, store: TestStore())
    let pages = try ["a", "b", "b"].map { (tenant: Tenant) in
      try server.open(tenant: tenant, user: "ann", roles: ["clerk"], scene: "desk")
    }
    let payroll = try server.open(tenant: "b", user: "ann", roles: ["clerk"], scene: "payroll")
    let other = try server.open(tenant: "b", user: "bob", roles: ["clerk"], scene: "payroll")
    #expect(pages.map(\.hub) == [0, 1, 1])
    try pages[0].renew(roles: ["reader"])
    #expect(pages.map(\.text.first) == ["reader", "reader", "reader"])
    #expect(!payroll.isAttached)
    #expect(other.text.first == "clerk")
  }
}

private struct RoleApp: WindowApp {
  var tenancy = Tenancy.single

  var body: some Scene {
    WindowGroup("Desk", id: "desk") { RoleDesk() }
    WindowGroup("Payroll", id: "payroll") { RoleDesk() }.requiresRole("clerk")
  }
}

private struct BranchApp: WindowApp {
  var tenancy: Tenancy { .path { user, _ in user } }

  var body: some Scene {
    WindowGroup("Branches", id: "branches") { RoleDesk() }.tenancy(.single)
    WindowGroup("Payroll", id: "payroll") { RoleDesk() }.requiresRole("clerk")
  }
}

@NavigationModel
private final class RoleDesk {
  var result = ""
  @Environment(\.user) var user

  var body: some View {
    Text(user.roles.sorted().joined(separator: " "))
    Button("Payroll") { self.open("payroll") }
    Button("Nowhere") { self.open("nowhere") }
    Text(result)
  }

  private func open(_ scene: String) {
    result = openWindow(scene) == .notExecutable(.unknownScene(scene)) ? "unknown" : "opened"
  }
}
