import Foundation
import Oriel
import OrielDocument
import OrielHub
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// Tools look at the file beside a server, and change nothing.
struct InspectionTests {
  private let file = TemporaryFile()

  private func model(_ type: String) -> [UInt8] {
    JSONBytes.encode(["type": [.string("App.\(type)"), .string(type)], "version": 0, "properties": [:]])
  }

  @Test func `what there is is counted by type and scene`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(
      Records.turn {
        $0.windows = [
          (WindowID("w-1"), Records.row(Records.origin(), models: [("m1", model("A")), ("m2", model("B"))])),
          (WindowID("w-2"), Records.row(Records.origin(scene: "note"), models: [("m1", model("A"))])),
        ]
        $0.objects = [StoredObject(user: "ann", type: "C", value: model("C"))]
        $0.triggers = [Records.trigger("t-1", for: WindowID("w-1"))]
      },
      Records.turn { $0.keptAside = [SalvageOrder(.window(WindowID("w-1")), reason: "", time: 1)] })
    let findings = try SQLiteInspection(path: file.path).check()
    #expect(findings.problems == [])
    #expect((findings.windows, findings.keptAside) == (2, 1))
    #expect(findings.types.mapValues(\.rows) == ["App.A": 2, "App.B": 1, "App.C": 1])
    #expect(findings.scenes == ["main": 1, "note": 1])
  }

  @Test func `what was exported and imported is the same again`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    let id = Records.id
    try await store.commit(
      Records.turn {
        $0.windows = [(id, Records.newRow())]
        $0.triggers = [Records.trigger("t-1", for: id)]
      })
    var exported: [JSONValue] = []
    try SQLiteInspection(path: file.path).forEachWindow { exported.append(.object($1.exported($0))) }
    let other = try SQLiteWindowStore(path: TemporaryFile().path)
    try await other.commit(
      Records.turn { $0.windows = [(id, Records.row(Records.origin(user: "bob"), models: [("m7", model("A"))]))] })
    let old = try await other.window(id)
    let text = JSONBytes.encode(try #require(exported.first))
    try await other.commit(try StoredWindow(exported: JSONBytes.decode(text)).turn(id, replacing: old))
    #expect(exported.count == 1)
    #expect(try await other.window(id) == store.window(id))
  }

  /// To Swift's dictionaries the two ids are the same.
  @Test func `an export with two models whose ids look alike is read, with the first of them`() throws {
    let export: JSONValue = [
      "window": "w-1", "user": "ann", "scene": "main", "root": "\u{E9}", "title": "", "usedAt": 1, "position": [:],
      "models": .object(JSONObject([("\u{E9}", 1), ("e\u{301}", 2)])),
    ]
    #expect(try StoredWindow(exported: export).models == ["\u{E9}": Array("1".utf8)])
  }

  @Test func `a backup beside a server is the store of that moment, and its owner's alone`() async throws {
    let store = try SQLiteWindowStore(path: file.path)
    try await store.commit(Records.turn { $0.windows = [(Records.id, Records.newRow())] })
    let (backup, saved) = (TemporaryFile(), try await store.window(Records.id))
    try SQLiteInspection(path: file.path).backUp(to: backup.path)
    try await store.commit(Records.turn { $0.windows = [(WindowID("w-later"), Records.newRow())] })
    #expect(try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions] as? Int == 0o600)
    #expect(try SQLiteInspection(path: backup.path).check().windows == 1)
    #expect(try await SQLiteWindowStore(path: backup.path).window(Records.id) == saved)
  }

  @Test func `a backup takes no other file's place, and leaves nothing behind where it fails`() throws {
    _ = try SQLiteWindowStore(path: file.path)
    let (backup, inspection) = (TemporaryFile(), try SQLiteInspection(path: file.path))
    try inspection.backUp(to: backup.path)
    #expect(throws: SQLiteStoreError.backupExists(backup.path)) { try inspection.backUp(to: backup.path) }
    #expect(throws: SQLiteStoreError.self) { try inspection.backUp(to: "/nowhere/backup.db") }
    #expect(!FileManager.default.fileExists(atPath: backup.path + ".part"))
  }

  @Test func `a document that is no window says what is missing`() throws {
    let json: JSONValue = ["user": "ann", "scene": "main", "root": "m1", "models": [:]]
    #expect(throws: StoredWindowError.missing("position")) { try StoredWindow(exported: json) }
    #expect(throws: StoredWindowError.missing("user")) { try StoredWindow(exported: [:]) }
  }

  @Test func `a file that is not there is not made`() {
    #expect(throws: SQLiteStoreError.cannotOpen(file.path, reason: "there is no such file")) {
      try SQLiteInspection(path: file.path)
    }
    #expect(file.bytes == [])
  }
}
