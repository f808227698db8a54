import Foundation
import GRDB
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// Rows that stay in the store, whatever the store is.
struct ArchivedRowsTests {
  private func server(
    _ candidate: StoreUnderTest, _ app: some WindowApp = OfficeApp()
  ) throws -> (TestServer, WaitingStore) {
    let store = WaitingStore(try candidate.make())
    return (try TestServer(app: app, store: store), store)
  }

  /// What the window has read, once its handler has ended.
  private func read(_ window: TestWindow, _ button: String) async throws -> [String] {
    try window.tap(button)
    try await window.settled()
    return window.text[0] == "nothing" ? [] : window.text[0].components(separatedBy: ", ")
  }

  @Test(arguments: StoreUnderTest.all)
  func `rows are read by their keys, also after a restart, and none of them is in memory`(
    _ candidate: StoreUnderTest
  ) async throws {
    let (server, store) = try server(candidate)
    let window = try server.open()
    #expect(try await read(window, "All") == [])
    try window.tap("Close five")
    #expect(store.takeRows() == 5)
    #expect(try await read(window, "All") == ["1 Ada", "2 ben", "3 Ädam", "4 Ben", "5 Cleo"])
    try window.restart()
    #expect(try await store.member("user").saved.rows == [])
    #expect(try await read(window, "All") == ["1 Ada", "2 ben", "3 Ädam", "4 Ben", "5 Cleo"])
    #expect(try await read(window, "By customer") == ["1 Ada", "3 Ädam", "4 Ben", "2 ben", "5 Cleo"])
    #expect(try await read(window, "Of Ben") == ["4 Ben"])
    #expect(try await read(window, "With a") == ["1 Ada", "3 Ädam"])
    #expect(try await read(window, "Latest") == ["5 Cleo", "4 Ben"])
    #expect(try await read(window, "Between") == ["2 ben", "3 Ädam", "4 Ben"])
    #expect(try await read(window, "Escalated") == ["2 ben", "4 Ben"])
    #expect(try await read(window, "Third") == ["3 Ädam"])
    #expect(try await read(window, "Beyond") == [])
    #expect(try await read(window, "Count") == ["5 and 2"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a row that is added again keeps its place, and one that is removed is gone`(
    _ candidate: StoreUnderTest
  ) async throws {
    let (server, _) = try server(candidate)
    let window = try server.open()
    try window.tap("Close five")
    try window.tap("Rename 2")
    #expect(try await read(window, "All") == ["1 Ada", "2 Zoe", "3 Ädam", "4 Ben", "5 Cleo"])
    try window.tap("Remove 1")
    #expect(try await read(window, "All") == ["2 Zoe", "3 Ädam", "4 Ben", "5 Cleo"])
    #expect(try await read(window, "Count") == ["4 and 1"])
    #expect(try await read(window, "First") == ["none"])
    // In one handler, after a change that has not been saved yet.
    #expect(try await read(window, "Close and count") == ["5"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a row that can't be one is refused, and the log says so`(_ candidate: StoreUnderTest) async throws {
    let (server, _) = try server(candidate)
    let window = try server.open()
    try window.tap("Close a large one")
    #expect(try await read(window, "All") == [])
    #expect(server.warnings == ["closed was given the row 9 of 300045 bytes; nothing was changed"])
    #expect(
      try await read(window, "By text") == ["The archive has no key for \\Ticket.text: add one to its 'keys'"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `Rows that become an archive move into it`(_ candidate: StoreUnderTest) async throws {
    let store = WaitingStore(try candidate.make())
    let office = TypeName.of(Office.self).mangled
    let former = #"{"type":["OrielStoreTests.Office","\#(office)"],"properties":{}}"#
    let rows = [(2, "Ben"), (1, "Ada")].enumerated().map { place, row in
      let key = StoredElement.Key(
        tenant: .app, user: "user", type: office, name: "closed", id: Records.json("\(row.0)"))
      return StoredElement(
        key, position: Int64(place),
        value: Records.json(#"{"id":\#(row.0),"customer":"\#(row.1)","closedAt":1,"text":""}"#))
    }
    try await store.commit(
      Records.turn {
        $0.objects = [StoredObject(user: "user", type: office, value: Records.json(former))]
        $0.rows = rows
      })
    let window = try TestServer(app: OfficeApp(), store: store).open()
    #expect(try await read(window, "All") == ["2 Ben", "1 Ada"])
    #expect(try await store.member("user").saved.rows == [])
    try window.restart()
    #expect(try await read(window, "By customer") == ["1 Ada", "2 Ben"])
  }

  @Test(arguments: StoreUnderTest.all, [false, true])
  func `a new version with other names, keys and elements writes all rows again, also if it is interrupted`(
    _ candidate: StoreUnderTest, isInterrupted: Bool
  ) async throws {
    let store = WaitingStore(try candidate.make())
    let former = #"{"type":["Former.FormerOffice","formerOffice"],"properties":{"done":["formerOffice done 0,time"]}}"#
    let place = ArchivePlace(tenant: .app, user: "user", type: "formerOffice", name: "done")
    let names = ["Ada", "ben", "Ädam", "Ben"]
    try await store.commit(
      Records.turn {
        $0.objects = [StoredObject(user: "user", type: "formerOffice", value: Records.json(former))]
        $0.rows = (1...500).map { id in
          let customer = id <= names.count ? names[id - 1] : "Customer \(id)"
          return StoredElement(
            place.key(Records.json("\(id)")),
            value: Records.json(#"{"id":\#(id),"customer":"\#(customer)","text":""}"#),
            keys: [[1]])
        }
      })
    let server = try TestServer(app: OfficeApp(), store: store)
    let later = try server.open()
    // Before the rows are written again.
    try later.tap("Remove 1")
    try later.tap("Rename 2")
    try later.tap("Rename 5")
    if isInterrupted { try later.restart() }
    #expect(try await read(later, "Count") == ["499 and 0"])
    #expect(try await read(later, "First") == ["none"])
    #expect(try await read(later, "Some") == ["2 Zoe", "3 Ädam", "4 Ben"])
    #expect(try await read(later, "Of Ben") == ["4 Ben"])
    #expect(try await read(later, "Fifth") == ["6 Customer 6"])
    let left = try await store.answer { try $0.archived(ArchiveQuestion(range: 0..<10), in: place) }
    #expect(left.rows == [])
    // Once.
    _ = store.takeRows()
    try later.restart()
    #expect(try await read(later, "Count") == ["499 and 0"])
    #expect(store.takeRows() == 0)
  }

  @Test(arguments: StoreUnderTest.all)
  func `a table shows the rows of an archive, sorts them by its keys, and follows it`(
    _ candidate: StoreUnderTest
  ) async throws {
    let (server, _) = try server(candidate)
    let window = try server.open()
    try window.tap("Close five hundred")
    let table = try window.table()
    try server.advance(by: .seconds(1))
    try await server.settled { !table.isLoading && table.count == 500 }
    #expect(table.rows.prefix(2) == [["1", "Ada"], ["2", "ben"]])
    try table.sort("Customer")
    try table.sort("Customer")
    try await server.settled { !table.isLoading && table.rows.first == ["99", "Customer 99"] }
    #expect(throws: (any Error).self) { try table.sort("Id") }
    try window.tap("Remove 1")
    try server.advance(by: .seconds(1))
    try await server.settled { !table.isLoading && table.count == 499 }
  }

  @Test func `a property that was an array does not become an archive by itself`() async throws {
    let store = WaitingStore(try SQLiteWindowStore())
    let office = TypeName.of(Office.self).mangled
    let former = #"{"type":["OrielStoreTests.Office","\#(office)"],"properties":{"closed":[{"id":1}]},"version":2}"#
    try await store.commit(
      Records.turn { $0.objects = [StoredObject(user: "user", type: office, value: Records.json(former))] })
    let before = try await store.member("user")
    #expect(throws: (any Error).self) { try TestServer(app: OfficeApp(), store: store).open() }
    #expect(try await store.member("user") == before)
  }

  @Test func `a row that is removed and added again is the last`() async throws {
    let (server, _) = try server(StoreUnderTest.all[0])
    let window = try server.open()
    try window.tap("Close five")
    try window.tap("Replace 1")
    #expect(try await read(window, "All") == ["2 ben", "3 Ädam", "4 Ben", "5 Cleo", "1 Zoe"])
  }

  // MARK: Operators

  private func archived(
    _ id: Int, of tenant: Tenant = "acme", user: String = "", keys: [String] = ["a"], _ value: String = "1"
  ) -> StoredElement {
    let key = StoredElement.Key(tenant: tenant, user: user, type: "Desk", name: "closed", id: Records.json("\(id)"))
    return StoredElement(key, version: 2, value: Records.json(value), keys: keys.map { Array($0.utf8) })
  }

  private func rows(_ store: any WindowStore, of tenant: Tenant = "acme", user: String = "") async throws -> [String] {
    let place = ArchivePlace(tenant: tenant, user: user, type: "Desk", name: "closed")
    let answer = try await store.answer { try $0.archived(ArchiveQuestion(range: 0..<10), in: place) }
    return answer.rows.map { "\(String(decoding: $0.id, as: UTF8.self)): \(String(decoding: $0.value, as: UTF8.self))" }
  }

  @Test(arguments: StoreUnderTest.all)
  func `archived rows go where their tenant or user goes`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.rows = [
          archived(1), archived(2, user: "ann"), archived(3, user: "bob"), archived(4, of: "other", user: "ann"),
        ]
      })
    #expect(try await store.answer { try $0.contents(of: "acme") }.archived.map(\.key.user) == ["", "ann", "bob"])
    #expect(try await store.rename("acme", to: "emca") == true)
    #expect(try await rows(store) == [])
    #expect(try await rows(store, of: "emca") == ["1: 1"])
    #expect(try await rows(store, of: "emca", user: "ann") == ["2: 1"])
    #expect(try await store.answer { try $0.contents(of: "emca") }.archived.count == 3)
    // The user has rows there.
    let offline = store as? any OfflineStore
    #expect(try offline?.move("ann", from: "emca", to: "other") == nil)
    _ = try offline?.move("bob", from: "emca", to: "other")
    #expect(try await rows(store, of: "other", user: "bob") == ["3: 1"])
    #expect(try await store.purge("ann") == PurgedCounts(rows: 2))
    #expect(try await store.delete("emca") == PurgedCounts(rows: 1))
    #expect(try await rows(store, of: "emca") == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `an export has archived rows with their keys, and its import puts them back`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    let row = archived(1, user: "ann", keys: ["a", ""], #"{"id":1}"#)
    try await store.commit(Records.turn { $0.rows = [row] })
    let lines = try await store.answer { try $0.contents(of: "acme") }.exported.map { "\(JSONValue.object($0))" }
    #expect(
      lines.filter { $0.contains("archived") } == [
        #"{"tenant":"acme","user":"ann","archived":{"type":"Desk","name":"closed","id":1,"position":1,"version":2,"value":{"id":1}},"keys":["61",""]}"#
      ])
    let other = try candidate.make()
    // It goes with its owner.
    try await other.commit(Records.turn { $0.rows = [archived(2, user: "ann"), archived(3, user: "bob")] })
    var turn = StoredTurn()
    turn = turn.replacing(StoredObjects(), of: SavedOwner("acme", user: "ann"))
    try await other.commit(turn)
    #expect(try await rows(other, user: "bob") == ["3: 1"])
    try await other.commit(StoredTurn().replacing(StoredObjects(), of: SavedOwner("acme", user: "bob")))
    for line in lines { try await other.commit(ExportedDocument(line: line.utf8).turn) }
    #expect(try await other.answer { try $0.contents(of: "acme") } == store.answer { try $0.contents(of: "acme") })
  }

  @Test func `a damaged row is left out, and a check finds it`() async throws {
    let store = try SQLiteWindowStore()
    try await store.commit(Records.turn { $0.rows = [archived(1), archived(2)] })
    try await store.database.write { db in try db.execute(sql: "UPDATE archive SET key1 = x'00' WHERE position = 1") }
    #expect(try await rows(store) == ["2: 1"])
    let findings = try await store.database.read { db in
      var findings = StoreFindings()
      try db.checkRows(&findings)
      return findings
    }
    #expect(findings.rows == 2)
    #expect(
      findings.problems == [#"the archived element 1 of 'closed' of the Desk of the tenant "acme" is damaged"#])
  }

  @Test func `a page in the order of a key is read by its index`() async throws {
    let store = try SQLiteWindowStore()
    var question = ArchiveQuestion(range: 100..<140)
    question.sorts = [ArchiveQuestion.Sort(key: 1, isReversed: true)]
    let asked = question
    let plans = try await store.database.read { db in
      var statements: [String] = []
      db.trace { statements.append("\($0)") }
      _ = try db.archived(asked, in: ArchivePlace(tenant: .app, user: "", type: "Desk", name: "closed"))
      db.trace(nil)
      let select = try #require(statements.last { $0.contains("FROM archive") })
      return try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(select)", arguments: ["", "", "", "", 40, 0]).map {
        $0["detail"] as String
      }
    }
    #expect(plans.contains { $0.contains("archiveByKey2") })
  }

  @Test func `a file of an earlier version has no archive, and can be looked at`() async throws {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    try await store.database.write { db in
      try db.execute(sql: "DROP TABLE archive; DELETE FROM grdb_migrations WHERE identifier = '11'")
    }
    try store.close()
    let inspection = try SQLiteInspection(path: file.path)
    var rows = 0
    try inspection.inspect { try $0.forEachArchivedRow(of: nil) { _ in rows += 1 } }
    #expect(rows == 0)
    #expect(try inspection.check().problems == [])
  }
}

// MARK: The app

struct Ticket: Codable, Sendable, Identifiable {
  let id: Int
  var customer: String
  var closedAt: Int
  var isEscalated: Bool?
  var text = ""
}

@SavedState final class Office {
  let closed = ArchivedRows<Ticket>(
    keys: ArchiveKey("customer", \.customer), ArchiveKey("closedAt", \.closedAt),
    ArchiveKey("isEscalated", \.isEscalated))

  static var migrations: [SavedMigration] {
    [
      .rename("done", to: "closed"),
      .rows("closed") { row in if try row.value(Int.self, for: "closedAt") == nil { try row.set(0, for: "closedAt") } },
    ]
  }
}

struct OfficeApp: WindowApp {
  var body: some Scene {
    WindowGroup("Office", id: "main") { OfficeModel() }.renamed("FormerOffice", to: Office.self)
  }

  func environment(for user: User) -> EnvironmentValues { [Office()] }
}

@NavigationModel final class OfficeModel {
  @Environment(Office.self) var office
  var found = ""
  var sort: [TableSort] = []

  private static var names: [String] { ["Ada", "ben", "Ädam", "Ben", "Cleo"] }

  private func close(_ count: Int) {
    for id in 1...count {
      let name = id <= 5 ? Self.names[id - 1] : "Customer \(id)"
      office.closed.append(
        Ticket(id: id, customer: name, closedAt: id * 10, isEscalated: id <= 5 && id % 2 == 0 ? true : nil))
    }
  }

  private func show(_ tickets: [Ticket]) { found = tickets.map { "\($0.id) \($0.customer)" }.joined(separator: ", ") }

  var body: some View {
    let closed = office.closed
    Text(found.isEmpty ? "nothing" : found)
    Button("Close five") { self.close(5) }
    Button("Close five hundred") { self.close(500) }
    Button("Close a large one") {
      closed.append(Ticket(id: 9, customer: "", closedAt: 1, text: String(repeating: "x", count: 300_000)))
    }
    Button("Rename 2") { closed.append(Ticket(id: 2, customer: "Zoe", closedAt: 20)) }
    Button("Rename 5") { closed.append(Ticket(id: 5, customer: "Zoe", closedAt: 20)) }
    Button("Remove 1") { closed.remove(id: 1) }
    Button("Replace 1") {
      closed.remove(id: 1)
      closed.append(Ticket(id: 1, customer: "Zoe", closedAt: 20))
    }
    Button("All") { self.show(try await closed.rows()) }
    Button("Some") { self.show(try await closed.rows(in: 0..<3)) }
    Button("By customer") { self.show(try await closed.rows(sortedBy: \.customer)) }
    Button("Of Ben") { self.show(try await closed.rows(matching: .where(\.customer, is: "Ben"))) }
    Button("With a") { self.show(try await closed.rows(matching: .where(\.customer, hasPrefix: "a"))) }
    Button("Latest") { self.show(try await closed.rows(sortedBy: \.closedAt, order: .reverse, in: 0..<2)) }
    Button("Between") { self.show(try await closed.rows(matching: .where(\.closedAt, in: 20...40))) }
    Button("Escalated") { self.show(try await closed.rows(matching: .where(\.isEscalated, is: true))) }
    Button("Fifth") { self.show(try await closed.rows(in: 4..<5)) }
    Button("Third") { self.show(try await closed.rows(in: 2..<3)) }
    Button("Beyond") {
      self.show(
        try await closed.rows(in: 100..<Int.max) + closed.rows(in: (Int.max - 1)..<Int.max) + closed.rows(in: -9..<(-1))
      )
    }
    Button("First") { self.found = try await closed.row(id: 1)?.customer ?? "none" }
    Button("Count") {
      let (all, some) = (try await closed.count(), try await closed.count(matching: .where(\.isEscalated, is: true)))
      self.found = "\(all) and \(some)"
    }
    Button("Close and count") {
      closed.append(Ticket(id: 7, customer: "Fay", closedAt: 70))
      self.found = "\(try await closed.count())"
    }
    Button("By text") {
      do {
        self.show(try await closed.rows(sortedBy: \.text))
      } catch let error as ArchiveError {
        self.found = error.description
      }
    }
    Table(closed, matching: .all, sortOrder: bind(\.sort)) {
      TableColumn("Id", value: \.id, format: .number)
      TableColumn("Customer", value: \.customer)
    }
  }
}
