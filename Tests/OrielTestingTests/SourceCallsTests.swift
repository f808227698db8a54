import Oriel
import OrielTesting
import Synchronization
import Testing

/// A source that answers late, and does not hear that it is cancelled.
final class StubbornSource: TableSource {
  struct State {
    var calls = 0
    var isHeld = true
  }

  let state = Mutex(State())
  var calls: Int { state.withLock { $0.calls } }

  func page(_ request: TablePageRequest<Part, String>) async throws -> TablePage<Part> {
    await answer()
    return TablePage(request.range.map { Part($0) }, count: .exactly(10_000))
  }

  func rows(ids: [Int]) async throws -> [Part] {
    await answer()
    return ids.map { Part($0) }
  }

  private func answer() async {
    state.withLock { $0.calls += 1 }
    while state.withLock({ $0.isHeld }) { await Depot.pause() }
  }
}

private struct StubbornApp: WindowApp {
  let source: StubbornSource

  init(_ source: StubbornSource) { self.source = source }
  init() { source = StubbornSource() }

  var body: some Scene { WindowGroup("Desk", id: "main") { StubbornModel() } }
  func environment(for tenant: Tenant) -> EnvironmentValues { [source] }
}

@NavigationModel
final class StubbornModel {
  @Environment(StubbornSource.self) var source
  var selected: Set<Int> = []
  init() {}

  var body: some View {
    Table(source, matching: "", selection: bind(\.selected)) { TableColumn("Name", value: \.name) }
  }
}

struct SourceCallsTests {
  private let source = StubbornSource()

  /// Waits outside the hub, where the source is called.
  private func called(_ count: Int, _ server: TestServer) async throws {
    while source.calls < count { try await crank(server) }
    for _ in 0..<20 { try await crank(server) }
    #expect(source.calls == count)
  }

  private func crank(_ server: TestServer) async throws {
    try server.run()
    try server.advance(by: .zero)
    await Depot.pause()
  }

  @Test func `a source that hears nothing has four calls of a table, and eight of all`() async throws {
    let server = try TestServer(app: StubbornApp(source))
    let windows = try ["ann", "ben", "cem", "dot"].map { try server.open(user: $0) }
    try await called(4, server)
    for (window, calls) in zip(windows, [7, 8, 8, 8]) {
      for place in 1...6 {
        try window.table().look(at: place * 1000..<place * 1000 + 40)
        try await crank(server)
      }
      try await called(calls, server)
    }
    // Whoever still waits is read for when the others have been answered: for the place of now.
    source.state.withLock { $0.isHeld = false }
    for window in windows {
      let table = try window.table()
      try await server.settled { !table.isLoading }
      #expect((table.first, table.ids.first) == (6000, "6000"))
    }
  }

  @Test func `copies wait for the same room`() async throws {
    source.state.withLock { $0.isHeld = false }
    let server = try TestServer(app: StubbornApp(source))
    let window = try server.open(user: "ann")
    let table = try window.table()
    try await server.settled { !table.isLoading }
    source.state.withLock { $0 = StubbornSource.State() }
    try window.run { try window.find(StubbornModel.self).selected = [3, 500] }
    for _ in 1...10 {
      try table.copy(3)
      try await crank(server)
    }
    try await called(4, server)
    source.state.withLock { $0.isHeld = false }
    try await server.settled { table.copied != "" }
    #expect(table.copied == "Name\nPart 3\nPart 500")
  }
}
