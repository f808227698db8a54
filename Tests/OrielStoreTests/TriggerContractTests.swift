import Oriel
import OrielHub
import Testing

/// Triggers, kept records and purging, whatever the store is.
struct TriggerContractTests {
  private let one = WindowID("w-1")
  private let two = WindowID("w-2")

  private func store(_ candidate: StoreUnderTest) async throws -> any WindowStore {
    let store = try candidate.make()
    let (ann, bob) = (Records.newRow(), Records.newRow(Records.origin(user: "bob")))
    try await store.commit(Records.turn { $0.windows = [(one, ann), (two, bob)] })
    return store
  }

  @Test(arguments: StoreUnderTest.all)
  func `a window wakes with the triggers it has not answered`(_ candidate: StoreUnderTest) async throws {
    let store = try await store(candidate)
    let (both, late, other) = (
      Records.trigger("t-2", for: one, two), Records.trigger("t-1", for: one), Records.trigger("t-3", for: two)
    )
    try await store.commit(Records.turn { $0.triggers = [both, other] }, Records.turn { $0.triggers = [late] })
    #expect(try await store.window(one)?.triggers == [Records.trigger("t-2", for: one), late])
    #expect(try await store.window(two)?.triggers == [Records.trigger("t-2", for: two), other])

    let blocked = StoredOutcome(trigger: "t-2", window: one, status: .blocked)
    let done = StoredOutcome(trigger: "t-1", window: one, status: .declined, value: Records.json("\"no\""))
    try await store.commit(Records.turn { $0.outcomes = [blocked, done] })
    #expect(try await store.window(one)?.triggers.flatMap(\.outcomes) == [blocked])
    #expect(
      try await store.trigger("t-2")?.outcomes == [
        blocked, StoredOutcome(trigger: "t-2", window: two, status: .pending),
      ])
    #expect(try await store.trigger("t-1")?.outcomes == [done])
    #expect(try await store.trigger("t-4") == nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func `what became of a trigger outlives its window, for a while`(_ candidate: StoreUnderTest) async throws {
    let store = try await store(candidate)
    let (old, young) = (Records.trigger("t-1", for: one), Records.trigger("t-2", for: one, deadline: 90_000))
    try await store.commit(Records.turn { $0.triggers = [old, young] })
    try await store.commit(Records.turn { $0.deletedWindows = [one] })
    #expect(try await store.trigger("t-1") == old)
    try await store.deleteOld(StoreRetention(triggersExpiredBefore: 60_001))
    #expect(try await store.trigger("t-1") == nil)
    #expect(try await store.trigger("t-2") == young)
  }

  @Test(arguments: StoreUnderTest.all)
  func `of triggers for which no window waits, a number is kept, and the newest of them`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try await store(candidate)
    try await store.commit(Records.turn { $0.triggers = (1...5).map { Records.trigger("t-\($0)", for: one) } })
    try await store.commit(
      Records.turn {
        $0.outcomes = (2...5).map { StoredOutcome(trigger: "t-\($0)", window: one, status: .performed) }
      })
    try await store.deleteOld(StoreRetention(triggersExpiredBefore: 0, triggersKept: 2))
    var kept: [String] = []
    for number in 1...5 where try await store.trigger("t-\(number)") != nil { kept.append("t-\(number)") }
    #expect(kept == ["t-1", "t-4", "t-5"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `of triggers for which no window waits, or which have expired, a size is kept`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try await store(candidate)
    let triggers = (1...5).map { Records.trigger("t-\($0)", for: one, deadline: $0 == 2 ? 90_000 : 60_000) }
    try await store.commit(Records.turn { $0.triggers = triggers })
    var old = StoreRetention(triggersExpiredBefore: 0)
    old.triggerBytesKept = 2 * triggers[0].payload.count
    func kept() async throws -> [String] {
      var kept: [String] = []
      for trigger in triggers where try await store.trigger(trigger.id) != nil { kept.append(trigger.id) }
      return kept
    }
    old.now = 60_000
    try await store.deleteOld(old)
    #expect(try await kept() == ["t-1", "t-2", "t-3", "t-4", "t-5"])
    old.now = 60_001
    try await store.deleteOld(old)
    #expect(try await kept() == ["t-2", "t-4", "t-5"])
  }

  @Test(arguments: StoreUnderTest.all)
  func `an outcome of an unknown trigger is none`(_ candidate: StoreUnderTest) async throws {
    let store = try await store(candidate)
    try await store.commit(
      Records.turn { $0.outcomes = [StoredOutcome(trigger: "t-1", window: one, status: .performed)] })
    #expect(try await store.trigger("t-1") == nil)
    #expect(try await store.window(one)?.triggers == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `a record is kept aside as it was before the turn`(_ candidate: StoreUnderTest) async throws {
    let store = try await store(candidate)
    let object = StoredObject(user: "bob", type: "A", value: Records.json("[1]"))
    try await store.commit(Records.turn { $0.objects = [object] })
    let before = try #require(try await store.window(one))
    let orders = [
      SalvageOrder(.window(one), reason: "The root is of an unknown type", time: 5),
      SalvageOrder(.object(user: "bob", type: "A"), reason: "It has changed", time: 6),
      SalvageOrder(.window(WindowID("w-unknown")), reason: "There is none", time: 7),
    ]
    var row = Records.row()
    row.deletedModels = ["m1", "m2"]
    try await store.commit(
      Records.turn {
        $0.keptAside = orders
        $0.windows = [(one, row)]
        $0.objects = [StoredObject(user: "bob", type: "A", value: Records.json("[2]"))]
      })
    let kept = [
      SalvagedRecord(orders[0], user: "ann", record: JSONBytes.encode(.object(before.exported(one)))),
      SalvagedRecord(orders[1], user: "bob", record: Records.json("[1]")),
    ]
    #expect(try await store.keptAside() == kept)
    #expect(try await store.keptAside(of: "bob") == [kept[1]])
    #expect(try await store.window(one)?.models == [:])
    let imported = try StoredWindow(exported: JSONBytes.decode(kept[0].record))
    #expect(imported == before)
    try await store.deleteOld(StoreRetention(triggersExpiredBefore: .max))
    #expect(try await store.keptAside() == kept)
  }

  @Test(arguments: StoreUnderTest.all)
  func `everything about a user can be deleted`(_ candidate: StoreUnderTest) async throws {
    let store = try await store(candidate)
    try await store.commit(
      Records.turn {
        $0.objects = [
          StoredObject(user: "ann", type: "A", value: Records.json("1")),
          StoredObject(user: "bob", type: "A", value: Records.json("2")),
        ]
        $0.triggers = [Records.trigger("t-1", for: one), Records.trigger("t-2", for: one, two)]
        $0.keptAside = [
          SalvageOrder(.window(one), reason: "", time: 1), SalvageOrder(.window(two), reason: "", time: 1),
        ]
      })
    #expect(try await store.purge("ann") == PurgedCounts(windows: 1, objects: 1, keptAside: 1))
    #expect(try await store.window(one) == nil)
    #expect(try await store.objects(of: "ann") == [:])
    #expect(try await store.trigger("t-1") == nil)
    #expect(try await store.trigger("t-2") == Records.trigger("t-2", for: two))
    #expect(try await store.keptAside().map(\.user) == ["bob"])
    #expect(try await store.windows(StoredWindowQuery()).map(\.id) == [two])
    #expect(try await store.objects(of: "bob") == ["A": Records.json("2")])
    #expect(try await store.purge("ann") == PurgedCounts())
  }
}
