import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// The messages that wait for a tenant, which may be closed.
struct WaitingPostTests {
  let store = TestStore(outlivesProcess: true)

  private func server(hubs: Int = 1, _ limits: HubLimits = HubLimits()) throws -> TestServer {
    try TestServer(app: NoteDeskApp(tenancy: .claim("room")), hubs: hubs, store: store, limits: limits)
  }

  @Test(arguments: [1, 2])
  func `a limited number of messages wait for a closed tenant, which gets them when it is open`(
    hubs: Int
  ) async throws {
    var limits = HubLimits()
    limits.waitingPosts = 3
    let server = try server(hubs: hubs, limits)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try await server.act(.close, on: "b")
    try a.tap("Post two to b")
    try a.tap("Post two to b")
    try a.tap("Post two to b")
    try server.restart()
    try a.reconnect()
    try a.tap("Post two to b")
    let line = "A message to the tenant \"b\" was not sent: 3 wait for it already"
    #expect(server.warnings == [line, line])
    try await server.act(.reopen, on: "b")
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a 1 of a")
    try a.tap("Post two to b")
    #expect(b.text.first == "received 1 of a 2 of a 1 of a 1 of a 2 of a")
    #expect(server.waitingPosts(to: "b") == Array(repeating: 0, count: hubs))
  }

  @Test(arguments: [1, 2])
  func `the messages that wait for a tenant have a limit in bytes, and one message has its own`(hubs: Int) async throws
  {
    var limits = HubLimits()
    limits.waitingPostBytes = 1_500_000
    let server = try server(hubs: hubs, limits)
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try await server.act(.close, on: "b")
    try a.tap("Post too much")
    #expect(a.text.contains("1 failed"))
    try a.tap("Post a megabyte")
    try a.tap("Post a megabyte")
    #expect(a.text.contains("2 failed"))
    try await server.act(.reopen, on: "b")
    try b.reconnect()
    #expect(b.text.first?.utf8.count == "received  of a".utf8.count + 1_000_000)
    #expect(
      server.warnings == [
        "A DeskNote of 1100083 bytes was not sent: a message may have 1048576",
        "A message to the tenant \"b\" was not sent: 1 wait for it already",
      ])
  }

  @Test func `a closed tenant is remembered for a few seconds, and not when it is reopened`() async throws {
    let store = HeldStore()
    let server = try TestServer(app: NoteDeskApp(tenancy: .claim("room")), store: store)
    let b = try server.open(tenant: "b")
    try await server.act(.close, on: "b")
    func reads() -> Int {
      let before = store.callCount
      #expect(throws: TestError.refused(.tenantClosed)) { try server.open(tenant: "b") }
      return store.callCount - before
    }
    #expect(reads() > 0)
    #expect((1...10).map { _ in reads() } == Array(repeating: 0, count: 10))
    try server.advance(by: .seconds(5))
    #expect(reads() > 0)
    try await server.act(.reopen, on: "b")
    try b.reconnect()
    #expect(b.isAttached)
  }

  @Test func `messages that wait for a tenant are counted under its new name, until it is deleted`() async throws {
    let server = try server()
    let a = try server.open(tenant: "a")
    _ = try server.open(tenant: "b")
    try await server.act(.close, on: "b")
    try a.tap("Post two to b")
    try await server.act(.rename("c"), on: "b")
    #expect(Set(server.lookAtAll { [$0.posts["b"].count, $0.posts["c"].count] }) == [[0, 2]])
    try await server.act(.delete, on: "c")
    #expect(server.lookAtAll { $0.posts["c"] == PostCount() }.allSatisfy { $0 })
  }
}
