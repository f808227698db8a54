import Oriel
import OrielMessages
import OrielTesting
import Testing

@testable import OrielHub

/// Pages that say what they show, and fall behind.
struct PageLagTests {
  private let server: TestServer
  private let window: TestWindow
  /// The revision that the page was sent first.
  private let first: Int

  init() throws {
    server = try TestServer(app: LagApp())
    window = try server.open()
    first = server.look(window.id) { hub, id in hub.windows[id]?.rev ?? 0 }
  }

  private func state() -> WindowFilter.State {
    server.look(window.id) { hub, id in hub.windows[id].map(\.pageState) ?? .asleep }
  }

  private func health() -> PageHealth? { server.look(window.id) { hub, id in hub.windows[id]?.health } }

  private func lag() -> PageLag? { health()?.lag }

  /// The page says that it shows this revision. Its first message was the state, and each revision has come with one.
  private func draws(_ rev: Int, messages: Int? = nil, roundTrip: Int? = nil) throws {
    let drawn = Drawn(rev: rev, messages: messages ?? rev - first + 1, roundTrip: roundTrip)
    try server.step((window.id, drawn)) { hub, input in hub.windows[input.0]?.page?.drew(input.1) }
  }

  private func rev() -> Int { server.look(window.id) { hub, id in hub.windows[id]?.rev ?? 0 } }

  @Test func `a page that says nothing is never behind`() throws {
    try window.tap("Add")
    try server.advance(by: .seconds(60))
    #expect(state() == .attached)
  }

  @Test func `a page that stands still is behind after four seconds, until it draws again`() throws {
    try draws(rev())
    try window.tap("Add")
    try server.advance(by: .milliseconds(3999))
    #expect(lag() == nil)
    try window.tap("Add")
    try server.advance(by: .milliseconds(41_001))
    #expect(lag() == PageLag(changes: 2, milliseconds: 45_000))
    #expect(state() == .behind)
    // One of two.
    try draws(rev() - 1)
    #expect(state() == .attached)
    try server.advance(by: .seconds(4))
    #expect(lag() == PageLag(changes: 1, milliseconds: 4000))
    try draws(rev())
    #expect(state() == .attached)
    try server.advance(by: .seconds(60))
    #expect(state() == .attached)
  }

  @Test func `a page that lies about its revision is not believed`() throws {
    try draws(rev() + 100)
    try draws(rev(), messages: 100)
    try window.tap("Add")
    try server.advance(by: .seconds(60))
    #expect(health()?.drawn == nil)
    try draws(rev())
    try window.tap("Add")
    try draws(0)
    try draws(rev() + 1)
    try draws(rev(), messages: 0)
    try server.advance(by: .seconds(60))
    #expect(lag()?.changes == 1)
  }

  @Test func `a page that is not seen is not behind, and one that is seen again has its time`() throws {
    try draws(rev())
    try window.tap("Add")
    try window.report(visible: false)
    try server.advance(by: .seconds(60))
    #expect(state() == .attached)
    try window.report(visible: true)
    try server.advance(by: .milliseconds(3999))
    #expect(state() == .attached)
    try server.advance(by: .milliseconds(1))
    #expect(state() == .behind)
  }

  @Test func `an operator sees when a page was last heard, how fast it answers, and what it is`() throws {
    try draws(rev(), roundTrip: 41)
    try server.advance(by: .seconds(7))
    #expect(
      health()
        == PageHealth(
          drawn: rev(), isHidden: false, silence: 7000, roundTrip: 41, browser: "", isOutdated: false))
    try server.step(window.id) { hub, id in hub.windows[id]?.page?.heard(at: hub.scheduler.now) }
    #expect(health()?.silence == 0)
    try draws(rev(), roundTrip: .max)
    #expect(server.look(0) { hub, _ in hub.metrics.facts.roundTrips.total } == 2)
  }

  @Test func `behind pages are found, and come before the others`() throws {
    try draws(rev())
    try window.tap("Add")
    try server.advance(by: .seconds(10))
    let filter = try WindowFilter("is:behind")
    let isFound = server.look((window.id, filter)) { hub, input in
      hub.windows[input.0].map { WindowMatcher(input.1, now: 0, node: nil).matches($0) }
    }
    #expect(isFound == true)
    #expect(WindowFilter.State.behind.rank < WindowFilter.State.attached.rank)
    #expect(try WindowFilter("-is:attached").clauses.first?.isNegated == true)
  }
}

private struct LagApp: WindowApp {
  var body: some Scene { WindowGroup("Lag", id: "main") { LagModel() } }
}

@NavigationModel
private final class LagModel {
  var count = 0

  var body: some View {
    Text("\(count)")
    Button("Add") { self.count += 1 }
  }
}
