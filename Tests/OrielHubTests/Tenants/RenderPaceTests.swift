import Observation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// S26: how often a window is rendered for changes made elsewhere.
struct RenderPaceTests {
  let store = TestStore(outlivesProcess: true)

  private func server(_ interval: Int64) throws -> TestServer {
    var limits = HubLimits()
    limits.renderInterval = interval
    return try TestServer(app: DispatchApp(), store: store, limits: limits)
  }

  private func evaluations(_ window: TestWindow) -> Int {
    window.server.look(window.id) { hub, id in hub.windows[id]?.graph.evaluations ?? 0 }
  }

  @Test func `S26: a change made elsewhere is rendered at once, later ones at the end of the interval`() throws {
    let server = try server(50)
    let roll = try server.open(user: "eve", scene: "roll")
    let (ann, dispatch) = (try server.open(user: "ann"), try server.open(user: "bob").find(DispatchModel.self).dispatch)
    try server.advance(by: .milliseconds(100))
    let before = evaluations(roll)
    for number in 1...10 {
      try ann.run { dispatch.assigned.append(number) }
      try server.advance(by: .zero)
      #expect(roll.text.last == "1")
    }
    #expect(evaluations(roll) == before + 1)
    try server.advance(by: .milliseconds(49))
    #expect(roll.text.last == "1")
    try server.advance(by: .milliseconds(1))
    #expect(roll.text.last == "10")
    #expect(evaluations(roll) == before + 2)
  }

  @Test func `S26: what others show is not rendered in the turn that changes it, but in a slice of its own`() throws {
    let server = try server(50)
    let roll = try server.open(user: "eve", scene: "roll")
    let (ann, dispatch) = (try server.open(user: "ann"), try server.open(user: "bob").find(DispatchModel.self).dispatch)
    try server.advance(by: .milliseconds(100))
    let before = evaluations(roll)
    let within = try server.step((ann.id, roll.id, Shared(dispatch))) { hub, given in
      let window = try #require(hub.windows[given.0])
      hub.turn(in: window) { given.2.dispatch.assigned.append(1) }
      return hub.windows[given.1]?.graph.evaluations
    }
    #expect(within == before)
    try server.advance(by: .zero)
    #expect(evaluations(roll) == before + 1)
    #expect(roll.text.last == "1")
  }

  private final class Shared: @unchecked Sendable {
    let dispatch: Dispatch
    init(_ dispatch: Dispatch) { self.dispatch = dispatch }
  }

  @Test func `S26: the answer to a window's own event does not wait, and shows what had waited`() throws {
    let server = try server(50)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try server.advance(by: .milliseconds(50))
    for _ in 1...3 { try ann.tap("Assign 7 to bob") }
    #expect(ann.text.first == "assigned [7, 7, 7]")
    #expect(bob.text.first == "assigned [7]")
    try bob.tap("Rename")
    #expect(bob.text.first == "assigned [7, 7, 7]")
    let rev = bob.rev
    try server.advance(by: .milliseconds(50))
    #expect(bob.rev == rev)
  }

  @Test func `a window that is late again and again, and rendered for its own events, is listed once`() throws {
    let server = try server(50)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    for _ in 1...50 {
      try bob.tap("Rename")
      try ann.tap("Assign 7 to bob")
      try server.advance(by: .milliseconds(20))
      #expect(server.look { $0.homes[.app]?.late.count ?? 0 } <= 2)
    }
  }

  @Test func `a page that attaches is shown what is there now, and so is one that observes`() throws {
    let server = try server(50)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try server.advance(by: .milliseconds(50))
    for _ in 1...3 { try ann.tap("Assign 7 to bob") }
    #expect(bob.text.first == "assigned [7]")
    let observer = try server.open(bob.id, user: "root", roles: ["admin"], observe: true)
    #expect(observer.text.first == "assigned [7, 7, 7]")
    try bob.disconnect()
    for _ in 1...3 { try ann.tap("Assign 7 to bob") }
    try bob.reconnect()
    #expect(bob.text.first == "assigned [7, 7, 7, 7, 7, 7]")
  }

  @Test func `a refused event is told as refused, and never as applied, also with what was rendered late`() throws {
    let server = try server(50)
    let (ann, bob) = (try server.open(user: "ann"), RawPage(server, instance: "bob", user: "bob"))
    try bob.attach()
    try server.advance(by: .milliseconds(50))
    for event in 1...2 {
      if event == 2 { try bob.hide() }
      for _ in 1...3 { try ann.tap("Assign 7 to bob") }
      let told = try bob.send(WindowEvent(id: event, model: "m99", name: "tap")).map { delivery in
        switch delivery {
        case .patch(_, _, _, let applied): "patch, applied \(applied.map(String.init) ?? "nothing")"
        case .rejected(let event, let code, _, _): "\(event) rejected, \(code)"
        default: "\(delivery)"
        }
      }
      let patch = ["patch, applied nothing", "patch, applied 1"][event - 1]
      #expect(told.prefix(2) == [patch, "\(event) rejected, stale"])
    }
  }

  @Test(arguments: [9, 60])
  func `documents that are late are rendered in slices, and each of them is, however long that takes`(count: Int) throws
  {
    var limits = HubLimits()
    limits.renderInterval = 50
    let news = SlowNews()
    let server = try TestServer(app: SlowNewsApp(news: { news }), store: store, limits: limits)
    news.clock = server.clock
    let windows = try (0..<count).map { try server.open(user: "user \($0)") }
    try server.advance(by: .milliseconds(100))
    try windows[0].run { news.number = 1 }
    news.milliseconds = 3
    try windows[0].run { news.number = 2 }
    var slices: [Int] = []
    try server.advance(by: .milliseconds(49))
    for _ in 1...1000 where slices.last != count {
      guard let timer = server.clock.nextTimer(until: server.clock.now + 1000) else { break }
      timer.fire()
      try server.run()
      // With it the pace changes, so that some of the documents have to wait again.
      server.clock.seeWork()
      let shown = windows.count { $0.text == ["2"] }
      if shown != slices.last ?? 0 { slices.append(shown) }
    }
    #expect(slices.last == count && slices.count >= count / 3)
  }

  @Test func `S26: state and saving do not wait`() throws {
    let server = try server(50)
    let (ann, incident) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let model = try incident.find(CaseModel.self)
    try ann.run { model.count = 1 }
    try ann.run { model.count = 2 }
    #expect(incident.text.first == "case 4 of bob: 1, ")
    try server.restart()
    try incident.reconnect()
    #expect(incident.text.first == "case 4 of bob: 2, ")
  }

  @Test func `S26: the title of a window that is rendered later is saved later`() throws {
    let server = try server(50)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let model = try bob.find(DispatchModel.self)
    for _ in 1...3 { try ann.run { model.name += "!" } }
    try server.advance(by: .milliseconds(50))
    try server.restart()
    #expect(server.look { $0.homes[.app]?.windows.all(of: "bob").map(\.title) } == ["Board!!!"])
  }

  @Test func `S26: without an interval each change is rendered`() throws {
    let server = try server(0)
    let roll = try server.open(user: "eve", scene: "roll")
    let ann = try server.open(user: "ann")
    let dispatch = try ann.find(DispatchModel.self).dispatch
    let before = evaluations(roll)
    for number in 1...10 { try ann.run { dispatch.assigned.append(number) } }
    #expect(evaluations(roll) == before + 10)
  }

  @Test func `S26: a busy tenant is rendered less often, for 40 % of a core`() {
    var pace = RenderPace()
    var intervals: [Int64] = []
    var now: Int64 = 0
    // 1,500 windows at 27 microseconds each.
    for _ in 1...6 {
      let interval = pace.interval(at: now, from: 50, to: 1000)
      intervals.append(interval)
      pace.rendered(in: 40_500_000)
      now += interval
    }
    #expect(intervals == [50, 101, 101, 101, 101, 101])
    pace.rendered(in: 900_000_000)
    #expect(pace.interval(at: now, from: 50, to: 1000) == 1000)
    #expect(pace.interval(at: now + 5000, from: 50, to: 1000) == 50)
  }
}

/// What all users see, in windows whose rendering takes time.
@Observable
final class SlowNews {
  var number = 0
  @ObservationIgnored var milliseconds: Int64 = 0
  @ObservationIgnored var clock: TestClock?
}

private struct SlowNewsApp: WindowApp {
  /// Guard of `@unchecked`: used on the test's thread, which is also the hub's.
  private struct Shared: @unchecked Sendable { let news: () -> SlowNews }
  private let shared: Shared

  init() { self.init(news: { SlowNews() }) }
  init(news: @escaping () -> SlowNews) { shared = Shared(news: news) }

  var body: some Scene { WindowGroup("News") { SlowNewsModel() } }

  func environment(for tenant: Tenant) -> EnvironmentValues { [shared.news()] }
}

@NavigationModel
private final class SlowNewsModel {
  @Environment(SlowNews.self) var news

  init() {}

  var body: some View { Text(shown) }

  private var shown: String {
    news.clock?.work(news.milliseconds)
    return "\(news.number)"
  }
}
