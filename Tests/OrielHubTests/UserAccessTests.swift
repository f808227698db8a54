import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Users whom an operator has sent away.
struct UserAccessTests {
  @Test func `who signs in in the millisecond of a sign-out is signed in`() {
    var list = AccessList()
    list.apply(AccessChange(user: "ann", kind: .signOut, time: 7))
    #expect(list.nextSignIn(of: "ann", now: 7) == 8 && list.nextSignIn(of: "bob", now: 7) == 7)
    #expect(list.refusal(of: "ann", signedInAt: 7) == .signedOut && list.refusal(of: "ann", signedInAt: 8) == nil)
  }

  let server: TestServer
  let window: TestWindow

  init() throws {
    server = try TestServer(app: HubApp())
    window = try server.open(user: "ann")
  }

  private func closing(_ window: TestWindow) -> CloseReason? {
    window.deliveries.compactMap { if case .closing(let reason) = $0 { reason } else { nil } }.last
  }

  private func attach(_ user: String, signedInAt: Int64?) throws -> CloseReason? {
    let page = LeavingPage()
    try server.step(page) { hub, page in
      var request = AttachRequest(user: User(id: user), instance: "visit")
      request.signedInAt = signedInAt
      hub.attach(request, client: page) { $0.attachment.map(hub.leave) }
    }
    return page.reason == .left ? nil : page.reason
  }

  /// Goes as soon as it was let in.
  private final class LeavingPage: WindowClient {
    private(set) var reason: CloseReason?
    let isChoked = false

    func deliver(_ message: ServerMessage) {
      if case .closing(let reason) = message { self.reason = reason }
    }
  }

  @Test func `a sign-out closes every page of the user, and no other user's`() throws {
    let second = try server.open(user: "ann", scene: "desk")
    let other = try server.open(user: "bob")
    try server.step { hub in hub.access.signOut("ann") }
    #expect([window, second].map(closing) == [.signedOut, .signedOut])
    #expect(closing(other) == nil)
  }

  @Test func `what was given out before a sign-out is worth nothing, also after a restart`() throws {
    try server.advance(by: .seconds(10))
    let end = server.look { $0.wallTime }
    try server.step { hub in hub.access.signOut("ann") }
    for _ in 0..<2 {
      #expect(try attach("ann", signedInAt: nil) == .signedOut)
      #expect(try attach("ann", signedInAt: end) == .signedOut)
      #expect(try attach("ann", signedInAt: end + 1) == nil)
      #expect(try attach("bob", signedInAt: nil) == nil)
      try server.restart()
    }
  }

  @Test func `a banned user may not come back until the ban ends, even after a restart`() throws {
    #expect(try server.step { hub in hub.access.ban("ann") })
    #expect(closing(window) == .banned)
    try server.restart()
    #expect(try attach("ann", signedInAt: 1 << 50) == .banned)
    let news = try server.step { hub in [hub.access.ban("ann"), hub.access.unban("ann"), hub.access.unban("ann")] }
    #expect(news == [false, true, false])
    #expect(try attach("ann", signedInAt: nil) == nil)
    try server.restart()
    #expect(try attach("ann", signedInAt: nil) == nil)
  }

  @Test func `a banned operator is sent away from other users' windows too`() throws {
    let mirror = try server.open(window.id, user: "eve", roles: ["admin"], observe: true)
    try server.step { hub in _ = hub.access.ban("eve") }
    #expect(closing(mirror) == .banned)
    #expect(closing(window) == nil)
  }

  @Test func `sign-outs and ends of bans are forgotten when no credentials of that time are valid`() {
    var access = AccessList()
    for number in 0..<1000 {
      access.apply(AccessChange(user: "out \(number)", kind: .signOut, time: 1))
      access.apply(AccessChange(user: "back \(number)", kind: .ban, time: 1))
      access.apply(AccessChange(user: "back \(number)", kind: .unban, time: 2))
    }
    access.apply(AccessChange(user: "ann", kind: .ban, time: 1))
    access.apply(AccessChange(user: "bob", kind: .signOut, time: 10))
    access.forget(before: 10)
    #expect(
      Set(access.users.values.map(\.user)) == ["ann", "bob"] && access.refusal(of: "ann", signedInAt: nil) == .banned)
    #expect(access.decisionCount == 1)
  }

  @Test func `a user is one entry, however often operators ban them and let them in again`() throws {
    for _ in 0..<1000 {
      try server.step { hub in
        _ = hub.access.ban("ann")
        _ = hub.access.unban("ann")
      }
    }
    #expect(server.look { $0.access.list.users.count } == 1)
    #expect(server.look { $0.access.list.decisionCount } == 1)
    try server.restart()
    #expect(server.look { $0.access.list.users.count } <= 1)
    #expect(server.look { $0.access.list.decisionCount } == 0)
  }

  @Test func `a server forgets them while it runs`() throws {
    try server.step { hub in hub.access.signOut("ann") }
    #expect(server.look { $0.access.list.users.count } == 1)
    try server.step { hub in hub.limits.keepSignOutsFor = 3_600_000 }
    try server.advance(by: .seconds(3 * 3600))
    #expect(server.look { $0.access.list.users.count } == 0)
  }

  @Test func `the windows that operators look at are known while they do`() throws {
    func observed() -> Set<WindowID> { server.look { $0.windows.observed } }
    let other = try server.open(user: "bob")
    #expect(observed() == [])
    let mirrors = try (0..<2).map { _ in
      try server.open(window.id, user: "eve", roles: ["admin"], observe: true)
    }
    _ = try server.open(other.id, user: "eve", roles: ["admin"], observe: true)
    #expect(observed() == [window.id, other.id])
    try mirrors[0].disconnect()
    #expect(observed() == [window.id, other.id])
    try mirrors[1].disconnect()
    #expect(observed() == [other.id])
    try other.leave()
    #expect(observed() == [])
  }

  @Test func `the window of a banned user waits`() throws {
    try server.step { hub in _ = hub.access.ban("ann") }
    try server.step { hub in _ = hub.access.unban("ann") }
    try window.tapAfterReconnecting()
    #expect(window.text.contains("1"))
  }
}

extension TestWindow {
  fileprivate func tapAfterReconnecting() throws {
    try reconnect()
    try tap("Add")
  }
}
