import Gallery
import OrielHub
import Testing

@testable import OrielTesting

@Suite("The control room")
struct ControlTests {
  let server: TestServer
  let desk: TestWindow

  init() throws {
    server = try TestServer(app: GalleryApp())
    desk = try server.open(scene: "control")
  }

  @Test func `the desk opens a wall, steers it and closes it (DX1)`() throws {
    let wall = try (1...3).map { number in
      try desk.tap("Open screen \(number)")
      return try desk.open(#require(desk.triggers.last))
    }
    for screen in wall { #expect(screen.reads("Calls waiting")) }
    try desk.type("Come in", into: "message")
    try desk.tap("show-message")
    for screen in wall { #expect(screen.text == ["Come in"]) }
    try desk.tap("Close screen 2")
    #expect(!wall[1].isAttached)
    #expect(wall[0].isAttached)
    try server.restart()
    for window in [desk, wall[0], wall[2]] { try window.reconnect() }
    try desk.type("Farewell", into: "message")
    #expect(wall[2].text == ["Farewell"])
    try desk.tap("close-all")
    #expect([wall[0].isAttached, wall[2].isAttached, desk.isAttached] == [false, false, true])
  }

  @Test func `the lock of one window stands over the wall (DX1)`() throws {
    let screen = try server.open(scene: "screen", value: 1)
    try desk.tap("lock")
    #expect([desk.screenTitle, screen.screenTitle] == ["Locked", "Locked"])
    try screen.tap("unlock")
    #expect(desk.screenTitle == "Control room")
  }

  @Test func `an operator's trigger reaches the window it names (DX2)`() throws {
    let other = try server.open(scene: "members")
    let id = other.id
    _ = try server.step { hub in
      hub.sendTrigger(kind: "requestReview", payload: [:], to: .window(id))
    }
    #expect(other.triggers.map(\.kind) == ["requestReview"])
    #expect(desk.triggers == [])
    try other.perform(#require(other.triggers.last), value: 4)
    #expect(other.reads("Thank you for 4 stars."))
  }
}
