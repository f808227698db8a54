import Oriel
import OrielDocument
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// A file that has changed by itself is never believed: what comes out is what was acknowledged, or somebody is told.
struct DamageTests {
  private let windows = (1...3).map { WindowID("w-\($0)") }

  /// A closed store's file, and what is in it.
  private func store() async throws -> (bytes: [UInt8], windows: [WindowID: StoredWindow], objects: [String: [UInt8]]) {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    for id in windows {
      var row = Records.newRow()
      row.models = (1...5).map { ("m\($0)", model("\(id) \($0) " + String(repeating: "x", count: 300))) }
      try await store.commit(
        Records.turn {
          $0.windows = [(id, row)]
          $0.objects = [StoredObject(user: "ann", type: id.rawValue, value: model("object"))]
          $0.triggers = [Records.trigger("t-\(id)", for: id)]
        })
    }
    var expected: [WindowID: StoredWindow] = [:]
    for id in windows { expected[id] = try await store.window(id) }
    let objects = try await store.objects(of: "ann")
    try store.close()
    return (file.bytes, expected, objects)
  }

  private func model(_ text: String) -> [UInt8] {
    JSONBytes.encode(["type": ["Test.Model", "4Test5ModelC"], "version": 0, "properties": ["text": .string(text)]])
  }

  /// Whether everything is as it was; `nil` if somebody was told that it is not.
  private func isIntact(
    _ file: TemporaryFile, _ windows: [WindowID: StoredWindow], _ objects: [String: [UInt8]]
  ) async -> Bool? {
    do {
      let store = try SQLiteWindowStore(path: file.path)
      var isIntact = true
      for (id, window) in windows {
        let found = try await store.window(id)
        if let found, !found.damaged.isEmpty { return nil }
        if found != window { isIntact = false }
      }
      if try await store.objects(of: "ann") != objects { isIntact = false }
      try store.close()
      return isIntact
    } catch {
      return error is DamagedRecord ? nil : false
    }
  }

  private func isFound(_ file: TemporaryFile) -> Bool {
    guard let findings = try? SQLiteInspection(path: file.path).check() else { return true }
    return !findings.problems.isEmpty
  }

  @Test func `no flipped bit goes unnoticed`() async throws {
    let (bytes, windows, objects) = try await store()
    var told = 0
    for offset in stride(from: 0, to: bytes.count, by: 127) {
      var damaged = bytes
      damaged[offset] ^= 1 << (offset % 8)
      let file = TemporaryFile()
      try file.write(damaged)
      let isIntact = await isIntact(file, windows, objects)
      if isIntact == nil { told += 1 }
      // A key that can't be found any more is noticed by who looks at all of them.
      #expect(isIntact != false || isFound(file), "at \(offset)")
    }
    #expect(told > 20)
  }

  @Test func `a file that lost its end is not taken for a whole one`() async throws {
    let (bytes, windows, objects) = try await store()
    for count in stride(from: 4096, to: bytes.count, by: 4096) {
      for odd in [0, 100] {
        let file = TemporaryFile()
        try file.write(Array(bytes[..<(count - odd)]))
        let isIntact = await isIntact(file, windows, objects)
        #expect(isIntact != false || isFound(file), "\(count - odd) of \(bytes.count)")
      }
    }
  }

  @Test func `a damaged model is told apart, and its window kept aside with it`() async throws {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    let id = Records.id
    try await store.commit(Records.turn { $0.windows = [(id, Records.newRow())] })
    try await store.database.write { db in
      try db.execute(sql: "UPDATE models SET value = CAST('{\"count\":1}' AS BLOB) WHERE id = CAST('m1' AS BLOB)")
    }
    let window = try #require(try await store.window(id))
    #expect(window.models == ["m2": Records.json(#"{"name":"two"}"#)])
    #expect(window.damaged == ["m1": Records.json(#"{"count":1}"#)])
    try await store.commit(Records.turn { $0.keptAside = [SalvageOrder(.window(id), reason: "damaged", time: 1)] })
    #expect(try await store.keptAside().map(\.record) == [JSONBytes.encode(.object(window.exported(id)))])
  }

  @Test func `a damaged record of a window, an object or a trigger is not handed out`() async throws {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    let id = Records.id
    try await store.commit(
      Records.turn {
        $0.windows = [(id, Records.newRow())]
        $0.objects = [StoredObject(user: "ann", type: "A", value: Records.json("1"))]
        $0.triggers = [Records.trigger("t-1", for: id)]
      })
    try await store.database.write { db in
      try db.execute(sql: "UPDATE windows SET usedAt = usedAt + 1")
      try db.execute(sql: "UPDATE objects SET value = CAST('2' AS BLOB)")
      try db.execute(sql: "UPDATE triggers SET deadline = deadline + 1")
    }
    await #expect(throws: DamagedRecord("The record of a window")) { try await store.window(id) }
    await #expect(throws: DamagedRecord("The A of a user")) { try await store.objects(of: "ann") }
    await #expect(throws: DamagedRecord("A trigger")) { try await store.trigger("t-1") }
  }

  /// A bit in the head of a record is the type of a value.
  @Test(arguments: ["x''", "'text'", "0.5", "NULL", "7"]) func `a value of another type is damage, and no end`(
    value: String
  ) async throws {
    let file = TemporaryFile()
    let store = try SQLiteWindowStore(path: file.path)
    let id = Records.id
    try await store.commit(
      Records.turn {
        $0.windows = [(id, Records.newRow())]
        $0.objects = [StoredObject(user: "ann", type: "A", value: Records.json("1"))]
        $0.triggers = [Records.trigger("t-1", for: id)]
        $0.access = [
          AccessChange(user: "bob", kind: .ban, time: 1), AccessChange(user: "bob", kind: .signOut, time: 2),
        ]
        $0.audit = [AuditRecord(who: "admin", way: .api, act: "dismiss")]
      })
    try await store.database.write { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(sql: "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'")
      try db.execute(sql: "PRAGMA writable_schema = RESET")
      try db.execute(
        sql: """
          UPDATE windows SET usedAt = \(value), title = \(value), positionSum = \(value);
          UPDATE models SET value = \(value), sum = \(value);
          UPDATE objects SET value = \(value), sum = \(value);
          UPDATE triggers SET deadline = \(value), sum = \(value);
          UPDATE audit SET record = \(value), sum = \(value);
          UPDATE access SET bannedAt = x'';
          """)
    }
    await #expect(throws: DamagedRecord("The record of a window")) { try await store.window(id) }
    await #expect(throws: DamagedRecord("The A of a user")) { try await store.objects(of: "ann") }
    await #expect(throws: DamagedRecord("A trigger")) { try await store.trigger("t-1") }
    await #expect(throws: DamagedRecord("Line 1 of the audit")) { try await store.audit(AuditQuery()) }
    await #expect(throws: DamagedRecord("The ban or sign-out of a user")) { try await store.access() }
    #expect(try await store.windows(StoredWindowQuery()).map(\.id) == [id])
    let findings = try await store.database.read { db in
      var findings = StoreFindings()
      try db.checkRows(&findings)
      return findings
    }
    #expect(findings.problems.count == 6)
  }
}
