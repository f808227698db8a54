import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// What an earlier version of the app has saved, and this one can't decode.
struct UndecodableTests {
  let store = TestStore(outlivesProcess: true)

  private func server(_ tenancy: Tenancy = .single) throws -> TestServer {
    try TestServer(app: FloorApp(tenancy: tenancy), store: store)
  }

  private func row(_ id: Int, _ value: String, of tenant: Tenant = .app) -> StoredElement {
    let key = StoredElement.Key(
      tenant: tenant, user: "", type: TypeName.of(Floor.self).mangled, name: "tickets", id: Array("\(id)".utf8))
    return StoredElement(key, position: Int64(id), value: Array(value.utf8))
  }

  /// As an earlier version, whose tickets had no price and no note, has saved them.
  private func store(_ count: Int, of tenant: Tenant = .app) {
    var turn = StoredTurn()
    turn.rows = (1...count).map { row($0, #"{"id":\#($0),"title":"Ticket \#($0)"}"#, of: tenant) }
    store.commit([turn]) { _ in }
  }

  private func rows(of tenant: Tenant = .app) -> [StoredElement] {
    let found = (try? store.answer { try $0.tenant(tenant) })?.saved.rows ?? []
    return found.sorted { $0.position < $1.position }
  }

  private static let missing = """
    1000 of 1000 rows of 'tickets' of Floor: 'price' of Ticket is missing. \
    Add @SavedValue to Ticket and give 'price' a default, or write a migration
    """

  @Test func `a server whose users all share refuses to start, and changes nothing`() throws {
    store(1000)
    let before = rows()
    let error = #expect(throws: UndecodableState.self) { try server() }
    #expect(
      error.map { "\($0)" }
        == "The saved state of all users can't be decoded, and nothing was changed: \(Self.missing)")
    #expect(rows() == before)
  }

  @Test func `a tenant is closed with one line a minute, and others are open`() throws {
    store(1000, of: "acme")
    let server = try server(.claim("team"))
    for _ in 0..<3 {
      #expect(throws: TestError.refused(.tenantClosed)) { try server.open(tenant: "acme", user: "ann") }
    }
    #expect(try server.open(tenant: "bolt", user: "ann").text == ["0 tickets"])
    #expect(
      server.warnings == [
        """
        The tenant "acme" is closed. The saved state of the tenant "acme" can't be decoded, and nothing was changed: \
        \(Self.missing)
        """
      ])
    #expect(rows(of: "acme").count == 1000)
    try server.advance(by: .seconds(61))
    #expect(throws: TestError.refused(.tenantClosed)) { try server.open(tenant: "acme", user: "ann") }
    #expect(server.warnings.count == 2)
  }

  @Test func `a closed tenant opens when what it has saved can be decoded`() throws {
    store(1, of: "acme")
    let server = try server(.claim("team"))
    #expect(throws: TestError.refused(.tenantClosed)) { try server.open(tenant: "acme", user: "ann") }
    var turn = StoredTurn()
    turn.rows = [row(1, #"{"id":1,"title":"Ticket","price":3}"#, of: "acme")]
    store.commit([turn]) { _ in }
    try server.advance(by: .seconds(61))
    #expect(try server.open(tenant: "acme", user: "ann").text == ["1 tickets", "Ticket for 3"])
  }

  @Test func `an object says which of its properties can't be decoded`() throws {
    var turn = StoredTurn()
    let name = TypeName.of(Floor.self)
    let record = #"{"type":["\#(name.readable)","\#(name.mangled)"],"properties":{"best":{"id":1,"title":"A"}}}"#
    turn.objects = [StoredObject(user: "", type: name.mangled, value: Array(record.utf8))]
    store.commit([turn]) { _ in }
    let error = #expect(throws: UndecodableState.self) { try server() }
    #expect(
      error?.values.map(\.description) == [
        "Floor: 'best.price' of Floor is missing. Add @SavedValue to the struct that has 'price' and give 'price' a default, "
          + "or write a migration"
      ])
  }

  @Test func `a message that waits says which of its properties can't be decoded`() throws {
    var turn = StoredTurn()
    let (floor, bell) = (TypeName.of(Floor.self), TypeName.of(Bell.self))
    let message = #"{"type":["\#(bell.readable)","\#(bell.mangled)"],"value":{}}"#
    turn.timers = [
      StoredTimer(tenant: .app, type: floor.mangled, id: "bell", due: .max, message: Array(message.utf8))
    ]
    turn.posts = [StoredPost(to: .app, from: "acme", type: floor.mangled, message: Array(message.utf8))]
    store.commit([turn]) { _ in }
    let error = #expect(throws: UndecodableState.self) { try server() }
    let reason =
      "Bell: 'times' of Bell is missing. Add @SavedValue to Bell and give 'times' a default, or write a migration"
    #expect(error?.values.map(\.description) == ["a scheduled \(reason)", "a posted \(reason)"])
  }

  @Test func `a check decodes what tenants and members have saved, and counts what it can't`() throws {
    let name = TypeName.of(Floor.self)
    func objects(_ user: String, _ properties: String) -> StoredObjects {
      let record = #"{"type":["\#(name.readable)","\#(name.mangled)"],"properties":\#(properties)}"#
      return StoredObjects(
        objects: [name.mangled: Array(record.utf8)],
        rows: [row(1, #"{"id":1,"title":"A"}"#), row(2, #"{"id":2,"title":"B","price":1}"#)])
    }
    var check = DecodingCheck(types: SavedTypes(), keys: [:])
    for user in ["ann", "bob"] {
      check.check(objects(user, "{}"), of: SavedOwner("acme", user: ScalarKey(user)))
    }
    check.check(objects("cid", #"{"best":"A"}"#), of: SavedOwner(.app, user: "cid"))
    #expect(
      check.complaints == [
        """
        2 of 4 rows of 'tickets' of Floor: 'price' of Ticket is missing. \
        Add @SavedValue to Ticket and give 'price' a default, or write a migration \
        (the user "ann" of the tenant "acme" and 1 more)
        """,
        """
        Floor: 'best' of Floor: Expected JSONObject, found a string. Write a migration (the user "cid")
        """,
      ])
  }

  @Test func `a check decodes archived rows as the objects of their owners declare them`() throws {
    let name = TypeName.of(Files.self)
    func archived(_ id: Int, _ value: String, user: String = "ann") -> StoredElement {
      StoredElement(
        StoredElement.Key(
          tenant: "acme", user: user, type: name.mangled, name: "closed", id: Array("\(id)".utf8)),
        position: Int64(id), version: 0, value: Array(value.utf8), keys: [])
    }
    let record = #"{"type":["\#(name.readable)","\#(name.mangled)"],"properties":{}}"#
    var check = DecodingCheck(types: SavedTypes(), keys: [:])
    // Nobody has the object yet.
    check.check(archived(1, "{}"))
    check.check(StoredObjects(objects: [name.mangled: Array(record.utf8)]), of: SavedOwner("acme", user: "ann"))
    check.check(archived(2, #"{"id":2,"title":"B","price":1}"#))
    check.check(archived(3, #"{"id":3,"title":"C"}"#))
    check.check(archived(4, #"{"id":4,"title":"D"}"#, user: "bob"))
    #expect(
      check.complaints == [
        """
        'closed' of Files: 'price' of Ticket is missing. Add @SavedValue to Ticket and give 'price' a default, or \
        write a migration (the row 3 of the user "ann" of the tenant "acme" and 1 more)
        """
      ])
  }

  @Test func `a check decodes the models of windows, and leaves those that start over`() throws {
    func stored(_ key: String? = nil) throws -> StoredWindow {
      let name = TypeName.of(PricedModel.self)
      let model = #"{"type":["\#(name.readable)","\#(name.mangled)"],"properties":{"best":{"id":1,"title":"A"}}}"#
      var position: JSONObject = ["applied": [:], "next": 2]
      position["key"] = key.map(JSONValue.string)
      return StoredWindow(
        origin: StoredOrigin(user: "ann", scene: "main", root: "m1"), position: JSONBytes.encode(.object(position)),
        models: ["m1": Array(model.utf8)])
    }
    var check = DecodingCheck(types: SavedTypes(), keys: [:])
    check.check(try stored(), id: WindowID("w-1"))
    check.check(try stored(), id: WindowID("w-2"))
    check.check(try stored("former"), id: WindowID("w-3"))
    #expect(check.complaints.count == 1)
    #expect(check.complaints.first?.hasSuffix("(the window w-1 and 1 more)") == true)
    #expect(check.complaints.first?.contains("'best.price' of ") == true)
  }

  @Test func `a message of a type that the program doesn't have waits for one that has it`() throws {
    var turn = StoredTurn()
    let message = #"{"type":["App.Gone","3App4GoneV"],"value":{}}"#
    turn.posts = [
      StoredPost(to: .app, from: "acme", type: TypeName.of(Floor.self).mangled, message: Array(message.utf8))
    ]
    store.commit([turn]) { _ in }
    let server = try server()
    #expect(try server.open().text == ["0 tickets"])
    #expect(server.warnings.count == 1)
    #expect(server.warnings[0].contains("waits for a program that can decode it"))
    let posts = try server.stored().contains("3App4GoneV")
    #expect(posts)
  }
}

private struct FloorApp: WindowApp {
  let tenancy: Tenancy

  init() { self.init(tenancy: .single) }
  init(tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene { WindowGroup("Floor", id: "main") { FloorModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Floor()] }
}

struct Ticket: Codable, Sendable, Identifiable {
  let id: Int
  var title: String
  var price: Int
}

struct Bell: NavigationMessage, Codable { var times: Int }

@SavedState
final class Floor {
  let tickets = Rows<Ticket>()
  var best: Ticket?

  init() {}
}

@SavedState
final class Files {
  let closed = ArchivedRows<Ticket>()

  init() {}
}

@NavigationModel
final class PricedModel {
  var best: Ticket?

  init() {}

  var body: some View { Text(best?.title ?? "") }
}

@NavigationModel
final class FloorModel {
  @Environment(Floor.self) var floor

  init() {}

  var body: some View {
    Text("\(floor.tickets.count) tickets")
    ForEach(floor.tickets) { Text("\($0.title) for \($0.price)") }
  }
}
