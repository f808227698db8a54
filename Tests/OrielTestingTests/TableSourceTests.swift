import Dispatch
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Synchronization
import Testing

struct Part: Codable, Sendable, Identifiable, Equatable {
  let id: Int
  var name: String

  init(_ id: Int, _ name: String? = nil) { (self.id, self.name) = (id, name ?? "Part \(id)") }
}

/// A source of parts, whose answers a test holds back, changes and looks at.
final class Depot: TableSource {
  struct State {
    var parts = (0..<1000).map { Part($0) }
    var requests: [TablePageRequest<Part, String>] = []
    var ids: [[Int]] = []
    var answers = 0
    var cancelled = 0
    var isHeld = false
    var error: (any Error)?
    var page: TablePage<Part>?
    /// Whether it says no more than that there is a row beyond the page.
    var isUncounted = false
  }

  let state = Mutex(State())
  private let listeners = Mutex<[AsyncStream<TableChange<Int>>.Continuation]>([])

  func page(_ request: TablePageRequest<Part, String>) async throws -> TablePage<Part> {
    let number = state.withLock {
      $0.requests.append(request)
      return $0.requests.count
    }
    defer { state.withLock { $0.answers += 1 } }
    while state.withLock({ $0.isHeld && $0.requests.count == number }) { await Self.pause() }
    if Task.isCancelled { state.withLock { $0.cancelled += 1 } }
    return try state.withLock { state in
      if let error = state.error { throw error }
      if let page = state.page { return page }
      var parts = state.parts.filter { request.filter.isEmpty || $0.name.contains(request.filter) }
      if request.sort.first?.order == .reverse { parts.reverse() }
      let rows = Array(parts[request.range.clamped(to: parts.indices)])
      let known = min(request.range.upperBound + 1, parts.count)
      return TablePage(rows, count: state.isUncounted ? .atLeast(known) : .exactly(parts.count))
    }
  }

  /// Leaves its thread to others, also when the task is cancelled.
  static func pause() async {
    await withCheckedContinuation { done in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { done.resume() }
    }
  }

  func rows(ids: [Int]) async throws -> [Part] {
    state.withLock { state in
      state.ids.append(ids)
      return ids.compactMap { id in state.parts.first { $0.id == id } }
    }
  }

  func changes() -> AsyncStream<TableChange<Int>> {
    AsyncStream { listener in listeners.withLock { $0.append(listener) } }
  }

  func change(_ change: TableChange<Int>) {
    for listener in listeners.withLock(\.self) { listener.yield(change) }
  }

  var ranges: [Range<Int>] { state.withLock { $0.requests.map(\.range) } }
  func set<Value>(_ part: sending WritableKeyPath<State, Value>, _ value: sending Value) {
    state.withLock { $0[keyPath: part] = value }
  }
}

@NavigationModel
final class DepotModel {
  @Environment(Depot.self) var depot
  var filter = ""
  var selected: Set<Int> = []
  var sort: [TableSort] = []
  var used: [Int] = []
  var count = 0

  init() {}

  var body: some View {
    Text("\(count)")
    Table(depot, matching: filter, selection: bind(\.selected), sortOrder: bind(\.sort)) {
      TableColumn("Name", value: \.name).onEdit { edit in
        let id = edit.row.id
        self.depot.state.withLock { $0.parts[id].name = edit.text }
        self.depot.change(.updated([id]))
      }
      TableColumn("") { part in Button("Use") { self.used.append(part.id) } }
    }
    .contextMenu { ids in Button("Use \(ids.count)") { self.used += ids.sorted() } }
    .downloads("parts.csv")
  }
}

/// A table of rows that an app has elsewhere: each page reads those that it looks at.
struct TableSourceTests {
  private let depot: Depot
  private let window: TestWindow
  private let table: TestTable
  private let model: DepotModel

  init() async throws {
    let depot = Depot()
    let window = try TestWindow(DepotModel(), environment: [depot])
    let table = try window.table()
    try await window.server.settled { !table.isLoading }
    (self.depot, self.window, self.table, model) = (depot, window, table, try window.find(DepotModel.self))
  }

  /// Waits outside the hub, where the source is called.
  private func called(_ count: Int) async throws {
    while depot.ranges.count < count {
      try window.server.run()
      try window.advance(by: .zero)
      await Depot.pause()
    }
  }

  private func settled(until condition: @escaping () -> Bool) async throws {
    try await window.server.settled(until: condition)
  }

  @Test func `a page reads the rows that it looks at`() async throws {
    #expect((table.count, table.ids.count, table.rows[39]) == (1000, 40, ["Part 39", "Use"]))
    depot.set(\.isHeld, true)
    try table.look(at: 500..<600)
    #expect((table.isLoading, table.ids, table.first) == (true, [], 500))
    depot.set(\.isHeld, false)
    try await settled { !table.isLoading }
    #expect((table.first, table.ids.count, table.rows.last) == (500, 100, ["Part 599", "Use"]))
    try table.look(at: 520..<560)
    try table.look(at: 950..<100_000)
    try await settled { !table.isLoading }
    #expect((table.first, table.ids.count) == (800, 200))
    #expect(depot.ranges == [0..<40, 500..<600, 800..<1000])
    #expect(depot.state.withLock { $0.requests.map(\.near?.index) } == [nil, 39, 599])
  }

  @Test func `a sort and a filter are the source's, and the former rows stay until it has answered`() async throws {
    depot.set(\.isHeld, true)
    try window.run { model.filter = "9" }
    #expect((table.isLoading, table.rows[0]) == (true, ["Part 0", "Use"]))
    depot.set(\.isHeld, false)
    try await settled { !table.isLoading }
    #expect((table.count, table.rows[1][0]) == (271, "Part 19"))
    try table.sort("Name")
    try table.sort("Name")
    try await settled { table.ids.first == "999" }
    #expect(
      depot.state.withLock { $0.requests.map(\.sort) } == [
        [], [], [TableSort("Name")], [TableSort("Name", order: .reverse)],
      ])
  }

  @Test func `the newest question wins, and the others are cancelled`() async throws {
    depot.set(\.isHeld, true)
    for place in [100, 200, 300] { try table.look(at: place..<place + 40) }
    try await called(4)
    depot.set(\.isHeld, false)
    try await settled { !table.isLoading }
    #expect((table.first, table.ids.first) == (300, "300"))
    // They learn of it when they look.
    while depot.state.withLock({ $0.cancelled }) < 2 { await Depot.pause() }
  }

  @Test func `a page that scrolls on sees rows, because it still wants a part of them`() async throws {
    depot.set(\.isHeld, true)
    for place in [20, 40, 50] { try table.look(at: place..<place + 40) }
    try await called(2)
    #expect(depot.ranges == [0..<40, 20..<60])
    depot.set(\.isHeld, false)
    try await settled { !table.isLoading }
    #expect(depot.ranges == [0..<40, 20..<60, 50..<90])
    #expect((table.first, table.ids.count, depot.state.withLock { $0.cancelled }) == (50, 40, 0))
  }

  @Test func `a source that throws leaves the rows, says why, and is asked again`() async throws {
    depot.set(\.error, Problem("The archive is closed until Monday."))
    try table.look(at: 20..<60)
    try await settled { table.problem != nil }
    #expect((table.problem, table.isLoading) == ("The archive is closed until Monday.", false))
    #expect((table.first, table.ids.first, table.ids.last) == (20, "20", "39"))
    depot.set(\.error, nil)
    try table.tryAgain()
    try await settled { !table.isLoading }
    #expect((table.problem, table.ids.count) == (nil, 40))
  }

  @Test func `an error of the app is logged, and the page has no text of it`() async throws {
    depot.set(\.error, CancellationError())
    try table.look(at: 20..<60)
    try await settled { table.problem != nil }
    #expect(table.problem == "")
    #expect(window.server.warnings == ["A source of a table failed: CancellationError()"])
  }

  @Test func `a source that hangs is given up after ten seconds`() async throws {
    depot.set(\.isHeld, true)
    try table.look(at: 100..<140)
    try await called(2)
    try window.advance(by: .seconds(10))
    depot.set(\.isHeld, false)
    #expect((table.problem, table.isLoading, table.count) == ("", false, 1000))
    try window.run { model.count = 1 }
    #expect(window.text.first == "1")
  }

  @Test func `answers that can't be are cut`() async throws {
    depot.set(\.page, TablePage((0..<10_000).map { Part($0 % 2) }, count: .exactly(-5)))
    try table.look(at: 100..<140)
    try await settled { !table.isLoading }
    #expect((table.count, table.first, table.ids.prefix(3)) == (140, 100, ["0", "1", "0~2"]))
    #expect(table.ids.count == 40)
  }

  @Test func `of a source that can't count, there may always be more`() async throws {
    depot.set(\.page, TablePage((0..<40).map { Part($0) }, count: .atLeast(41)))
    try window.run { model.filter = "x" }
    try await settled { !table.isLoading }
    #expect((table.count, table.isCountAtLeast) == (41, true))
  }

  @Test func `a page goes on beyond the rows that a source knows`() async throws {
    depot.set(\.isUncounted, true)
    try window.run { model.filter = "Part" }
    try await settled { !table.isLoading }
    #expect((table.count, table.isCountAtLeast) == (41, true))
    try table.look(at: 20..<80)
    try await settled { !table.isLoading }
    #expect((table.count, table.ids.last) == (81, "79"))
    try table.look(at: 960..<1020)
    try await settled { !table.isLoading }
    #expect((table.count, table.ids.last) == (1000, "999"))
  }

  @Test func `a count that no page can have is cut`() async throws {
    depot.set(\.page, TablePage([Part(1)], count: .exactly(.max)))
    try window.run { model.filter = "x" }
    try await settled { !table.isLoading }
    #expect(table.count == 1 << 40)
  }

  @Test func `a row that is near is one of the same rows at the places of now`() async throws {
    try table.sort("Name")
    try await settled { !table.isLoading }
    try table.look(at: 40..<80)
    try await settled { !table.isLoading }
    depot.change(.everything)
    try await settled { depot.ranges.count == 4 && !table.isLoading }
    #expect(depot.state.withLock { $0.requests.map(\.near?.index) } == [nil, nil, 39, nil])
  }

  @Test func `changes while rows are read are read afterwards`() async throws {
    depot.set(\.isHeld, true)
    try table.look(at: 100..<140)
    try await called(2)
    depot.state.withLock { $0.parts[120].name = "Wheel" }
    for _ in 0..<5 { depot.change(.everything) }
    depot.change(.updated([120]))
    try window.advance(by: .seconds(1))
    #expect(depot.ranges.count == 2)
    depot.set(\.isHeld, false)
    try await settled { table[120, "Name"] == "Wheel" && !table.isLoading }
  }

  @Test func `rows of another filter go if those of this one can't be read`() async throws {
    depot.set(\.error, Problem("No."))
    try window.run { model.filter = "9" }
    try await settled { table.problem != nil }
    #expect((table.problem, table.ids, table.count) == ("No.", [], 0))
  }

  @Test func `a changed row is one small patch, and other changes are read again`() async throws {
    depot.state.withLock { $0.parts[7].name = "Wheel" }
    depot.change(.updated([7, 700]))
    try await settled { table.rows[7][0] == "Wheel" }
    #expect(window.deliveries.last == .rowsPatch("m1/1", [.replace("/rows/7/cells/0", "Wheel")], rev: 3, base: 2))
    #expect(depot.state.withLock { $0.ids } == [[7]])
    depot.state.withLock { _ = $0.parts.removeFirst() }
    depot.change(.everything)
    try await settled { table.count == 999 }
    #expect(table.ids.first == "1")
  }

  @Test func `while the order holds, nothing else is read in place of what is there`() async throws {
    try table.hold()
    depot.state.withLock { _ = $0.parts.removeFirst() }
    depot.change(.everything)
    depot.state.withLock { $0.parts[6].name = "Wheel" }
    depot.change(.updated([7]))
    try await settled { table.rows[7][0] == "Wheel" }
    #expect((table.ids.first, table.count) == ("0", 1000))
    try table.release()
    try await settled { table.count == 999 }
    #expect(table.ids.first == "1")
  }

  @Test func `rows are selected, opened and edited by their ids while they are here`() async throws {
    try table.select(3)
    try table.tap("Use", in: 5)
    try table.edit(7, "Name", to: "Wheel")
    try await settled { table[7, "Name"] == "Wheel" }
    #expect((model.selected, model.used) == ([3], [5]))
    #expect(try table.menu(of: 3) == ["Use 1"])
    #expect(throws: TestError.self) { try table.tap("Use", in: 500) }
    #expect(throws: TestError.self) { try table.selectAll() }
  }

  @Test func `selected rows are copied that the page does not have`() async throws {
    try window.run { model.selected = [3, 500] }
    try table.copy(3)
    try await settled { table.copied != "" }
    #expect(table.copied == "Name\t\nPart 3\tUse\nPart 500\tUse")
    #expect(depot.state.withLock { $0.ids } == [[500]])
  }

  @Test func `a file is given up if its source takes ten seconds for a page`() async throws {
    depot.set(\.isHeld, true)
    try window.event(model: "m1", element: "1", name: "download")
    try await called(2)
    try window.advance(by: .seconds(10))
    try await settled { window.triggers.contains { $0.kind == "notify" } }
    #expect(window.triggers.map { $0.payload["body"] } == ["The file could not be made"])
    depot.set(\.isHeld, false)
    #expect(try await table.download().hasPrefix("Name,\r\nPart 0,Use\r\n"))
  }

  @Test func `a source that is neither equal nor the same object is read at each evaluation`() async throws {
    let window = try TestWindow(CopyModel(), environment: [depot])
    let (table, model) = (try window.table(), try window.find(CopyModel.self))
    try await window.server.settled { !table.isLoading }
    let before = depot.ranges.count
    try window.run { model.count += 1 }
    try await window.server.settled { !table.isLoading && depot.ranges.count > before }
    #expect((table.count, depot.ranges.count) == (1000, before + 1))
  }
}

struct DepotCopy: TableSource {
  let depot: Depot
  func page(_ request: TablePageRequest<Part, String>) async throws -> TablePage<Part> { try await depot.page(request) }
}

@NavigationModel
final class CopyModel {
  @Environment(Depot.self) var depot
  var count = 0
  init() {}
  var body: some View {
    Table(DepotCopy(depot: depot), matching: "") { TableColumn("\(count)", value: \.name) }
  }
}
