import Oriel
import OrielTesting
import Testing

@testable import DispatchDesk

struct DispatchDeskTests {
  private func board(_ server: TestServer, of user: String = "ann", in room: String = "north") throws -> TestWindow {
    try server.open(tenant: try #require(Tenant(room)), user: user)
  }

  private func report(_ title: String, in window: TestWindow) throws {
    try window.tap("Report")
    try window.type(title, into: "What has happened?")
    try window.tap("Send")
  }

  @Test func `what one reports, all see`() throws {
    let server = try TestServer(app: DispatchDesk())
    let (ann, bob) = (try board(server), try board(server, of: "bob"))
    try report("Smoke", in: ann)
    #expect(try ann.table().rows == [["Smoke", "waiting"]])
    #expect(try bob.table().rows == [["Smoke", "waiting"]])
  }

  @Test func `each room has incidents of its own`() throws {
    let server = try TestServer(app: DispatchDesk())
    let (ann, eve) = (try board(server), try board(server, of: "eve", in: "south"))
    try report("Smoke", in: ann)
    #expect(try eve.table().rows == [])
  }

  @Test func `a note that is half typed survives a restart`() throws {
    let server = try TestServer(app: DispatchDesk())
    let ann = try board(server)
    try report("Smoke", in: ann)
    try ann.tap("Smoke")
    try ann.type("third flo", into: "Note")
    try server.restart()
    try ann.reconnect()
    #expect(ann.text.contains("third flo"))
  }

  @Test func `an incident that waits is late, and one that is taken is not`() throws {
    let server = try TestServer(app: DispatchDesk())
    let ann = try board(server)
    try report("Smoke", in: ann)
    try report("Flood", in: ann)
    try ann.tap("Flood")
    try ann.tap("Take")
    try ann.back()
    try server.advance(by: .seconds(300))
    #expect(try ann.table().rows == [["Smoke", "late"], ["Flood", "taken by ann"]])
  }

  @Test func `an alarm that is sent twice is one incident`() throws {
    let server = try TestServer(app: DispatchDesk())
    let ann = try board(server)
    for _ in 1...2 {
      try server.request(.post, "/north/hooks/alarms", headers: ["alarm-id": "7"], body: #"{"title": "Gas"}"#)
    }
    #expect(try ann.table().rows == [["Gas", "waiting"]])
  }
}
