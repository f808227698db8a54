import Gallery
import Oriel
import OrielDocument
import OrielMessages
import OrielTesting
import Testing

@testable import OrielAdmin
@testable import OrielHub

@Suite struct `Looking at one window` {
  private func watched() throws -> (server: TestServer, counter: TestWindow, console: TestWindow) {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try console.openURL("/admin/windows/\(counter.id)")
    return (server, counter, console)
  }

  private func log(of window: TestWindow) -> [ActivityEntry] {
    window.server.look(window.id) { hub, id in hub.windows[id]?.loggedEvents ?? [] }
  }

  @Test func `a window in which nothing happens has no log`() throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.log == nil })
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.history == nil })
  }

  @Test func `the log says what was done, to what, with what outcome`() throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    try counter.tap("increment")
    let _: TestOutcome = try counter.event(model: "m1", element: "nothing", name: "tap")
    let log = log(of: counter)
    #expect(log.map(\.name) == ["tap", "tap"])
    #expect(log.map(\.type) == ["CounterModel", "CounterModel"])
    #expect(log.map(\.element) == ["increment", "nothing"])
    #expect(log.map(\.outcome) == [.applied, .rejected(.stale)])
    #expect(log[0].bytes > 0)
    #expect(log[1].bytes == 0)
  }

  @Test func `the log keeps the last sixteen, and more while an operator looks`() throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    for _ in 0..<20 { try counter.tap("increment") }
    #expect(log(of: counter).count == 16)
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    try console.openURL("/admin/windows/\(counter.id)")
    for _ in 0..<20 { try counter.tap("increment") }
    #expect(log(of: counter).count == 36)
    try console.disconnect()
    try server.advance(by: .seconds(5))
    #expect(log(of: counter).count == 16)
  }

  @Test func `shows whose it is, where it is, and follows it once a second`() throws {
    let (server, counter, console) = try watched()
    #expect(console.title == "Counter")
    #expect(console.text.contains("ann"))
    #expect(console.text.contains { $0.hasPrefix("Revision 1 of 1") })
    try counter.tap("increment")
    try server.advance(by: .seconds(1))
    #expect(console.text.contains { $0.hasPrefix("Revision 2 of 2") })
    try console.choose("Log", in: "part")
    #expect(console.text.contains("tap on “increment” of CounterModel"))
  }

  @Test func `says what its page shows, when it was last heard, and how fast it answers`() throws {
    let (server, counter, console) = try watched()
    #expect(console.text.contains("Not known"))
    let drawn = Drawn(rev: 1, messages: 1, roundTrip: 41)
    try server.step((counter.id, drawn)) { hub, input in hub.windows[input.0]?.page?.drew(input.1) }
    try server.advance(by: .seconds(1))
    #expect(console.text.contains("The latest") && console.text.contains("answers in 41 ms"))
    try counter.tap("increment")
    try counter.tap("increment")
    try server.advance(by: .seconds(23))
    for text in ["Behind", "2 changes behind", "for 23 s"] { #expect(console.text.contains(text)) }
    try counter.report(visible: false)
    try server.advance(by: .seconds(1))
    #expect(console.text.contains("It is in the background."))
  }

  @Test func `asks the page whether it is well, and has it load again`() async throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.tap("ask")
    try await server.settled { console.text.contains("Asked. The page has not answered yet.") }
    let question = try #require(counter.triggers.last)
    #expect(question.kind == "ask")
    try counter.perform(question, value: ["rev": 1, "visible": false])
    try server.advance(by: .seconds(1))
    #expect(console.text.contains("The page has answered. It shows revision 1. Its user does not see it."))
    try console.tap("reload")
    try await server.settled { counter.triggers.last?.kind == "reload" }
  }

  @Test func `the overview counts pages that are behind, and leads to them`() async throws {
    let (server, counter, console) = try watched()
    let drawn = Drawn(rev: 1, messages: 1, roundTrip: 41)
    try server.step((counter.id, drawn)) { hub, input in hub.windows[input.0]?.page?.drew(input.1) }
    try console.tap("Overview")
    #expect(!console.text.contains { $0.contains("behind") })
    try counter.tap("increment")
    try server.advance(by: .seconds(5))
    #expect(console.text.contains("1 page is behind its window."))
    try console.tap("Show")
    let table = try console.table()
    try await server.settled { table.count == 1 }
    #expect(table.rows[0][3] == "Behind")
    #expect(try console.find(WindowsModel.self).urlPath == "windows?filter=is%3Abehind")
  }

  @Test func `an operator who looks is no page of the window`() throws {
    let (server, counter, _) = try watched()
    #expect(server.look { $0.metrics.facts.pages } == 1)
    try counter.disconnect()
    #expect(server.look { $0.metrics.facts.pages } == 0)
  }

  @Test func `steps back through its documents, and the window hears nothing of it`() throws {
    let (server, counter, console) = try watched()
    for _ in 0..<3 { try counter.tap("increment") }
    try server.advance(by: .seconds(1))
    let now = counter.document
    try console.choose("Document", in: "part")
    try console.tap("earlier")
    try console.tap("earlier")
    #expect(console.text.contains { $0.hasPrefix("Revision 2 of 4") })
    #expect(counter.document == now)
    #expect(counter.rev == 4)
    let past = server.look(counter.id) { hub, id in hub.windows[id]?.history?.document(at: 2) }
    #expect(past.map { "\($0)".contains("\"1\"") } == true)
    try console.tap("later")
    #expect(console.text.contains { $0.hasPrefix("Revision 3 of 4") })
    try console.tap("now")
    #expect(console.text.contains { $0.hasPrefix("Revision 4 of 4") })
  }

  @Test func `an earlier state opens as a window of the operator's`() throws {
    let (server, counter, console) = try watched()
    for _ in 0..<3 { try counter.tap("increment") }
    try server.advance(by: .seconds(1))
    try console.tap("earlier")
    try console.tap("fork")
    let fork = try console.openWindow()
    #expect(fork.user == "op")
    #expect(fork.text.contains("2"))
    try fork.tap("increment")
    #expect(fork.text.contains("3"))
    #expect(counter.rev == 4)
  }

  @Test func `the kept documents go with the last operator who looks`() throws {
    let (server, counter, console) = try watched()
    try counter.tap("increment")
    try console.tap("Overview")
    try server.advance(by: .seconds(6))
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.history == nil })
  }

  @Test func `the documents that are kept are bounded`() throws {
    let (server, counter, console) = try watched()
    for _ in 0..<(WindowHistory.limit + 50) { try counter.tap("increment") }
    let moments = server.look(counter.id) { hub, id in hub.windows[id]?.history?.moments.map(\.rev) ?? [] }
    #expect(moments == Array(52...251))
    _ = console
  }

  @Test func `a window that is not there has no screen of its own`() throws {
    let (_, _, console) = try watched()
    try console.openURL("/admin/windows/w-unknown")
    #expect(console.title == "Window")
  }

  @Test func `acts on the window once it was switched to acting, and never before`() throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    #expect(try console.tap("lock") == .rejected(.notExecutable, "This can't be used now"))
    try console.toggle("acting")
    try console.tap("lock")
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.graph.isLocked } == true)
    try server.advance(by: .seconds(1))
    try console.tap("unlock")
    #expect(server.look(counter.id) { hub, id in hub.windows[id]?.graph.isLocked } == false)
    #expect(log(of: counter).compactMap(\.by) == ["op", "op"])
  }

  @Test func `leads a locked window only where that is wanted`() throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.tap("lock")
    try server.advance(by: .seconds(1))
    #expect(console.text.contains("The window is locked."))
    try console.tap("send")
    #expect(console.text.contains("The window is locked. Unlock it, or turn on “Even if locked”."))
    #expect(!console.text.contains("The window is locked."))
    try console.toggle("force")
    try console.tap("send")
    #expect(console.text.contains("“reset” was sent."))
    try console.change("address", to: .string("counter"))
    try console.tap("land")
    #expect(console.text.contains("An address begins with “/”."))
    #expect(!console.text.contains("“reset” was sent."))
    #expect(counter.isAttached)
  }

  @Test func `opens a window for the user, and sends only what can be read`() throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.choose("counter", in: "scene")
    try console.tap("open")
    #expect(server.look { $0.users.windows(of: "ann").map(\.scene.id) } == ["counter", "counter"])
    try console.change("destination", to: .string("Anything"))
    try console.change("properties", to: .string("{\"id\": "))
    try console.tap("send-destination")
    #expect(
      console.text.contains("Properties must be a JSON object, such as {\"id\": 7}: it ends too soon."))
    for nothing in ["[1]", "{\"id\": null}"] {
      try console.change("properties", to: .string(nothing))
      try console.tap("send-destination")
      #expect(console.text.contains { $0.hasPrefix("Properties must be a JSON object, such as {\"id\": 7}: ") })
    }
    try console.change("properties", to: .string("{}"))
    try console.tap("send-destination")
    #expect(console.text.contains { $0.contains("Anything") })
    #expect(counter.isAttached)
  }

  @Test func `a banned user is shown as such, and can be unbanned`() async throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.tap("ban")
    try console.choose("Ban")
    try await server.settled()
    try server.advance(by: .seconds(1))
    try console.tap("Users")
    let users = try console.table()
    try await server.settled { users.rows.first?.first?.hasSuffix("banned") == true }
    try console.openURL("/admin/windows/\(counter.id)")
    try console.choose("Act", in: "part")
    try console.tap("unban")
    #expect(server.look { $0.access["ann"].bannedAt } == nil)
  }

  @Test func `text by users can't reverse the text around it`() {
    #expect(Words.plain("“\u{202E}nna” of bob\u{2069}?") == "“\u{FFFD}nna” of bob\u{FFFD}?")
    #expect(Words.plain("“שלום 😀” of <b>") == "“שלום 😀” of <b>")
  }

  @Test func `what is typed as a payload is read as strictly as what is sent`() throws {
    var draft = TriggerDraft()
    (draft.kind, draft.custom) = (TriggerDraft.customKind, "level")
    for json in ["[1]", "{\"a\": null}", "{\"a\": 1, \"a\": 2}", "", "3"] {
      draft.json = json
      #expect(throws: OrielAdmin.Problem.self) { try draft.request(isDry: false) }
    }
    draft.json = " {\"a\": [1, {\"b\": \"c\"}]} "
    #expect(
      try draft.request(isDry: false).body == [
        "act": "trigger", "target": ["all": true], "kind": "custom:level", "payload": ["a": [1, ["b": "c"]]],
      ])
  }

  @Test func `asks before it dismisses, and names what it hits`() async throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.tap("dismiss")
    #expect(console.text.contains { $0.contains("“Counter” of ann") })
    try console.choose("Cancel")
    try await server.settled()
    #expect(counter.isAttached)
    try console.tap("dismiss")
    try console.choose("Dismiss")
    try await server.settled()
    #expect(!counter.isAttached)
    // It can be brought back from where the operator is.
    try server.advance(by: .seconds(1))
    #expect(console.text.contains { $0.contains("“Counter” of ann was closed less than 10 minutes ago.") })
    try console.tap("restore")
    try await server.settled()
    try server.advance(by: .seconds(1))
    try console.choose("Log", in: "part")
    try counter.reconnect()
    #expect(counter.isAttached)
  }

  @Test func `S23: an operator gives a window to another user, after a question`() async throws {
    let (server, counter, console) = try watched()
    try console.choose("Act", in: "part")
    try console.toggle("acting")
    try console.type("bob", into: "new-owner")
    try console.tap("move")
    #expect(console.text.contains { $0.contains("“Counter” from ann to bob") })
    try console.choose("Move")
    try await server.settled()
    #expect(!counter.isAttached)
    let bob = try server.open(user: "bob")
    #expect(try bob.openWindow().id == counter.id)
  }

  @Test func `the overview counts events and patches`() throws {
    let (server, counter, console) = try watched()
    try console.tap("Overview")
    for _ in 0..<5 { try counter.tap("increment") }
    try server.advance(by: .seconds(1))
    let overview = server.look { $0.monitor.overview }
    #expect(overview.windows == 1)
    #expect(overview.users == 1)
    #expect(overview.attached == 1)
    #expect(overview.patches(of: 5))
    #expect(console.text.contains("5/s"))
  }

  @Test func `the overview says that all is well until something is not`() async throws {
    let (server, counter, console) = try watched()
    try console.tap("Overview")
    #expect(console.text.contains("All is well."))
    #expect(throws: (any Error).self) { try console.table() }
    for _ in 0..<2 { let _: TestOutcome = try counter.event(model: "m1", element: "nothing", name: "tap") }
    try server.advance(by: .seconds(1))
    let problems = try console.table()
    try await server.settled { problems.count == 1 }
    #expect(
      problems.rows[0].dropFirst() == ["Event refused", "tap on CounterModel: This is no longer on the screen", "2"])
    try console.tap("tap on CounterModel: This is no longer on the screen")
    #expect(console.url == "/admin/windows/\(counter.id)")
  }

  @Test func `what went wrong is kept for the latest fifty that differ`() throws {
    var problems = RecentProblems()
    for number in 0..<60 {
      problems.note("\(number)", "rejected", isError: false, "No \(number)", in: WindowID("w-1"), at: Int64(number))
    }
    problems.note("20", "rejected", isError: false, "Again", in: WindowID("w-2"), at: 100)
    #expect(problems.latest.count == RecentProblems.limit)
    #expect(problems.latest.prefix(2).map(\.text) == ["Again", "No 59"])
    #expect(problems.latest.first?.times == 2)
    #expect(problems.latest.last?.text == "No 10")
    var others = RecentProblems()
    others.note("20", "rejected", isError: false, "Elsewhere", in: WindowID("w-3"), at: 50)
    let merged = try #require(problems.merged(with: others).latest.first)
    #expect((merged.text, merged.times, merged.first) == ("Again", 3, 20))
  }

  @Test func `the figures of each minute are kept, whether or not an operator looks`() throws {
    let server = try TestServer(app: GalleryApp(), store: TestStore(), console: Console.scene())
    let counter = try server.open(user: "ann", scene: "counter")
    try server.step { $0.monitor.keepSeries() }
    for _ in 0..<3 { try counter.tap("increment") }
    let _: TestOutcome = try counter.event(model: "m1", element: "nothing", name: "tap")
    try server.advance(by: .seconds(120))
    let points = server.look { $0.monitor.points(.hour) }
    #expect(points.map(\.events) == [0, 4, 0])
    #expect(points.map(\.refused) == [0, 1, 0])
    #expect(points.map(\.windows) == [1, 1, 1])
    #expect(points.map { $0.median == nil } == [true, false, true])
    let console = try server.open(user: "op", roles: ["admin"], scene: "admin")
    #expect("\(console.document)".contains("0.06"))
    try console.choose("24 h", in: "span")
    #expect(server.look { $0.monitor.points(.day) }.map(\.events) == [4])
  }

  @Test func `figures are kept for a day, and a point of several minutes has the worst of them`() {
    var series = MinuteSeries()
    for minute in 1...1500 {
      series.append(
        MinuteSeries.Point(
          time: Int64(minute) * 60_000, users: 1, windows: 2, pages: 3, behind: minute % 15, events: minute, refused: 0,
          median: minute % 2 == 0 ? nil : 5, ninetyNinth: Int64(minute), memory: nil, storeLag: 0))
    }
    #expect(series.points.count == MinuteSeries.length)
    #expect(series.points.first?.events == 61)
    let day = MinuteSeries.points(series.points, lastMinutes: MinuteSeries.length, by: 15)
    #expect(day.count == 97)
    #expect(day[1].behind == 14)
    #expect((day[1].events, day[1].median, day[1].ninetyNinth) == (89, 5, 89))
    #expect(day.last?.time == 90_000_000)
  }
}

extension HubOverview {
  fileprivate func patches(of count: Double) -> Bool { eventsPerSecond >= count && patchesPerSecond >= count }
}

@Suite struct `Latencies in buckets` {
  @Test func `a percentile is no less than what was counted, and at most a quarter more`() {
    for nanoseconds in [0, 999, 1000, 1250, 7_321, 50_000, 1_234_567, 900_000_000] as [Int64] {
      var histogram = LatencyHistogram()
      histogram.add(nanoseconds: nanoseconds)
      let found = histogram.percentile(0.5) ?? 0
      #expect(found > nanoseconds)
      #expect(Double(found) <= max(1250, Double(nanoseconds) * 1.2501))
    }
  }

  @Test func `percentiles are of what was counted since`() {
    var histogram = LatencyHistogram()
    for _ in 0..<100 { histogram.add(nanoseconds: 1_000_000_000) }
    let before = histogram
    for _ in 0..<100 { histogram.add(nanoseconds: 10_000) }
    #expect(histogram.since(before).percentile(0.99).map { $0 <= 12_500 } == true)
    #expect(histogram.percentile(0.99).map { $0 > 1_000_000_000 } == true)
    #expect(LatencyHistogram().percentile(0.5) == nil)
  }
}
