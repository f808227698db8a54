import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Bans and sign-outs, which are decided on one hub and hold on all.
struct HubAccessTests {
  private func closing(_ window: TestWindow) -> CloseReason? {
    window.deliveries.compactMap { if case .closing(let reason) = $0 { reason } else { nil } }.last
  }

  @Test(arguments: [0, 1]) func `a ban that one hub decides closes the user's pages on all, and keeps them out`(
    hub index: Int
  ) throws {
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: 2)
    let windows = try ["a", "b"].map { try server.open(tenant: $0, user: "ann") }
    let other = try server.open(tenant: "b", user: "bob")
    #expect(try server.step("ann", on: index) { $0.access.ban($1) })
    #expect(windows.map(closing) == [.banned, .banned])
    #expect(other.isAttached)
    for _ in 0..<2 {
      for window in windows { #expect(throws: TestError.refused(.banned)) { try window.reconnect() } }
      try server.restart()
    }
    #expect(try server.step("ann", on: 1 - index) { $0.access.unban($1) })
    for window in windows { try window.reconnect() }
  }

  @Test func `a sign-out on one hub closes the user's pages on all`() throws {
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: 2)
    let windows = try ["a", "b"].map { try server.open(tenant: $0, user: "ann") }
    try server.step("ann", on: 0) { $0.access.signOut($1) }
    #expect(windows.map(closing) == [.signedOut, .signedOut])
  }

  @Test func `an operator is answered when all hubs know`() throws {
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: 2)
    _ = try ["a", "b"].map { try server.open(tenant: $0, user: "ann") }
    let known = Answer<Int>()
    try server.step(known, on: 0) { hub, known in
      hub.performNow {
        let count = await hub.attachedWindowsOnAllHubs(of: "ann")
        hub.access.ban("ann")
        await hub.access.onceAllHubsKnow()
        known.value = count
      }
      #expect(known.value == nil)
    }
    #expect(known.value == 2)
    #expect(server.lookAtAll { $0.access["ann"].bannedAt != nil } == [true, true])
  }

  @Test func `hubs that hear the same changes in any order agree`() {
    let changes = [
      AccessChange(user: "ann", kind: .ban, time: 5), AccessChange(user: "ann", kind: .unban, time: 5),
      AccessChange(user: "ann", kind: .signOut, time: 6), AccessChange(user: "ann", kind: .signOut, time: 4),
    ]
    let expected = UserAccess(user: "ann", bannedAt: 5, signedOutAt: 6)
    for order in [[0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 1, 3, 0]] {
      var list = AccessList()
      for index in order { list.apply(changes[index]) }
      #expect(list["ann"] == expected)
    }
  }
}
