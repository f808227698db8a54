import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// What a tenant shows to everybody: when it is seen, and by which readers.
struct PublicationTests {
  let store = HeldStore()
  let server: TestServer

  init() throws { server = try TestServer(app: PublishedRoomsApp(), store: store) }

  private func open(_ tenant: Tenant, _ user: String = "ann") throws -> TestWindow {
    try server.open(tenant: tenant, user: user)
  }

  @Test func `S17: each reader sees the latest value of each tenant`() throws {
    let (a, b) = (try open("a"), try open("b"))
    try a.tap("Publish")
    try b.tap("Publish")
    try server.advance(by: .seconds(1))
    try a.tap("Publish")
    try server.run()
    #expect([a, b].map(\.text.first) == ["a 2, b 1", "a 2, b 1"])
  }

  @Test func `S17: readers see the values of tenants that sleep, also after a restart`() throws {
    let a = try open("a")
    try a.tap("Publish")
    try server.sleep("a")
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
    #expect(try open("b").text.first == "a 1")
    try server.restart()
    #expect(try open("b", "bob").text.first == "a 1")
    #expect(server.look(in: "a") { $0.homes["a"] == nil })
  }

  @Test func `S17: no reader sees a value whose turn was not saved, nor does its own tenant`() throws {
    let (a, b) = (try open("a"), try open("b"))
    store.hold()
    try a.tap("Publish")
    #expect([a, b].map(\.text.first) == ["none", "none"])
    try a.tap("Publish")
    store.releaseOne()
    try server.run()
    #expect([a, b].map(\.text.first) == ["a 1", "a 1"])
    store.release()
    try server.run()
    try server.advance(by: .seconds(1))
    #expect([a, b].map(\.text.first) == ["a 2", "a 2"])
  }

  @Test func `S17: a value that is lost with the process was seen by no reader`() throws {
    let a = try open("a")
    try a.tap("Publish")
    try server.advance(by: .seconds(1))
    store.hold()
    try a.tap("Publish")
    store.forgetWaiting()
    store.release()
    try server.restart()
    #expect(try open("b").text.first == "a 1")
  }

  @Test func `S17: of values that follow one another quickly, readers may see the last only`() throws {
    let (a, b) = (try open("a"), try open("b"))
    for _ in 0..<10 { try a.tap("Publish") }
    try server.run()
    #expect(b.text.first == "a 1")
    try server.advance(by: .milliseconds(49))
    #expect(b.text.first == "a 1")
    try server.advance(by: .milliseconds(1))
    #expect(b.text.first == "a 10")
  }

  @Test func `S17: only the bodies that read its type are evaluated again`() throws {
    let (a, b) = (try open("a"), try open("b"))
    try a.tap("Publish another")
    #expect(b.received() == .nothing)
    try a.tap("Publish")
    try server.run()
    #expect(b.text.first == "a 1")
  }

  @Test func `a tenant takes back what it shows`() throws {
    let (a, b) = (try open("a"), try open("b"))
    try a.tap("Publish")
    try server.advance(by: .seconds(1))
    try a.tap("Withdraw")
    try server.run()
    #expect(b.text.first == "none")
    try server.restart()
    #expect(try open("b", "bob").text.first == "none")
  }

  @Test func `a deleted tenant shows nothing any more`() throws {
    let (a, b) = (try open("a"), try open("b"))
    try a.tap("Publish")
    try server.run()
    for index in server.hubIndices { try server.step("a" as Tenant, on: index) { $0.publisher.removeAll(of: $1) } }
    #expect(b.text.first == "none")
  }

  @Test func `a value that is too large changes nothing, and is logged`() throws {
    let a = try open("a")
    try a.tap("Publish")
    try server.advance(by: .seconds(1))
    try a.tap("Publish too much")
    try server.advance(by: .seconds(1))
    #expect(a.text.first == "a 1")
    #expect(
      server.warnings == ["RoomStatus was not published: it has 70020 bytes of JSON, and may have 65536"])
  }

  @Test func `publications have a limit, and so have their types`() throws {
    _ = server.lookAtAll { $0.limits.publicationTypes = 1 }
    let a = try open("a")
    try a.tap("Publish")
    try server.run()
    try a.tap("Publish another")
    _ = server.lookAtAll { $0.limits.publications = 1 }
    let b = try open("b")
    try b.tap("Publish")
    try server.advance(by: .seconds(1))
    #expect(b.text.first == "a 1")
    #expect(
      server.warnings == [
        "AnotherPublication was not published: there are publications of 1 types. Withdraw those that are not used any more",
        "RoomStatus was not published: there are 1 publications. Withdraw those that are not used any more",
      ])
  }
}

struct PublishedRoomsApp: WindowApp {
  var tenancy: Tenancy { .claim("room") }

  var body: some Scene {
    WindowGroup("Rooms", id: "main") { PublishedRoomsModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [PublishingRoom()] }
}

struct RoomStatus: Publication {
  var open: Int
  var note: String
}

struct AnotherPublication: Publication {
  var value = 1
}

@SavedState
final class PublishingRoom {
  var open = 0

  init() {}

  func publish(note: String = "") {
    open += 1
    publish(RoomStatus(open: open, note: note))
  }
}

@NavigationModel
final class PublishedRoomsModel {
  @Environment(PublishingRoom.self) var room

  init() {}

  var body: some View {
    Text(rooms)
    Button("Publish") { self.room.publish() }
    Button("Publish another") { self.publish(AnotherPublication()) }
    Button("Publish too much") { self.room.publish(note: String(repeating: "x", count: 70_000)) }
    Button("Withdraw") { self.room.withdraw(RoomStatus.self) }
  }

  private var rooms: String {
    let all = published(RoomStatus.self).sorted { $0.key.id < $1.key.id }
    return all.isEmpty ? "none" : all.map { "\($0.key) \($0.value.open)" }.joined(separator: ", ")
  }
}
