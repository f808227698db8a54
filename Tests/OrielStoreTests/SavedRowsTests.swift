import GRDB
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// What becomes of `Rows` in the store, whatever the store is.
struct SavedRowsTests {
  private func server(
    _ candidate: StoreUnderTest, _ app: some WindowApp = DeskApp<Desk>()
  ) throws -> (TestServer, WaitingStore) {
    let store = WaitingStore(try candidate.make())
    return (try TestServer(app: app, store: store), store)
  }

  /// The texts above the buttons.
  private func shown(_ window: TestWindow) -> [String] { Array(window.text.prefix { $0 != "Add" }) }

  private func rows(_ store: WaitingStore) async throws -> [String] {
    try await store.member("user").saved.rows.map {
      "\($0.key.name) \(String(decoding: $0.key.id, as: UTF8.self)): \(String(decoding: $0.value ?? [], as: UTF8.self))"
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func `rows are as they were after a restart`(_ candidate: StoreUnderTest) async throws {
    let (server, store) = try server(candidate)
    let window = try server.open()
    for _ in 0..<3 { try window.tap("Add") }
    try window.tap("Change 2")
    try window.tap("Remove 1")
    #expect(shown(window) == ["2 orders", "2: changed", "3: new", "1 changes"])
    #expect(try await rows(store) == [#"orders 2: {"id":2,"text":"changed"}"#, #"orders 3: {"id":3,"text":"new"}"#])
    try window.restart()
    #expect(shown(window) == ["2 orders", "2: changed", "3: new", "1 changes"])
    try window.tap("Add")
    #expect(shown(window) == ["3 orders", "2: changed", "3: new", "4: new", "1 changes"])
    try window.restart()
    #expect(shown(window) == ["3 orders", "2: changed", "3: new", "4: new", "1 changes"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `S9: a turn writes the rows it has changed, and no others`(_ candidate: StoreUnderTest) async throws {
    let (server, store) = try server(candidate)
    let window = try server.open()
    try window.tap("Add hundred")
    #expect(store.takeRows() == 100)
    try window.tap("Change 2")
    #expect(store.takeRows() == 1)
    try window.tap("Nothing")
    #expect(store.takeRows() == 0)
  }

  @Test(arguments: StoreUnderTest.all)
  func `rows a new object begins with are saved with the first change`(_ candidate: StoreUnderTest) async throws {
    let (server, store) = try server(candidate, DeskApp<FilledDesk>())
    let window = try server.open()
    #expect(try await rows(store) == [])
    try window.tap("Change 2")
    try window.tap("Remove 1")
    try window.restart()
    #expect(shown(window) == ["1 orders", "2: changed", "1 changes"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `S10: a row that is no JSON is kept aside, and the others are there`(_ candidate: StoreUnderTest) async throws {
    let (server, store) = try server(candidate)
    let window = try server.open()
    for _ in 0..<3 { try window.tap("Add") }
    try server.restart()
    let type = TypeName.of(Desk.self).mangled
    let key = StoredElement.Key(tenant: .app, user: "user", type: type, name: "orders", id: Records.json("2"))
    try await store.commit(Records.turn { $0.rows = [StoredElement(key, position: 2, value: Records.json("["))] })
    try window.reconnect()
    #expect(shown(window) == ["2 orders", "1: new", "3: new", "0 changes"])
    #expect(
      server.warnings.contains { $0.hasPrefix("1 saved rows are damaged and kept aside; the first: orders: ") })
    for _ in 0..<2 {
      #expect(try await store.keptAside().map(\.order.subject) == [.row(key)])
      #expect(try await store.keptAside().map(\.record) == [Records.json("[")])
      try window.restart()
    }
    #expect(try await rows(store).count == 2)
  }

  @Test func `a damaged row is kept aside, and the others are there`() async throws {
    let file = TemporaryFile()
    let sqlite = try SQLiteWindowStore(path: file.path)
    let server = try TestServer(app: DeskApp<Desk>(), store: WaitingStore(sqlite))
    let window = try server.open()
    for _ in 0..<3 { try window.tap("Add") }
    try await sqlite.database.write { db in
      try db.execute(
        sql: "UPDATE rows SET value = CAST('{\"id\":2,\"text\":\"x\"}' AS BLOB) WHERE id = CAST('2' AS BLOB)")
    }
    #expect(try SQLiteInspection(path: file.path).check().problems.count == 1)
    try window.restart()
    #expect(shown(window) == ["2 orders", "1: new", "3: new", "0 changes"])
    #expect(try await sqlite.keptAside().map(\.order.reason) == ["The row is damaged"])
    #expect(try SQLiteInspection(path: file.path).check().problems == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `S10: rows of an older version are migrated when they are read, and written when they change`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = WaitingStore(try candidate.make())
    let type = TypeName.of(MigratedDesk.self).mangled
    func row(_ id: String, _ value: String, version: Int) -> StoredElement {
      let name = version < 3 ? "parcels" : "orders"
      let key = StoredElement.Key(tenant: .app, user: "user", type: type, name: name, id: Records.json(id))
      return StoredElement(key, position: Int64(id)!, version: version, value: Records.json(value))
    }
    try await store.commit(
      Records.turn {
        $0.rows = [
          row("1", #"{"id":1,"title":"one"}"#, version: 0), row("2", #"{"id":2,"text":"two"}"#, version: 1),
          row("4", #"{"id":4,"text":"four"}"#, version: 3),
        ]
      })
    let server = try TestServer(app: DeskApp<MigratedDesk>(), store: store)
    let window = try server.open()
    #expect(shown(window) == ["3 orders", "1: ONE", "2: TWO", "4: four", "0 changes"])
    #expect(
      try await rows(store) == [
        #"orders 1: {"id":1,"text":"ONE"}"#, #"orders 2: {"id":2,"text":"TWO"}"#, #"orders 4: {"id":4,"text":"four"}"#,
      ])
    try window.tap("Change 2")
    try window.restart()
    #expect(shown(window) == ["3 orders", "1: ONE", "2: changed", "4: four", "1 changes"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a row that this program can't decode keeps its member out, and stays as it is`(
    _ candidate: StoreUnderTest
  ) async throws {
    let (server, store) = try server(candidate)
    let window = try server.open()
    for _ in 0..<3 { try window.tap("Add") }
    try server.restart()
    let type = TypeName.of(Desk.self).mangled
    let key = StoredElement.Key(tenant: .app, user: "user", type: type, name: "orders", id: Records.json("2"))
    let row = StoredElement(key, position: 2, version: 9, value: Records.json(#"{"id":2,"text":"new"}"#))
    try await store.commit(Records.turn { $0.rows = [row] })
    let before = try await store.member("user")
    #expect(throws: TestError.refused(.unavailable)) { try window.reconnect() }
    #expect(
      server.warnings.last == """
        A user's windows are refused: The saved state of the user "user" can't be decoded, and nothing was changed: \
        1 of 3 rows of 'orders' of Desk: version 9 of it was saved by a later program. Start that program
        """)
    #expect(try await store.member("user") == before)
    #expect(try await store.keptAside() == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `an object under a new name of its type keeps its rows`(_ candidate: StoreUnderTest) async throws {
    let store = WaitingStore(try candidate.make())
    let former = Records.json(#"{"type":["Former.FormerDesk","formerDesk"],"properties":{"changes":7}}"#)
    let key = StoredElement.Key(
      tenant: .app, user: "user", type: "formerDesk", name: "orders", id: Records.json("2"))
    try await store.commit(
      Records.turn {
        $0.objects = [StoredObject(user: "user", type: "formerDesk", value: former)]
        $0.rows = [StoredElement(key, position: 1, value: Records.json(#"{"id":2,"text":"old"}"#))]
      })
    let server = try TestServer(app: DeskApp<Desk>(), store: store)
    let window = try server.open()
    #expect(shown(window) == ["1 orders", "2: old", "7 changes"])
    #expect(try await store.member("user").saved.rows.map(\.key.type) == [TypeName.of(Desk.self).mangled])
    try window.tap("Change 2")
    try window.restart()
    #expect(shown(window) == ["1 orders", "2: changed", "8 changes"])
  }

  @Test func `a body is evaluated again for the element it has read, and for no other`() throws {
    let (server, _) = try server(StoreUnderTest.all[0])
    let (list, one) = (try server.open(), try server.open(scene: "order", value: 2))
    try list.tap("Add hundred")
    #expect(one.text == ["new"])
    _ = one.received()
    try list.tap("Change 3")
    #expect(one.received() == .nothing)
    try list.tap("Change 2")
    #expect(one.text == ["changed"])
  }

  @Test func `half of the rows a home is made for are told once a minute`() throws {
    let (server, _) = try server(StoreUnderTest.all[0])
    let window = try server.open(scene: "filler")
    for _ in 0..<3 { try window.tap("Add 20,000") }
    let line =
      "60000 rows with 1 MB are in memory for one tenant, which is made for 100000 and 64 MB. Delete what is "
      + "done with, or move it to ArchivedRows"
    #expect(server.warnings == [line])
    for _ in 0..<3 {
      try window.tap("Remove 20,000")
      try window.tap("Add 20,000")
    }
    #expect(server.warnings == [line])
    try server.advance(by: .seconds(60))
    try window.tap("Remove 20,000")
    try window.tap("Add 20,000")
    #expect(server.warnings == [line, line + " (and 3 more since the last such line)"])
  }
}

struct Order: Codable, Sendable, Identifiable {
  let id: Int
  var text: String
}

protocol OrderDesk: SavedState, SendableMetatype {
  init()
  var orders: Rows<Order> { get }
  var changes: Int { get set }
}

@SavedState final class Desk: OrderDesk {
  let orders = Rows<Order>()
  var changes = 0
}

@SavedState final class FilledDesk: OrderDesk {
  let orders = Rows<Order>()
  var changes = 0

  init() { for id in 1...2 { orders.append(Order(id: id, text: "first")) } }
}

@SavedState final class MigratedDesk: OrderDesk {
  let orders: Rows<Order> = Rows()
  var changes = 0

  static var migrations: [SavedMigration] {
    [
      .rows("parcels") { row in
        _ = try row.value(String.self, for: "title")
        row.rename("title", to: "text")
      },
      .rows("parcels") { row in try row.set(row.value(String.self, for: "text")?.uppercased(), for: "text") },
      .rename("parcels", to: "orders"),
    ]
  }
}

struct DeskApp<Desk: OrderDesk>: WindowApp {
  var body: some Scene {
    WindowGroup("Orders", id: "main") { OrdersModel<Desk>() }.renamed("FormerDesk", to: Desk.self)
    WindowGroup("Order", id: "order", for: Int.self) { id in OrderModel<Desk>(id: id) }
    WindowGroup("Filler", id: "filler") { FillerModel<Desk>() }
  }

  func environment(for user: User) -> EnvironmentValues { [Desk()] }
}

@NavigationModel final class OrdersModel<Desk: OrderDesk> {
  @Environment(Desk.self) var desk

  var body: some View {
    Text("\(desk.orders.count) orders")
    ForEach(desk.orders.prefix(5)) { order in Text("\(order.id): \(order.text)") }
    Text("\(desk.changes) changes")
    Button("Add") { self.add(1) }
    Button("Add hundred") { self.add(100) }
    Button("Change 2") { self.change(2) }
    Button("Change 3") { self.change(3) }
    Button("Remove 1") { self.desk.orders.remove(id: 1) }
    Button("Nothing") {}
  }

  private func add(_ count: Int) {
    let last = desk.orders.last?.id ?? 0
    for id in 1...count { desk.orders.append(Order(id: last + id, text: "new")) }
  }

  private func change(_ id: Int) {
    desk.orders[id: id]?.text = "changed"
    desk.changes += 1
  }
}

@NavigationModel final class OrderModel<Desk: OrderDesk> {
  let id: Int
  @Environment(Desk.self) var desk

  init(id: Int) { self.id = id }

  var body: some View { Text(desk.orders[id: id]?.text ?? "gone") }
}

@NavigationModel final class FillerModel<Desk: OrderDesk> {
  @Environment(Desk.self) var desk

  var body: some View {
    Button("Add 20,000") {
      let count = self.desk.orders.count
      for id in count..<(count + 20_000) { self.desk.orders.append(Order(id: id, text: "")) }
    }
    Button("Remove 20,000") {
      let count = self.desk.orders.count
      for id in (count - 20_000)..<count { self.desk.orders.remove(id: id) }
    }
  }
}
