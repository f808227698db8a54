import Oriel
import OrielHub
import OrielTesting
import Testing

@testable import OrielHub

/// Rows that all windows of a tenant read.
struct SharedRowsTests {
  @Test func `S9: of 1,000 windows, those that read the one changed row of 100,000 are evaluated, and it is written`()
    throws
  {
    var limits = HubLimits()
    limits.attachedWindowsPerUser = 2000
    let store = HeldStore()
    let server = try TestServer(app: YardApp(), store: store, limits: limits)
    let pages = try (0..<1000).map { index in
      let page = RawPage(server, instance: "page \(index)")
      try page.attach {
        $0.attach.scene = "van"
        $0.attach.value = .integer(index % 100)
      }
      return page
    }
    // The first change stores all that the tenant began with.
    try Self.change(100, on: server)
    let before = Self.evaluations(server, pages)
    try Self.change(7, on: server)
    let evaluated = zip(before, Self.evaluations(server, pages)).map { $1 - $0 }
    #expect(evaluated == (0..<1000).map { $0 % 100 == 7 ? 1 : 0 })
    #expect(store.rowsOfLastCommit == 1)
    let shown = pages.map { $0.page.document?["models"]?["m1"]?["body"]?[0]?["text"]?.stringValue }
    #expect(shown == (0..<1000).map { "van \($0 % 100) is \($0 % 100 == 7 ? "out" : "in")" })
  }

  private static func change(_ van: Int, on server: TestServer) throws {
    try server.step(van) { hub, van in hub.homes[.app]?.environment[Yard.self]?.vans[id: van]?.state = "out" }
  }

  private static func evaluations(_ server: TestServer, _ pages: [RawPage]) -> [Int] {
    server.look(pages) { _, pages in pages.map { $0.attachment?.window.graph.evaluations ?? 0 } }
  }
}

private struct YardApp: WindowApp {
  var body: some Scene {
    WindowGroup("Yard", id: "main") { VanModel(id: 0) }
    WindowGroup("Van", id: "van", for: Int.self) { VanModel(id: $0) }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Yard()] }
}

struct Van: Codable, Sendable, Identifiable {
  let id: Int
  var state = "in"
}

@SavedState
final class Yard {
  let vans = Rows<Van>()

  init() {
    for id in 0..<100_000 { vans.append(Van(id: id)) }
  }
}

@NavigationModel
final class VanModel {
  let id: Int
  @Environment(Yard.self) var yard

  init(id: Int) { self.id = id }

  var body: some View { Text("van \(id) is \(yard.vans[id: id]?.state ?? "gone")") }
}
