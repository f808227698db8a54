import Gallery
import Oriel
import OrielTesting
import Testing

@testable import OrielAdmin
@testable import OrielHub

@Suite struct `Searching among very many` {
  final class Light: RosterMember {
    var rosterIndex = 0
    let number: Int

    init(_ number: Int) { self.number = number }
  }

  @Test func `a walk over 100,000 looks at no more than a slice at once, and at each once`() {
    var roster = Roster<Light>()
    for number in 0..<100_000 { roster.append(Light(number)) }
    var walk = RosterWalk()
    var slices = 0
    var seen: [Int] = []
    var longest = 0
    var hasMore = true
    while hasMore {
      let before = walk.visited
      hasMore = walk.visit(roster, limit: 4000, restart: {}) { seen.append($0.number) }
      longest = max(longest, walk.visited - before)
      slices += 1
    }
    #expect(slices == 25)
    #expect(longest == 4000)
    #expect(seen == Array((0..<100_000).reversed()))
  }

  @Test func `a walk starts over when the roster has closed its gaps`() {
    var roster = Roster<Light>()
    let members = (0..<300).map(Light.init)
    for member in members { roster.append(member) }
    var walk = RosterWalk()
    var seen: Set<Int> = []
    _ = walk.visit(roster, limit: 10, restart: {}) { seen.insert($0.number) }
    for member in members[0..<200] { roster.remove(member) }
    #expect(roster.count == 100)
    while walk.visit(roster, limit: 10, restart: { seen = [] }, { seen.insert($0.number) }) {}
    #expect(seen == Set(200..<300))
  }

  /// 40 counters of 20 users, beside the console.
  private func crowded(
    hubs: Int? = nil
  ) throws -> (server: TestServer, console: TestWindow, windows: [TestWindow]) {
    let server = try TestServer(app: GalleryApp(), hubs: hubs, store: TestStore(), console: Console.scene())
    let windows = try (0..<40).map { try server.open(user: "user-\($0 % 20)", scene: "counter") }
    return (server, try server.open(user: "op", roles: ["admin"], scene: "admin"), windows)
  }

  private struct Answer: Equatable {
    var count: Int
    var users: [String]
  }

  private func find(
    _ server: TestServer, offset: Int = 0, _ fill: (inout WindowFilter) -> Void
  ) throws -> Answer? {
    var filter = WindowFilter()
    fill(&filter)
    let search = Search<WindowRow>(offset: offset, limit: 3)
    try begin(filter, search, on: server)
    try server.advance(by: .seconds(1))
    return search.isComplete ? Answer(count: search.count, users: search.rows.map(\.user)) : nil
  }

  private func begin(_ filter: WindowFilter, _ search: Search<WindowRow>, on server: TestServer) throws {
    try server.step((filter, search)) { hub, input in
      let (filter, search) = input
      hub.performNow { await hub.monitor.findWindows(filter, search) }
    }
  }

  @Test func `finds by user, scene, title and state, counts all, and gives a page`() throws {
    let (server, _, windows) = try crowded()
    #expect(try find(server) { $0.text = "USER-7" } == Answer(count: 2, users: ["user-7", "user-7"]))
    #expect(try find(server) { _ in } == Answer(count: 40, users: ["user-19", "user-18", "user-17"]))
    #expect(try find(server, offset: 38) { _ in } == Answer(count: 40, users: ["user-1", "user-0"]))
    #expect(try find(server) { $0.scene = "home" } == Answer(count: 0, users: []))
    #expect(try find(server) { $0.text = "counter user-3" }?.count == 2)
    #expect(try find(server) { $0.text = windows[5].id.rawValue.lowercased() }?.users == ["user-5"])
    #expect(try find(server) { $0.text = String(windows[5].id.rawValue.dropFirst()) }?.users == [])
    try windows[8].disconnect()
    #expect(try find(server) { $0.state = .waiting } == Answer(count: 1, users: ["user-8"]))
    #expect(try find(server) { $0.state = .attached }?.count == 39)
    #expect(try find(server) { $0.unusedFor = 3_600_000 }?.count == 0)
  }

  @Test func `finds also what sleeps in the store`() throws {
    let (server, _, windows) = try crowded()
    try windows[8].disconnect()
    try server.advance(by: .seconds(3600))
    #expect(try find(server) { $0.state = .asleep } == Answer(count: 1, users: ["user-8"]))
    #expect(try find(server) { $0.state = .all }?.count == 40)
    #expect(try find(server) { $0.state = .awake }?.count == 39)
  }

  @Test func `a search takes slices of a bounded length`() throws {
    let (server, _, _) = try crowded(hubs: 1)
    try server.step { $0.monitor.slice = 10 }
    let search = Search<WindowRow>(limit: 3)
    try begin(WindowFilter(), search, on: server)
    #expect(!search.isComplete)
    #expect(search.rows.count == 3)
    try server.advance(by: .seconds(1))
    #expect(search.isComplete)
    #expect(search.longestSlice == 10)
    #expect(search.count == 40)
  }

  @Test func `a slice of a search for many words looks at fewer windows`() throws {
    let (server, _, _) = try crowded(hubs: 1)
    try server.step { $0.monitor.slice = 10 }
    var filter = WindowFilter()
    filter.text = "u us use user user-"
    let search = Search<WindowRow>(limit: 3)
    try begin(filter, search, on: server)
    try server.advance(by: .seconds(1))
    #expect(search.isComplete)
    #expect(search.longestSlice == 2)
    #expect(search.count == 40)
  }

  @Test func `the list follows what is typed, and has all that is found`() async throws {
    let (server, console, _) = try crowded()
    try console.tap("Windows")
    let table = try console.table()
    try await server.settled { table.count == 40 }
    #expect(console.text.contains("40 windows"))
    try console.type("user-11 is:attached", into: "search")
    try await server.settled { !table.isLoading && table.count == 2 }
    #expect(
      table.rows.map { $0.prefix(4) } == Array(repeating: ["Counter", "user-11", "counter", "Attached"], count: 2))
    try console.type("user-11 colour:red", into: "search")
    #expect(table.count == 2)
    #expect(try console.find(WindowsModel.self).filter == "user-11 is:attached")
    #expect(try console.find(WindowsModel.self).urlPath == "windows?filter=user-11%20is%3Aattached")
    try console.type("", into: "search")
    try table.sort("Person")
    try await server.settled { !table.isLoading && table.rows.first?[1] == "user-0" }
    try table.sort("Person")
    try await server.settled { !table.isLoading && table.rows.first?[1] == "user-9" }
  }

  @Test func `commands have filters that are often needed, and lead to the sections`() async throws {
    let (server, console, windows) = try crowded()
    try console.tap("Windows")
    let table = try console.table()
    try await server.settled { table.count == 40 }
    try windows[0].disconnect()
    try console.tap("Waiting for a page")
    try await server.settled { !table.isLoading && table.count == 1 }
    #expect(try console.find(WindowsModel.self).text == "is:waiting")
    try console.tap("All in memory")
    try await server.settled { !table.isLoading && table.count == 40 }
    try console.tap("Go to Audit")
    #expect(console.title == "Audit")
  }

  @Test func `an address brings back its filter`() async throws {
    let (server, console, _) = try crowded()
    try console.openURL("/admin/windows?filter=user:user-7")
    let table = try console.table()
    try await server.settled { table.count == 2 }
    #expect(try console.find(WindowsModel.self).text == "user:user-7")
  }

  @Test func `windows that have gone leave the list`() async throws {
    let (server, console, windows) = try crowded()
    try console.tap("Windows")
    let table = try console.table()
    try await server.settled { table.count == 40 }
    for window in windows.prefix(30) { try server.dismissWindow(window.id) }
    try server.advance(by: .seconds(1))
    try await server.settled { table.count == 10 }
    #expect(console.text.contains("10 windows"))
  }

  @Test func `an act reaches all that are selected, and a dry run none`() async throws {
    let (server, console, windows) = try crowded()
    try console.tap("Windows")
    let table = try console.table()
    try await server.settled { table.count == 40 }
    let model = try console.find(WindowsModel.self)
    for window in windows.prefix(3) { try table.toggle(window.id) }
    #expect(console.text.contains("3 selected"))
    #expect(throws: (any Error).self) { try console.tap("Lock") }
    try console.toggle("acting")
    try console.toggle("dry-run")
    try console.tap("Dismiss…")
    try await server.settled { model.said != nil }
    #expect(model.said == "Would dismiss 3 windows.")
    try console.toggle("dry-run")
    try console.tap("Lock")
    try await server.settled { model.said == "Locked 3 windows." }
    try console.tap("Undo")
    try await server.settled { model.said == "Taken back in 3 windows." }
    #expect(
      windows.prefix(3).allSatisfy { window in server.look(window.id) { $0.windows[$1]?.graph.isLocked } == false })
    try console.type("spring cleaning", into: "reason")
    try console.tap("Dismiss…")
    try console.choose("Cancel")
    try await console.settled()
    #expect(windows[0].isAttached)
    try console.tap("Dismiss…")
    try console.choose("Dismiss")
    try await server.settled { model.said == "Dismissed 3 windows." }
    try server.advance(by: .seconds(1))
    try await server.settled { table.count == 37 }
    try console.tap("Audit")
    let records = try console.table()
    try await server.settled { records.rows.first?.contains("spring cleaning") == true }
  }

  @Test func `users are found with the number of their windows`() async throws {
    let (server, console, _) = try crowded()
    try console.tap("Users")
    let table = try console.table()
    try await server.settled { table.count == 20 }
    #expect(console.text.contains("20 users"))
    try console.type("user-11", into: "search")
    try await server.settled { !table.isLoading && table.count == 1 }
    #expect(table.rows.first?.prefix(4) == ["user-11", "", "2", "2"])
  }
}
