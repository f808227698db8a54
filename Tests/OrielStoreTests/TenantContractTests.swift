import Oriel
import OrielDocument
import OrielHub
import OrielSQLite
import Testing

/// What the hub relies on for tenants, whatever the store is.
struct TenantContractTests {
  private let acme: Tenant = "acme"

  private func row(
    _ id: String, _ value: String?, position: Int64 = 0, of tenant: Tenant = "acme", user: String = "",
    name: String = "orders"
  ) -> StoredElement {
    let key = StoredElement.Key(tenant: tenant, user: user, type: "Desk", name: name, id: Records.json(id))
    return StoredElement(key, position: position, version: 2, value: value.map(Records.json))
  }

  private func timer(_ id: String, due: Int64, of tenant: Tenant = "acme", message: String? = "{}") -> StoredTimer {
    StoredTimer(tenant: tenant, type: "Desk", id: id, due: due, message: message.map(Records.json))
  }

  private func window(_ user: String, of tenant: Tenant) -> StoredWindowChanges {
    Records.newRow(StoredOrigin(tenant: tenant, user: user, scene: "main", root: "m1"))
  }

  @Test(arguments: StoreUnderTest.all)
  func `a user of two tenants is two members`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.windows = [
          (WindowID("w-1"), window("ann", of: .app)), (WindowID("w-2"), window("ann", of: acme)),
          (WindowID("w-3"), window("bob", of: acme)),
        ]
        $0.objects = [
          StoredObject(user: "ann", type: "A", value: Records.json("1")),
          StoredObject(tenant: acme, user: "ann", type: "A", value: Records.json("2")),
          StoredObject(tenant: acme, user: "", type: "A", value: Records.json("3")),
        ]
        $0.rows = [row("1", "{}", user: "ann"), row("1", "[]")]
      })
    #expect(try await store.member("ann") == StoredUser(StoredObjects(objects: ["A": Records.json("1")]), windows: 1))
    #expect(
      try await store.member("ann", of: acme)
        == StoredUser(
          StoredObjects(objects: ["A": Records.json("2")], rows: [row("1", "{}", user: "ann")]), windows: 1))
    #expect(
      try await store.tenant(acme).saved
        == StoredObjects(objects: ["A": Records.json("3")], rows: [row("1", "[]")]))
    #expect(try await store.window(WindowID("w-2"))?.origin.tenant == acme)
    let found = try await store.windows(StoredWindowQuery(tenant: acme))
    #expect(found.map(\.id) == [WindowID("w-2"), WindowID("w-3")])
    #expect(found.map(\.tenant) == [acme, acme])
    #expect(try await store.count(StoredWindowQuery(tenant: .app)) == 1)
    #expect(try await store.count(StoredWindowQuery(user: "ann")) == 2)
    #expect(try await store.count(StoredWindowQuery(tenant: acme, user: "ann")) == 1)
  }

  @Test(arguments: StoreUnderTest.all)
  func `a window that moves belongs to its new member alone`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(Records.turn { $0.windows = [(Records.id, window("ann", of: .app))] })
    try await store.commit(Records.turn { $0.windows = [(Records.id, window("bob", of: acme))] })
    #expect(try await store.count(StoredWindowQuery(user: "ann")) == 0)
    #expect(try await store.windows(StoredWindowQuery(tenant: acme, user: "bob")).map(\.id) == [Records.id])
    #expect(try await store.tenant(.app).isKnown == false)
  }

  private func publication(
    _ type: String, _ value: String?, number: Int64 = 1, of tenant: Tenant = "acme"
  ) -> StoredPublication {
    StoredPublication(.init(tenant: tenant, type: type), number: number, value: value.map(Records.json))
  }

  private func turn(publishing all: StoredPublication...) -> StoredTurn {
    Records.turn { turn in for one in all { turn.publications[one.key] = one } }
  }

  @Test(arguments: StoreUnderTest.all)
  func `S17: the last publication of each tenant is kept until it is withdrawn`(_ candidate: StoreUnderTest)
    async throws
  {
    let store = try candidate.make()
    let first = turn(publishing: publication("A", "1"), publication("B", "2"), publication("A", "3", of: .app))
    let second = turn(publishing: publication("A", "4", number: 2), publication("B", nil, number: 3))
    for _ in 0..<2 { try await store.commit(first, second) }
    let kept = [publication("A", "3", of: .app), publication("A", "4", number: 2)]
    #expect(try await store.publications() == kept)
    #expect(try await store.tenant(acme).publications == [kept[1]])
    #expect(try await store.tenant(acme).isKnown)
    #expect(try await store.tenants().map(\.mark.tenant) == [.app, acme])
    _ = try await store.delete(acme)
    #expect(try await store.publications() == [kept[0]])
  }

  @Test(arguments: StoreUnderTest.all)
  func `rows are added, replaced and deleted one by one`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let first = Records.turn {
      $0.rows = [
        row("1", "1", position: 1), row("\"é\"", "2", position: 2), row("1", "3", name: "notes"),
        row("1", "4", of: .app),
      ]
    }
    let second = Records.turn { $0.rows = [row("1", nil), row("\"é\"", "5", position: 2), row("7", nil)] }
    for _ in 0..<2 {
      try await store.commit(first, second)
      #expect(
        try await store.tenant(acme).saved.rows == [
          row("1", "3", name: "notes"), row("\"é\"", "5", position: 2),
        ])
      #expect(try await store.tenant(.app).saved.rows == [row("1", "4", of: .app)])
    }
    try await store.commit(Records.turn { $0.rows = [row("1", nil, of: .app)] })
    #expect(try await store.tenant(.app) == StoredTenant(StoredMark(.app)))
  }

  @Test(arguments: StoreUnderTest.all)
  func `timers are those not deleted, in the order of their times`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn { $0.timers = [timer("a", due: 30), timer("b", due: 20), timer("c", due: 10)] },
      Records.turn { $0.timers = [timer("a", due: 5, message: "[1]"), timer("c", due: 0, message: nil)] })
    #expect(try await store.tenant(acme).timers == [timer("a", due: 5, message: "[1]"), timer("b", due: 20)])
    #expect(try await store.tenant("other").timers == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `tenants that are awake or have something due are found, closed ones not`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.tenants = [
          StoredMark("awake", isAwake: true), StoredMark("shut", isAwake: true, state: .closed),
          StoredMark("late", state: .closed),
        ]
        $0.timers = [
          timer("a", due: 10), timer("a", due: 20, of: "soon"), timer("a", due: 5, of: "late"),
          timer("b", due: 15, of: "late"), timer("b", due: 30),
        ]
      })
    #expect(try await store.dueTenants(at: 9) == DueTenants(tenants: ["awake"], next: 10))
    #expect(try await store.dueTenants(at: 10) == DueTenants(tenants: ["awake", "acme"], next: 20))
    #expect(try await store.dueTenants(at: 30) == DueTenants(tenants: ["awake", "acme", "soon"], next: nil))
    try await store.commit(
      Records.turn { $0.tenants = [StoredMark("awake"), StoredMark("shut", isAwake: true)] })
    #expect(try await store.dueTenants(at: 9) == DueTenants(tenants: ["shut"], next: 10))
    #expect(try await store.tenant("late").mark == StoredMark("late", state: .closed))
    #expect(try await store.tenant("awake") == StoredTenant(StoredMark("awake")))
  }

  @Test(arguments: StoreUnderTest.all)
  func `known tenants are listed page by page, with what is stored of them`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    #expect(try await store.tenants() == [])
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: "b")), (WindowID("w-2"), window("bob", of: "b"))]
        $0.objects = [
          StoredObject(tenant: "b", user: "ann", type: "A", value: Records.json("1")),
          StoredObject(user: "ann", type: "A", value: Records.json("1")),
        ]
        $0.rows = [row("1", "1", of: "a"), row("2", "1", of: "a"), row("1", "1", of: "b", user: "ann")]
        $0.timers = [timer("t", due: 1, of: "c")]
        $0.tenants = [StoredMark("a", isAwake: true), StoredMark("d", state: .closed)]
      })
    let all = [
      StoredTenantSummary(StoredMark(.app), objects: 1),
      StoredTenantSummary(StoredMark("a", isAwake: true), rows: 2),
      StoredTenantSummary(StoredMark("b"), windows: 2, objects: 1, rows: 1),
      StoredTenantSummary(StoredMark("c"), timers: 1),
      StoredTenantSummary(StoredMark("d", state: .closed)),
    ]
    #expect(try await store.tenants() == all)
    #expect(try await store.tenants(after: nil, limit: 2) == Array(all[..<2]))
    #expect(try await store.tenants(after: .app, limit: 2) == Array(all[1..<3]))
    #expect(try await store.tenants(after: "c", limit: 2) == [all[4]])
    for tenant in all.map(\.mark.tenant) { #expect(try await store.tenant(tenant).isKnown) }
  }

  @Test(arguments: StoreUnderTest.all)
  func `a deleted tenant leaves its mark and nothing else`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let kept = SalvageOrder(.row(row("1", nil).key), reason: "damaged", time: 7)
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: acme)), (WindowID("w-2"), window("ann", of: .app))]
        $0.objects = [StoredObject(tenant: acme, user: "", type: "A", value: Records.json("1"))]
        $0.rows = [row("1", "1"), row("2", "2", user: "ann"), row("1", "1", of: .app)]
        $0.timers = [timer("t", due: 1)]
        $0.tenants = [StoredMark(acme, isAwake: true)]
        $0.triggers = [Records.trigger("t-1", for: WindowID("w-1"))]
      }, Records.turn { $0.keptAside = [kept] })
    #expect(try await store.keptAside() == [SalvagedRecord(kept, tenant: acme, user: "", record: Records.json("1"))])
    #expect(try await store.delete(acme) == PurgedCounts(windows: 1, objects: 1, rows: 2, keptAside: 1))
    var empty = StoredTenant(StoredMark(acme, state: .deleted))
    empty.isKnown = true
    #expect(try await store.tenant(acme) == empty)
    #expect(try await store.keptAside() == [])
    #expect(try await store.trigger("t-1") == nil)
    #expect(try await store.dueTenants(at: 100) == DueTenants(tenants: [], next: nil))
    #expect(try await store.windows(StoredWindowQuery()).map(\.id) == [WindowID("w-2")])
    #expect(try await store.tenant(.app).saved.rows == [row("1", "1", of: .app)])
  }

  @Test(arguments: StoreUnderTest.all)
  func `messages are those not deleted, in the order in which they were saved`(_ candidate: StoreUnderTest) async throws
  {
    let store = try candidate.make()
    func post(_ text: String, number: Int64 = 0, to tenant: Tenant = "acme") -> StoredPost {
      StoredPost(number: number, to: tenant, from: "other", type: "Desk", message: Records.json("\"\(text)\""))
    }
    try await store.commit(Records.turn { $0.posts = [post("a"), post("b"), post("c", to: "shut")] })
    try await store.commit(Records.turn { $0.posts = [post("d")] })
    #expect(
      try await store.posts(to: "acme") == [post("a", number: 1), post("b", number: 2), post("d", number: 4)])
    let size = Records.json("\"a\"").count
    #expect(
      try await store.waitingPosts() == ["acme": PostCount(3, bytes: 3 * size), "shut": PostCount(1, bytes: size)])
    #expect(try await store.posts(to: "acme", after: 1, limit: 1) == [post("b", number: 2)])
    #expect(try await store.dueTenants(at: 0) == DueTenants(tenants: ["acme", "shut"], next: nil))
    try await store.commit(
      Records.turn {
        $0.posts = [1, 2, 4].map { StoredPost(number: $0, to: "acme", from: "other", type: "Desk", message: nil) }
        $0.tenants = [StoredMark("shut", state: .closed)]
      })
    #expect(try await store.posts(to: "acme") == [])
    #expect(try await store.waitingPosts() == ["shut": PostCount(1, bytes: size)])
    #expect(try await store.dueTenants(at: 0) == DueTenants(tenants: [], next: nil))
    try await store.commit(Records.turn { $0.posts = [post("e")] })
    #expect(try await store.posts(to: "acme") == [post("e", number: 5)])
    #expect(try await store.delete("shut").windows == 0)
    #expect(try await store.posts(to: "shut") == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a renamed tenant has everything under its new name, and the former one is free`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    let kept = SalvageOrder(.row(row("1", nil).key), reason: "damaged", time: 7)
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: acme)), (WindowID("w-2"), window("ann", of: .app))]
        $0.objects = [
          StoredObject(tenant: acme, user: "", type: "A", value: Records.json("1")),
          StoredObject(tenant: acme, user: "ann", type: "A", value: Records.json("2")),
        ]
        $0.rows = [row("1", "1"), row("2", "2", user: "ann"), row("1", "1", of: .app)]
        $0.timers = [timer("t", due: 1)]
        $0.tenants = [StoredMark(acme, isAwake: true, state: .closed)]
      }, Records.turn { $0.keptAside = [kept] })
    let before = try await store.contents(of: acme)
    #expect(try await store.rename(acme, to: .app) == false)
    #expect(try await store.contents(of: acme) == before)
    #expect(try await store.rename(acme, to: "emca") == true)
    #expect(try await store.summary(of: acme) == nil)
    #expect(
      try await store.summary(of: "emca")
        == StoredTenantSummary(
          StoredMark("emca", isAwake: true, state: .closed), windows: 1, objects: 2, rows: 2, timers: 1))
    let renamed = try await store.tenant("emca")
    #expect(renamed.saved == StoredObjects(objects: ["A": Records.json("1")], rows: [row("1", "1", of: "emca")]))
    #expect(renamed.timers == [timer("t", due: 1, of: "emca")])
    #expect(
      try await store.member("ann", of: "emca")
        == StoredUser(
          StoredObjects(objects: ["A": Records.json("2")], rows: [row("2", "2", of: "emca", user: "ann")]), windows: 1))
    #expect(try await store.window(WindowID("w-1"))?.origin.tenant == "emca")
    #expect(try await store.keptAside().map(\.tenant) == ["emca"])
    #expect(try await store.tenant(.app).saved.rows == [row("1", "1", of: .app)])
  }

  @Test(arguments: StoreUnderTest.all)
  func `messages from a renamed tenant, and windows that were kept aside, have its new name`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: acme)), (WindowID("w-2"), window("ann", of: .app))]
        $0.posts = [.app, acme].flatMap { sender in
          [.app, acme].map { StoredPost(to: $0, from: sender, type: "Desk", message: Records.json("1")) }
        }
      },
      Records.turn {
        $0.keptAside = ["w-1", "w-2"].map { SalvageOrder(.window(WindowID($0)), reason: "damaged", time: 7) }
      })
    #expect(try await store.rename(acme, to: "emca") == true)
    #expect(try await store.posts(to: .app).map(\.sender) == [.app, "emca"])
    #expect(try await store.posts(to: "emca").map(\.sender) == [.app, "emca"])
    #expect(try await store.posts(to: acme) == [])
    let kept = try await store.keptAside()
    #expect(kept.map(\.tenant) == ["emca", .app])
    #expect(try kept.map { try JSONBytes.decode($0.record)["tenant"] } == ["emca", nil])
  }

  @Test(arguments: StoreUnderTest.all)
  func `an export has all that is stored of one tenant`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: acme)), (WindowID("w-2"), window("ann", of: .app))]
        $0.objects = [StoredObject(tenant: acme, user: "ann", type: "A", value: Records.json("2"))]
        $0.rows = [row("1", "1"), row("1", "1", of: .app)]
        $0.timers = [timer("t", due: 1)]
        $0.posts = [
          StoredPost(to: acme, from: "other", type: "Desk", message: Records.json("[3]")),
          StoredPost(to: .app, from: acme, type: "Desk", message: Records.json("[4]")),
        ]
        $0.tenants = [StoredMark(acme, isAwake: true, state: .closed)]
      }, turn(publishing: publication("Status", "5", number: 7), publication("Status", "6", of: .app)))
    let lines = try await store.contents(of: acme).exported.map { JSONValue.object($0) }
    #expect(lines.map { $0["window"]?.stringValue } == ["w-1", nil, nil])
    #expect(
      Array(lines.dropFirst()) == [
        ["tenant": "acme", "user": "ann", "objects": ["A": 2]],
        [
          "tenant": "acme", "state": "closed", "awake": true, "objects": [:],
          "rows": [["type": "Desk", "name": "orders", "id": 1, "position": 0, "version": 2, "value": 1]],
          "timers": [["type": "Desk", "id": "t", "due": 1, "message": [:]]],
          "posts": [["from": "other", "type": "Desk", "message": [3]]],
          "publications": [["type": "Status", "number": 7, "value": 5]],
        ],
      ])
    #expect(try await store.contents(of: "nobody").exported == [])
  }

  @Test func `a user's windows and objects move to another tenant, unless the user has objects there`() async throws {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(
      Records.turn {
        $0.windows = [(WindowID("w-1"), window("ann", of: .app)), (WindowID("w-2"), window("bob", of: .app))]
        $0.objects = [
          StoredObject(user: "ann", type: "A", value: Records.json("1")),
          StoredObject(user: "bob", type: "A", value: Records.json("2")),
          StoredObject(tenant: acme, user: "bob", type: "A", value: Records.json("3")),
        ]
        $0.rows = [row("1", "1", of: .app, user: "ann"), row("1", "1", of: .app)]
      })
    #expect(try store.move("ann", from: .app, to: acme) == PurgedCounts(windows: 1, objects: 1, rows: 1))
    #expect(try store.move("bob", from: .app, to: acme) == nil)
    #expect(
      try await store.member("ann", of: acme)
        == StoredUser(
          StoredObjects(objects: ["A": Records.json("1")], rows: [row("1", "1", user: "ann")]), windows: 1))
    #expect(try await store.member("ann") == StoredUser(StoredObjects(), windows: 0))
    #expect(try await store.member("bob").windows == 1)
    #expect(try await store.window(WindowID("w-1"))?.origin.tenant == acme)
    #expect(try await store.tenant(.app).saved.rows == [row("1", "1", of: .app)])
    try store.close()
    #expect(try SQLiteInspection(path: file.path).check().problems.filter { $0.contains("damaged") } == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a purged user leaves the tenant's own objects as they are`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.objects = [
          StoredObject(tenant: acme, user: "ann", type: "A", value: Records.json("1")),
          StoredObject(tenant: acme, user: "", type: "A", value: Records.json("2")),
        ]
        $0.rows = [row("1", "1", user: "ann"), row("1", "1")]
      })
    #expect(try await store.purge("") == PurgedCounts())
    #expect(try await store.purge("ann") == PurgedCounts(objects: 1, rows: 1))
    #expect(try await store.member("ann", of: acme) == StoredUser(StoredObjects(), windows: 0))
    #expect(try await store.tenant(acme).saved.rows == [row("1", "1")])
  }
}
