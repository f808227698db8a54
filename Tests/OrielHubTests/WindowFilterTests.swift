import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// The filter as operators type it.
struct WindowFilterTests {
  private func window(
    _ id: String, user: String = "ann", scene: String = "shop", state: WindowFilter.State = .attached, idle: Int64 = 0,
    slowest: Int64 = 0, tags: [String] = []
  ) -> FilteredWindow {
    FilteredWindow(
      id: WindowID(id), tenant: "north", user: user, scene: scene, state: state,
      usedAt: 1_000_000 - idle,
      slowest: slowest * 1_000_000, has: tags.contains, isTitled: { "Desk 13".contains(folded: $0) })
  }

  private func matching(_ text: String, _ windows: [FilteredWindow]) throws -> [String] {
    let filter = try WindowFilter(text)
    return windows.filter { window in filter.clauses.allSatisfy { $0.matches(window, node: "b", now: 1_000_000) } }
      .map(\.id.rawValue)
  }

  @Test func `a window is found by all of its titles, its tags, and what its user is called`() throws {
    let server = try TestServer(app: TitledApp())
    let window = try server.open(user: "u1", claims: ["email": "Anna@example.org"])
    try window.tap("Incident 7")
    #expect(window.title == "Incident 7")
    let isFound = { (text: String) in
      let filter = try WindowFilter(text)
      return server.look((window.id, filter)) { hub, input in
        hub.windows[input.0].map { WindowMatcher(input.1, now: 0, node: nil).matches($0) } ?? false
      }
    }
    for text in ["desk 13", "incident", "title:13", "anna@example", "U1", "urgent", "tag:urgent", "desk incident anna"]
    {
      #expect(try isFound(text), "\(text)")
    }
    for text in ["desk 14", "-title:13", "bob@example", "tag:urg"] { #expect(try !isFound(text), "\(text)") }
    #expect(User(id: "u2", name: "Bob Jones").isCalled(Array("jones".utf8)))
  }

  @Test func `words and conditions are told apart`() throws {
    let filter = try WindowFilter(#"anna "Desk 13" scene:shop tenant:north is:waiting "12:30" -tag:test"#)
    #expect(filter.text == "anna Desk 13 12:30")
    #expect(filter.state == .waiting)
    #expect(filter.tenant == "north")
    #expect(
      filter.clauses == [
        WindowFilter.Clause(field: .scene, text: "shop"),
        WindowFilter.Clause(field: .tag, text: "test", isNegated: true),
      ])
    #expect(try WindowFilter("").state == .awake)
    #expect(try WindowFilter("-", state: .all) == WindowFilter("-", state: .all))
  }

  @Test func `each condition leaves out what it does not mean`() throws {
    let windows = [
      window("w-1", tags: ["vip"]), window("w-2", user: "bob jones", idle: 400_000),
      window("w-3", scene: "desk", slowest: 500),
      window("w-4", state: .waiting, idle: 100_000),
    ]
    #expect(try matching("scene:shop", windows) == ["w-1", "w-2", "w-4"])
    #expect(try matching("-scene:shop", windows) == ["w-3"])
    #expect(try matching(#"user:"bob jones""#, windows) == ["w-2"])
    #expect(try matching("idle>5m", windows) == ["w-2"])
    #expect(try matching("idle<5m idle>30s", windows) == ["w-4"])
    #expect(try matching("slowest>300ms", windows) == ["w-3"])
    #expect(try matching("tag:vip", windows) == ["w-1"])
    #expect(try matching("-is:attached", windows) == ["w-4"])
    #expect(try matching("-is:awake", windows) == [])
    #expect(try matching("id:w-3", windows) == ["w-3"])
    #expect(try matching("node:b -title:14", windows) == ["w-1", "w-2", "w-3", "w-4"])
    #expect(try matching("-node:b", windows) == [])
    #expect(try matching("-tenant:north", windows) == [])
  }

  @Test(arguments: [
    (
      "colour:red",
      "There is no “colour”: use user, tenant, scene, tag, node, title, id, is, idle, slowest, or put the words in quotation marks."
    ),
    ("scene:", "“scene” needs a value, as in scene:value."),
    ("scene>a", "“scene” can’t be “a”: write a colon, as in scene:a."),
    ("idle:5m", "“idle” can’t be “5m”: write a comparison, as in idle>5m."),
    ("idle>soon", "“idle” can’t be “soon”: write a duration such as 300ms, 30s, 5m, 2h or 7d."),
    (
      "idle>99999999999999999999d",
      "“idle” can’t be “99999999999999999999d”: write a duration such as 300ms, 30s, 5m, 2h or 7d."
    ),
    ("is:gone", "“is” can’t be “gone”: write one of awake, attached, behind, waiting, asleep, parked, all."),
    (String(repeating: "a ", count: 17), "A filter has at most 16 conditions and words."),
    (String(repeating: "a", count: 65_536), "A filter has at most 1000 bytes."),
  ])
  func `what can't be read says what to write`(_ text: String, _ words: String) {
    #expect { try WindowFilter(text) } throws: { ($0 as? FilterError)?.words == words }
  }

  @Test func `rows are sorted in both directions, and equal ones keep their order`() {
    let rows = [("b", 1), ("A", 2), ("b", 3)]
    let key = { (row: (String, Int)) in WindowSort.Key(folding: row.0) }
    #expect(WindowSort(.title).sorted(rows, by: key).map(\.1) == [2, 1, 3])
    #expect(WindowSort(.title, isReversed: true).sorted(rows, by: key).map(\.1) == [1, 3, 2])
    #expect(WindowSort("-idle") == WindowSort(.idle, isReversed: true))
    #expect(WindowSort("colour") == nil)
  }
}

private struct TitledApp: WindowApp {
  var body: some Scene { WindowGroup("Desk", id: "desk") { .stacked(TitledModel()) } }
}

@NavigationModel
private final class TitledModel {
  var body: some View {
    Button("Incident 7") { self.navigate(to: TitledIncident()) }
      .navigationTitle("Desk 13")
  }
}

private struct TitledIncident: NavigationDestination {
  func makeModel() -> any NavigationModel { TitledIncidentModel() }
}

@NavigationModel
private final class TitledIncidentModel {
  var body: some View { Text("Fire").navigationTitle("Incident 7").navigationTags("urgent") }
}
