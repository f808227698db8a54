import Gallery
import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielAdmin
@testable import OrielHub

@Suite struct `Tenants in the console` {
  /// A counter in each of these rooms, and the console.
  private func rooms(_ rooms: String...) throws -> (server: TestServer, windows: [TestWindow], console: TestWindow) {
    let server = try TestServer(app: Rooms(), store: TestStore(), console: Console.scene())
    let windows = try rooms.map { try server.open(tenant: #require(Tenant($0)), user: "ann") }
    for window in windows { try window.tap("Add") }
    return (server, windows, try server.open(user: "op", roles: ["admin"], scene: "admin"))
  }

  private func has(_ element: String, _ console: TestWindow) -> Bool {
    "\(console.document)".contains("\"id\":\"\(element)\"")
  }

  @Test func `the list has each with its state and size, and follows what is typed`() async throws {
    let (server, windows, console) = try rooms("north", "south", "south")
    try console.tap("Tenants")
    #expect(console.url == "/admin/tenants")
    let table = try console.table()
    try await server.settled { table.count == 2 }
    #expect(console.text.contains("2 tenants"))
    #expect(table.rows == [["north", "Open", "1", "1", "1", "1", "0"], ["south", "Open", "1", "2", "2", "2", "0"]])
    try windows[0].disconnect()
    try server.sleep("north")
    try server.advance(by: .seconds(2))
    try await server.settled { table.rows.first == ["north", "Asleep", "0", "1", "0", "1", "0"] }
    try console.type("SOU", into: "search")
    try await server.settled { !table.isLoading && table.rows.map(\.first) == ["south"] }
    #expect(console.text.contains("1 tenant"))
  }

  @Test func `the list is read as far as it is looked at, and is shorter where a tenant has gone`() async throws {
    let (server, _, console) = try rooms()
    let more = try (100..<351).map { number in
      let tenant = try #require(Tenant("room-\(number)"))
      return try server.open(tenant: tenant, user: "user-\(number)")
    }
    try console.tap("Tenants")
    let table = try console.table()
    try await server.settled { table.rows.first?.first == "room-100" }
    #expect(!console.text.contains { $0.hasSuffix(" tenants") })
    while table.rows.last?.first != "room-350" {
      let end = table.first + table.ids.count
      try table.look(at: end..<end + 100)
      try await server.settled { !table.isLoading && table.first + table.ids.count > end }
    }
    #expect(console.text.contains("251 tenants"))
    try server.dismissWindow(more[250].id)
    try server.sleep("room-350")
    try server.advance(by: .seconds(2))
    try await server.settled { !table.isLoading && table.count == 250 }
    #expect(table.rows.last?.first == "room-349")
  }

  @Test func `a tenant's page shows what it has, and leads to its windows and members`() async throws {
    let (server, windows, console) = try rooms("north", "south")
    try await look(at: "north", console)
    #expect(console.title == "north")
    #expect(console.url == "/admin/tenants/north")
    for fact in ["State", "Open", "Members in memory", "1 attached", "Rows"] { #expect(console.text.contains(fact)) }
    try console.tap("windows")
    let shown = try console.table()
    try await server.settled { shown.count == 1 }
    #expect(console.text.contains("1 window"))
    #expect(shown.rows.first?.dropFirst().prefix(4) == ["ann", "north", "room", "Attached"])
    try console.back()
    try console.tap("members")
    let members = try console.table()
    try await server.settled { members.count == 1 }
    #expect(console.text.contains("1 user"))
    #expect(members.rows.first?.prefix(5) == ["ann", "north", "", "1", "1"])
    try console.openURL("/admin/windows/\(windows[0].id)")
    #expect(console.text.contains("Tenant"))
    try await look(at: "none", console)
    #expect(console.text.contains("There is no tenant of this name."))
  }

  @Test func `a message that fails is on its tenant's page, and is skipped from there`() async throws {
    let server = try TestServer(app: PostRoom(), store: TestStore(), console: Console.scene())
    let desk = try server.open(tenant: "north", user: "ann")
    for _ in 0..<2 { try desk.tap("Send") }
    try server.advance(by: .seconds(3))
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try await look(at: "north", console)
    #expect(console.text.contains("Messages that fail"))
    #expect(console.text.contains("PostDesk letter-1"))
    let failing = server.look(in: "north") { hub in hub.homes["north"].map { hub.failingMessages(of: $0).map(\.json) } }
    #expect(failing == [["message": "PostDesk letter-1", "attempts": 3, "error": "NoStamp()"]])
    #expect(try console.tap("Skip PostDesk letter-1") == .rejected(.notExecutable, "This can't be used now"))
    try console.toggle("acting")
    try console.tap("Skip PostDesk letter-1")
    try console.choose("Skip")
    try await server.settled()
    #expect(console.text.contains("PostDesk letter-1 was skipped."))
    try server.advance(by: .seconds(1))
    #expect(console.text.contains("PostDesk letter-2"))
    #expect(!console.text.contains("PostDesk letter-1"))
    try console.tap("audit")
    let records = try console.table()
    try await server.settled { records.rows.contains { $0.contains("PostDesk letter-1") } }
  }

  @Test func `lists tell tenants apart where there are several, and only there`() async throws {
    let (server, _, console) = try rooms("north")
    for section in ["Windows", "Users"] {
      try console.tap(section)
      let table = try console.table()
      try await server.settled { table.count == 1 }
      #expect(!table.columns.contains("Tenant"))
    }
    _ = try server.open(tenant: "south", user: "ann")
    try server.advance(by: .seconds(1))
    let users = try console.table()
    try await server.settled { users.count == 2 }
    #expect(Set(users.rows.map { $0[1] }) == ["north", "south"])
    try console.type("north", into: "tenant")
    try await server.settled { !users.isLoading && users.count == 1 }
    #expect(console.text.contains("1 user"))
    try console.tap("Windows")
    let windows = try console.table()
    try await server.settled { windows.count == 2 }
    #expect(windows.columns.contains("Tenant"))
    try console.type("tenant:south", into: "search")
    try await server.settled { !windows.isLoading && windows.count == 1 }
    try console.type("tenant:", into: "search")
    #expect(console.text.contains("1 window"))
    #expect(server.warnings == [])
  }

  @Test func `an app whose users all share is not asked for a tenant`() async throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    _ = try server.open(user: "ann", scene: "counter")
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    for section in ["Windows", "Users"] {
      try console.tap(section)
      try server.advance(by: .seconds(2))
      #expect(!has("tenant", console))
    }
    try console.tap("Tenants")
    let tenants = try console.table()
    try await server.settled { tenants.count == 1 }
    #expect(console.text.contains("1 tenant"))
    #expect(tenants.rows[0].prefix(2) == ["app", "Open"])
  }

  @Test(arguments: [("~ann's b", "'~ann'\\''s b'"), ("app", "app"), ("north", "north")])
  func `the command that exports a tenant can be typed as it is shown`(name: String, argument: String) async throws {
    let (server, _, console) = try rooms()
    var turn = StoredTurn()
    turn.tenants = [StoredMark(try #require(Tenant(named: name)), state: .closed)]
    server.store.commit([turn]) { _ in }
    try await look(at: PercentEncoding.encode(name), console)
    #expect(console.text.contains("To export all that is stored: oriel tenant export \(argument) > export.jsonl"))
  }

  // MARK: Acting

  private func acting(on tenant: String, _ console: TestWindow) async throws {
    try await look(at: tenant, console)
    try console.toggle("acting")
  }

  /// Opens a tenant's page, and waits for the list behind it.
  private func look(at tenant: String, _ console: TestWindow) async throws {
    try console.openURL("/admin/tenants/\(tenant)")
    try await console.server.settled {
      "\(console.document)".contains(/\d+ tenants?"/)
    }
  }

  @Test func `a tenant is put to sleep, but not by an operator who only looks`() async throws {
    let (server, windows, console) = try rooms("north", "south")
    try await look(at: "north", console)
    #expect(try console.tap("sleep") == .rejected(.notExecutable, "This can't be used now"))
    try console.toggle("acting")
    try console.tap("sleep")
    try await server.settled { console.text.contains("north is asleep until its next visitor.") }
    #expect(windows.map(\.isAttached) == [false, true])
    #expect(console.text.contains("Asleep"))
    #expect(!has("sleep", console))
    try server.dismissWindow(windows[1].id)
    try console.tap("audit")
    let records = try console.table()
    try await server.settled { records.count > 0 }
    #expect(records.rows.count { $0.contains("sleep") && $0.contains("tenant:north") } == 2)
  }

  @Test func `closing a tenant asks first, and reopening lets its pages in`() async throws {
    let (server, windows, console) = try rooms("north", "south")
    try await acting(on: "north", console)
    try console.tap("close")
    #expect(console.text.contains("Close north?"))
    try console.choose("Cancel")
    try await server.settled()
    #expect(windows[0].isAttached)
    try console.tap("close")
    try console.choose("Close the tenant")
    try await server.settled { console.text.contains("north is closed.") }
    #expect(throws: TestError.refused(.tenantClosed)) { try windows[0].reconnect() }
    try console.tap("reopen")
    try await server.settled { console.text.contains("north is open again.") }
    try windows[0].reconnect()
    #expect(windows[0].text.contains("1 in north"))
  }

  @Test func `a renamed tenant is shown under its new name`() async throws {
    let (server, _, console) = try rooms("north", "south")
    try await acting(on: "north", console)
    try console.type("a b", into: "new-name")
    try console.tap("rename")
    #expect(console.text.contains { $0.hasPrefix("\"New name\" must be a tenant's name") })
    try console.type("south", into: "new-name")
    try console.tap("rename")
    try console.choose("Rename")
    try await server.settled {
      console.text.contains("The new name is in use, or it is that of a deleted tenant. Choose another.")
    }
    try console.type("west", into: "new-name")
    try console.tap("rename")
    try console.choose("Rename")
    try await server.settled { console.text.contains("north is now west.") }
    #expect(console.title == "west")
    #expect(console.url == "/admin/tenants/west")
  }

  @Test func `deleting a tenant names what is lost, and leaves its name`() async throws {
    let (server, _, console) = try rooms("north", "south")
    try await acting(on: "north", console)
    try console.tap("delete")
    #expect(console.text.contains("Delete north?"))
    #expect(
      console.text.contains("1 window, 1 object, 1 row and 0 timers are lost for good. Export it first."))
    try console.choose("Delete")
    try await server.settled { console.text.contains("north was deleted.") }
    #expect(console.text.contains("Deleted"))
    #expect(!has("delete", console))
    try console.tap("Tenants")
    let tenants = try console.table()
    try await server.settled { tenants.rows.first?.prefix(2) == ["north", "Deleted"] }
  }
}

struct Rooms: WindowApp {
  var tenancy: Tenancy = .claim("room")
  var body: some Scene { WindowGroup("Room", id: "room") { RoomModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Room()] }
}

struct RoomOrder: Codable, Sendable, Identifiable {
  let id: Int
}

@SavedState final class Room {
  let orders = Rows<RoomOrder>()
}

@NavigationModel
final class RoomModel {
  @Environment(Room.self) var room
  @Environment(\.tenant) var tenant

  init() {}

  var body: some View {
    Text("\(room.orders.count) in \(tenant)")
    Button("Add") { self.room.orders.append(RoomOrder(id: self.room.orders.count)) }
  }
}

private struct PostRoom: WindowApp {
  var tenancy: Tenancy { .claim("room") }
  var body: some Scene { WindowGroup("Post", id: "main") { PostModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [PostDesk()] }
}

private struct NoStamp: Error {}

struct Letter: NavigationMessage, Codable {}

@SavedState
final class PostDesk {
  var sent = 0

  init() {}

  func send() {
    sent += 1
    schedule(Letter(), id: "letter-\(sent)", after: .zero)
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    try await once { _ in throw NoStamp() }
  }
}

@NavigationModel
final class PostModel {
  @Environment(PostDesk.self) var desk

  init() {}

  var body: some View { Button("Send") { self.desk.send() } }
}
