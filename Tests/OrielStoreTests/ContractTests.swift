import Oriel
import OrielHub
import Testing

/// What the hub relies on, whatever the store is.
struct ContractTests {
  private let id = Records.id

  @Test(arguments: StoreUnderTest.all)
  func `what was saved is what comes back`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(Records.turn { $0.windows = [(id, Records.newRow())] })
    var expected = StoredWindow(
      origin: Records.origin(), position: Records.json(#"{"applied":{},"next":3}"#),
      models: ["m1": Records.json(#"{"count":0}"#), "m2": Records.json(#"{"name":"two"}"#)])
    expected.title = Records.title
    expected.usedAt = 1000
    #expect(try await store.window(id) == expected)
    #expect(try await store.window(WindowID("w-2")) == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func `users whose ids only look the same are two`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let users = ["Kevin", "\u{212A}evin"]
    try await store.commit(
      Records.turn { turn in
        for (number, user) in users.enumerated() {
          turn.objects.append(StoredObject(user: user, type: "Settings", value: Records.json("\(number)")))
          turn.access.append(AccessChange(user: user, kind: .ban, time: Int64(number)))
          var row = Records.newRow()
          row.origin = StoredOrigin(user: user, scene: "main", root: "m1")
          turn.windows.append((WindowID("w-\(number)"), row))
        }
      })
    for (number, user) in users.enumerated() {
      #expect(try await store.objects(of: user) == ["Settings": Records.json("\(number)")])
      #expect(try await store.windows(StoredWindowQuery(user: user)).map(\.id) == [WindowID("w-\(number)")])
    }
    #expect(try await store.access().count == 2)
  }

  @Test(arguments: StoreUnderTest.all)
  func `a turn changes what it names and no more`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(Records.turn { $0.windows = [(id, Records.newRow())] })
    var expected = try #require(try await store.window(id))
    try await store.commit(id) {
      $0.usedAt = 2000
      $0.models = [("m2", Records.json("2")), ("m3", Records.json("3"))]
      $0.deletedModels = ["m1", "unknown"]
    }
    expected.usedAt = 2000
    expected.models = ["m2": Records.json("2"), "m3": Records.json("3")]
    #expect(try await store.window(id) == expected)
    try await store.commit(id) {
      $0.usedAt = 3000
      $0.position = Records.json("{}")
      $0.title = "Other"
      $0.origin = StoredOrigin(user: "ann", scene: "main", root: "m3")
    }
    expected.usedAt = 3000
    expected.position = Records.json("{}")
    expected.title = "Other"
    expected.origin = StoredOrigin(user: "ann", scene: "main", root: "m3")
    #expect(try await store.window(id) == expected)
  }

  @Test(arguments: StoreUnderTest.all)
  func `a batch is applied in order, and twice is once`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let turns = [
      Records.turn { $0.windows = [(id, Records.newRow())] },
      Records.turn { turn in
        var row = Records.row()
        row.models = [("m1", Records.json("1"))]
        row.deletedModels = ["m2"]
        turn.windows = [(id, row)]
        turn.triggers = [Records.trigger("t-1", for: id)]
      },
      Records.turn { turn in
        var row = Records.row()
        row.models = [("m1", Records.json("2"))]
        turn.windows = [(id, row)]
        turn.outcomes = [StoredOutcome(trigger: "t-1", window: id, status: .performed, value: Records.json("true"))]
      },
    ]
    for _ in 0..<2 {
      try await store.commit(turns[0], turns[1], turns[2])
      #expect(try await store.window(id)?.models == ["m1": Records.json("2")])
      #expect(try await store.trigger("t-1")?.outcomes.map(\.status) == [.performed])
    }
  }

  @Test(arguments: StoreUnderTest.all)
  func `a deleted window is gone, and does not come back in parts`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let other = WindowID("w-2")
    try await store.commit(Records.turn { $0.windows = [(id, Records.newRow()), (other, Records.newRow())] })
    try await store.commit(Records.turn { $0.deletedWindows = [id, WindowID("w-unknown")] })
    #expect(try await store.window(id) == nil)
    #expect(try await store.window(other)?.models.count == 2)
    try await store.commit(id) { $0.models = [("m1", Records.json("1"))] }
    #expect(try await store.window(id) == nil)
    try await store.commit(
      Records.turn { $0.windows = [(id, Records.newRow(StoredOrigin(user: "bob", scene: "x", root: "m1")))] })
    #expect(try await store.window(id)?.models.count == 2)
  }

  @Test(arguments: StoreUnderTest.all)
  func `objects are kept by user and type`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.objects = [
          StoredObject(user: "ann", type: "A", value: Records.json("1")),
          StoredObject(user: "ann", type: "B", value: Records.json("2")),
          StoredObject(user: "bob", type: "A", value: Records.json("3")),
        ]
      })
    try await store.commit(
      Records.turn { $0.objects = [StoredObject(user: "ann", type: "A", value: Records.json("4"))] })
    #expect(try await store.objects(of: "ann") == ["A": Records.json("4"), "B": Records.json("2")])
    #expect(try await store.objects(of: "bob") == ["A": Records.json("3")])
    #expect(try await store.objects(of: "eve") == [:])
  }

  @Test(arguments: StoreUnderTest.all)
  func `windows are listed by id, page by page, and found by what they are`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    var all: [StoredSummary] = []
    for number in 1...9 {
      let (user, scene) = (number % 2 == 0 ? "ann" : "bob", number % 3 == 0 ? "note" : "main")
      let id = WindowID("w-\(number)")
      var row = Records.newRow(Records.origin(user: user, scene: scene, openedBy: number == 5 ? "page" : nil))
      row.usedAt = Int64(number) * 100
      try await store.commit(Records.turn { $0.windows = [(id, row)] })
      all.append(
        StoredSummary(id: id, user: user, scene: scene, value: ["id": 7], title: Records.title, usedAt: row.usedAt))
    }
    func found(_ query: StoredWindowQuery) async throws -> [StoredSummary] { try await store.windows(query) }
    #expect(try await found(StoredWindowQuery()) == all)
    #expect(try await found(StoredWindowQuery(limit: 4)) == Array(all[..<4]))
    #expect(try await found(StoredWindowQuery(after: WindowID("w-4"), limit: 4)) == Array(all[4..<8]))
    #expect(try await found(StoredWindowQuery(after: WindowID("w-9"))) == [])
    #expect(try await found(StoredWindowQuery(user: "ann")).map(\.usedAt) == [200, 400, 600, 800])
    #expect(try await found(StoredWindowQuery(scene: "note")).map(\.usedAt) == [300, 600, 900])
    #expect(try await found(StoredWindowQuery(user: "ann", scene: "note", limit: 2)).map(\.usedAt) == [600])
    #expect(try await found(StoredWindowQuery(scene: "note", after: WindowID("w-3"), limit: 1)).map(\.usedAt) == [600])
    #expect(try await found(StoredWindowQuery(user: "bob", openedBy: "page")).map(\.usedAt) == [500])
    #expect(try await found(StoredWindowQuery(user: "ann", openedBy: "page")) == [])
    #expect(try await found(StoredWindowQuery(unusedSince: 301)).map(\.usedAt) == [100, 200, 300])
    var latest = StoredWindowQuery(user: "ann", limit: 3)
    latest.isLatestFirst = true
    #expect(try await found(latest).map(\.usedAt) == [800, 600, 400])
  }
}
