import Oriel
import OrielHub
import Testing

/// What the hub relies on for windows that were closed, whatever the store is.
struct ClosedWindowContractTests {
  private func close(_ id: WindowID, at time: Int64) -> SalvageOrder {
    SalvageOrder(.window(id), reason: SalvageOrder.closed, time: time)
  }

  private func kept(_ store: any WindowStore, _ ids: some Sequence<WindowID>) async throws -> [String] {
    var kept: [String] = []
    for id in ids where try await store.closedWindow(id) != nil { kept.append(id.rawValue) }
    return kept
  }

  @Test(arguments: StoreUnderTest.all)
  func `a closed window is kept as its last turn leaves it, until it is there again`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.windows = [(Records.id, Records.newRow())]
        $0.closedWindows = [close(Records.id, at: 5)]
        $0.deletedWindows = [Records.id]
      })
    let found = try #require(try await store.closedWindow(Records.id))
    #expect((found.user, found.order) == ("ann", close(Records.id, at: 5)))
    #expect(try await store.window(Records.id) == nil)
    let window = try StoredWindow(exported: JSONBytes.decode(found.record))
    #expect(window.models.keys.sorted() == ["m1", "m2"])
    // Reopened, and closed once more within one write.
    try await store.commit(
      Records.turn {
        $0.reopenedWindows = [Records.id]
        $0.windows = [(Records.id, Records.newRow())]
        $0.closedWindows = [close(Records.id, at: 9)]
        $0.deletedWindows = [Records.id]
      })
    #expect(try await store.closedWindow(Records.id)?.order.time == 9)
    try await store.commit(
      Records.turn {
        $0.reopenedWindows = [Records.id]
        $0.windows = [(Records.id, Records.newRow())]
      })
    #expect(try await store.closedWindow(Records.id) == nil)
    #expect(try await store.window(Records.id) != nil)
  }

  @Test(arguments: StoreUnderTest.all)
  func `the latest twenty of each user are kept, and old ones are deleted`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let ids = (10..<35).map { WindowID("w-\($0)") }
    for (place, id) in ids.enumerated() {
      let user = place == 0 ? "bob" : "ann"
      try await store.commit(
        Records.turn {
          $0.windows = [(id, Records.newRow(Records.origin(user: user)))]
          $0.closedWindows = [close(id, at: Int64(place))]
          $0.deletedWindows = [id]
        })
    }
    #expect(try await kept(store, ids) == ["w-10"] + (15..<35).map { "w-\($0)" })
    var old = StoreRetention(triggersExpiredBefore: 0)
    old.closedBefore = 23
    try await store.deleteOld(old)
    #expect(try await kept(store, ids) == ["w-33", "w-34"])
  }
}
