import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielSQL
@testable import OrielSQLite

/// Two hubs over one SQLite file: the tenant `a` is on the first, `b` on the second.
struct TwoHubStoreTests {
  private let file = TemporaryFile()
  private let sqlite: SQLiteWindowStore
  private let store: WaitingStore
  private let server: TestServer
  private let pages: [TestWindow]

  init() throws {
    sqlite = try SQLiteWindowStore(path: file.path, hubs: 2)
    store = WaitingStore(sqlite)
    server = try TestServer(app: TallyApp(), hubs: 2, store: store)
    pages = [try server.open(tenant: "a"), try server.open(tenant: "b")]
    store.letCommitsWait()
  }

  /// Clicks once on both hubs while the writer is busy, and returns the number of transactions when both are answered.
  private func clickAtOnce() async throws -> Int {
    let before = file.commits
    let writer = HeldWriter(sqlite)
    for page in pages { try page.tap("Add") }
    writer.release()
    // The answers of both are on their way when the writer is free again.
    sqlite.waitForWrites()
    try server.run()
    return file.commits - before
  }

  /// The reason for each hub why it can't save.
  private var failures: [SQLiteStoreError?] {
    server.hubIndices.map { server.look((), on: $0) { hub, _ in hub.storeFailure as? SQLiteStoreError } }
  }

  /// The counts in the files, as the next process would find them.
  private func saved() async throws -> [String] {
    let again = try SQLiteWindowStore(path: file.copy().path)
    var counts: [String] = []
    for window in try await again.windows(StoredWindowQuery()) {
      let models = try await again.window(window.id)?.models.values.map { String(decoding: $0, as: UTF8.self) } ?? []
      counts += models.map { "\(window.tenant.id) \($0.firstMatch(of: /"count":(\d+)/)?.1 ?? "0")" }
    }
    return counts.sorted()
  }

  @Test func `what two hubs save at the same time is one transaction`() async throws {
    #expect(pages.map(\.hub) == [0, 1])
    #expect(try await clickAtOnce() == 1)
    #expect(failures == [nil, nil])
    #expect(try await saved() == ["a 1", "b 1"])
  }

  @Test func `a hub whose batch fails saves it later, and the other hub saves its own at once`() async throws {
    try sqlite.execute(
      """
      CREATE TEMP TRIGGER refuse BEFORE INSERT ON models
      WHEN (SELECT home FROM windows WHERE id = NEW.window) = CAST('a' AS BLOB)
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """)
    #expect(try await clickAtOnce() == 1)
    #expect(failures == [.failed(code: 1811, "refused"), nil])
    #expect(try await saved() == ["a 0", "b 1"])
    try sqlite.execute("DROP TRIGGER refuse")
    try server.advance(by: .seconds(1))
    sqlite.waitForWrites()
    try server.run()
    #expect(failures == [nil, nil])
    #expect(try await saved() == ["a 1", "b 1"])
    #expect(pages.map(\.text.first) == ["1", "1"])
  }
}

private struct TallyApp: WindowApp {
  let tenancy: Tenancy = .claim("room")

  var body: some Scene {
    WindowGroup("Tally", id: "main") { TallyModel() }
  }
}

@NavigationModel private final class TallyModel {
  var count = 0

  var body: some View {
    Text("\(count)")
    Button("Add") { self.count += 1 }
  }
}
