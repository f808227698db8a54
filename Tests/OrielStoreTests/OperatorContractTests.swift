import Oriel
import OrielHub
import Testing

/// What the hub relies on for what operators do, whatever the store is.
struct OperatorContractTests {
  @Test(arguments: StoreUnderTest.all)
  func `what operators have said of a user is kept, the last word only`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    try await store.commit(
      Records.turn {
        $0.access = [
          AccessChange(user: "ann", kind: .ban, time: 5), AccessChange(user: "bob", kind: .ban, time: 5),
          AccessChange(user: "bob", kind: .signOut, time: 7),
        ]
      })
    try await store.commit(
      Records.turn {
        $0.access = [
          AccessChange(user: "ann", kind: .unban, time: 8), AccessChange(user: "ann", kind: .signOut, time: 9),
          AccessChange(user: "bob", kind: .signOut, time: 6),
        ]
      })
    let access = try await store.access().sorted { $0.user < $1.user }
    #expect(access == [UserAccess(user: "ann", signedOutAt: 9), UserAccess(user: "bob", bannedAt: 5, signedOutAt: 7)])
    try await store.deleteOld(StoreRetention(triggersExpiredBefore: 0, signedOutBefore: 10))
    #expect(try await store.access().map(\.user) == ["bob"])
  }

  private func line(_ number: Int, _ who: String, _ act: String, _ target: String) -> AuditRecord {
    var record = AuditRecord(who: who, way: .api, act: act, target: target, reason: "rëason\u{0}")
    (record.id, record.time) = ("a-\(number)", Int64(number * 10))
    return record
  }

  @Test(arguments: StoreUnderTest.all)
  func `the audit is added to, and read from its end`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let lines = [
      line(1, "eve", "ban", "user:ann"), line(2, "bob", "dismiss", "window:w-1"), line(3, "eve", "dismiss", "all"),
    ]
    for _ in 0..<2 { try await store.commit(Records.turn { $0.audit = lines }) }
    var all = lines
    for index in all.indices { all[index].number = index + 1 }
    #expect(try await store.audit() == all.reversed())
    #expect(try await store.audit(AuditQuery(limit: 2)) == [all[2], all[1]])
    #expect(try await store.audit(AuditQuery(before: 2)) == [all[0]])
    #expect(try await store.audit(AuditQuery(who: "eve", act: "dismiss")) == [all[2]])
    #expect(try await store.audit(AuditQuery(target: "user:ann")) == [all[0]])
    #expect(try await store.audit(AuditQuery(since: 20)) == [all[2], all[1]])
  }

  @Test(arguments: StoreUnderTest.all)
  func `the audit of one tenant is read without the others`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    var lines = (1...4).map { line($0, "eve", "dismiss", "window:w-\($0)") }
    (lines[0].tenant, lines[1].tenant, lines[2].tenant) = ("acme", .app, .user("ann b"))
    try await store.commit(Records.turn { $0.audit = lines })
    for index in lines.indices { lines[index].number = index + 1 }
    #expect(try await store.audit() == lines.reversed())
    #expect(try await store.audit(AuditQuery(tenant: "acme")) == [lines[0]])
    #expect(try await store.audit(AuditQuery(tenant: .app)) == [lines[1]])
    #expect(try await store.audit(AuditQuery(target: "window:w-3", tenant: .user("ann b"))) == [lines[2]])
    #expect(try await store.audit(AuditQuery(tenant: "other")) == [])
  }

  @Test(arguments: StoreUnderTest.all)
  func `the audit forgets what is too old or too much, and gives no number twice`(
    _ candidate: StoreUnderTest
  ) async throws {
    let store = try candidate.make()
    let old = { StoreRetention(triggersExpiredBefore: 0, auditBefore: $0, auditKept: $1) }
    try await store.commit(Records.turn { $0.audit = (1...5).map { line($0, "eve", "ban", "user:u-\($0)") } })
    try await store.deleteOld(old(20, 3))
    #expect(try await store.audit().map(\.number) == [5, 4, 3])
    try await store.deleteOld(old(1000, 3))
    #expect(try await store.audit().isEmpty)
    try await store.commit(Records.turn { $0.audit = [line(6, "eve", "ban", "user:u-6")] })
    #expect(try await store.audit().map(\.number) == [6])
  }

  @Test(arguments: StoreUnderTest.all)
  func `acts of the app take no place from operators' records`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    var old = StoreRetention(triggersExpiredBefore: 0, auditKept: 4)
    old.auditKeptOfApp = 3
    try await store.commit(
      Records.turn {
        $0.audit = (1...20).map { number in
          var record = line(number, "eve", "dismiss", "window:w-\(number)")
          if number > 2 && number != 10 { record.way = .app }
          return record
        }
      })
    try await store.deleteOld(old)
    #expect(try await store.audit().map(\.number) == [20, 19, 18, 10, 2, 1])
  }

  @Test(arguments: StoreUnderTest.all)
  func `acts of operators that did nothing take no place from others`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    var old = StoreRetention(triggersExpiredBefore: 0, auditKept: 4)
    old.auditKeptOfRefusals = 2
    try await store.commit(
      Records.turn {
        $0.audit = (1...20).map { number in
          var record = line(number, "eve", "dismiss", "window:w-\(number)")
          switch number {
          case 1, 2: break
          case 3: (record.outcome, record.windows) = (.failed, 1)
          case 4: (record.outcome, record.windows) = (.failed, 0)
          default: record.outcome = .forbidden
          }
          return record
        }
      })
    try await store.deleteOld(old)
    #expect(try await store.audit().map(\.number) == [20, 19, 3, 2, 1])
  }

  @Test(arguments: StoreUnderTest.all)
  func `windows are counted as they are listed`(_ candidate: StoreUnderTest) async throws {
    let store = try candidate.make()
    let ids = (1...5).map { WindowID("w-\($0)") }
    try await store.commit(
      Records.turn {
        $0.windows = ids.enumerated().map { number, id in
          (id, Records.newRow(StoredOrigin(user: number < 2 ? "ann" : "bob", scene: "main", root: "m1")))
        }
      })
    #expect(try await store.count(StoredWindowQuery()) == 5)
    #expect(try await store.count(StoredWindowQuery(user: "ann", limit: 1)) == 2)
    #expect(try await store.count(StoredWindowQuery(scene: "other")) == 0)
  }
}
