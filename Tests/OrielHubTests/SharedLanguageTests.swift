import Foundation
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Testing

@Suite("A shared model in several languages") struct SharedLanguageTests {
  private func server() throws -> TestServer { try TestServer(app: PolyglotApp(), store: TestStore()) }

  private func open(_ server: TestServer, _ language: String, scene: String = "tally") throws -> TestWindow {
    let window = try server.open(user: language, scene: scene)
    try window.report(locale: language)
    return window
  }

  private func text(_ window: TestWindow) -> [String] { window.text }

  @Test func `each window sees it in its own, and a change reaches all`() throws {
    let server = try server()
    let windows = try ["en-GB", "de-AT", "pl", "fr"].map { try open(server, $0) }
    #expect(
      windows.map(text) == [
        ["0 votes", "1,234.5", "Vote"], ["0 Stimmen", "1.234,5", "Abstimmen"], ["0 głosów", "1234,5", "Głosuj"],
        ["0 votes", "1,234.5", "Vote"],
      ])
    try windows[2].tap("vote")
    #expect(windows.map { text($0)[0] } == ["1 votes", "1 Stimme", "1 głos", "1 votes"])
    try windows[0].tap("vote")
    try windows[1].tap("vote")
    #expect(windows.map { text($0)[0] } == ["3 votes", "3 Stimmen", "3 głosy", "3 votes"])
  }

  @Test func `windows of one language get the same bytes, and one patch for each turn`() throws {
    let server = try server()
    let (one, two, other) = (try open(server, "de"), try open(server, "de-CH"), try open(server, "en"))
    let before = one.page.sharedUpdates.count
    try other.tap("vote")
    try other.tap("vote")
    #expect(one.page.sharedUpdates.count == before + 2)
    #expect(one.page.sharedUpdates.last === two.page.sharedUpdates.last)
    #expect(one.page.sharedUpdates.last !== other.page.sharedUpdates.last)
  }

  @Test func `a page whose user changes the language gets the other one`() throws {
    let server = try server()
    let window = try open(server, "en")
    let mirror = try server.open(window.id, user: "op", roles: ["admin"], observe: true)
    for (language, said) in [("de", "0 Stimmen"), ("pl", "0 głosów"), ("fr", "0 votes"), ("de", "0 Stimmen")] {
      try window.report(locale: language)
      #expect(text(window)[0] == said)
      #expect(text(mirror)[0] == said)
    }
    try window.tap("vote")
    #expect(text(window)[0] == "1 Stimme")
    #expect(text(mirror)[0] == "1 Stimme")
  }

  @Test func `a page that was away catches up in its language`() throws {
    let server = try server()
    let (german, english) = (try open(server, "de"), try open(server, "en"))
    try german.disconnect()
    for _ in 1...3 { try english.tap("vote") }
    try german.reconnect()
    #expect(text(german)[0] == "3 Stimmen")
    try german.report(visible: false)
    try english.tap("vote")
    try german.report(visible: true)
    #expect(text(german)[0] == "4 Stimmen")
  }

  @Test func `models that come and go do so in every language`() throws {
    let server = try server()
    let (german, english) = (try open(server, "de"), try open(server, "en"))
    try english.tap("details")
    #expect(text(german).contains("Einzelheiten"))
    #expect(text(english).contains("Details"))
    try german.tap("close")
    #expect(text(german)[0] == "0 Stimmen")
    #expect(text(english)[0] == "0 votes")
  }

  @Test func `what no language changes is rendered once`() throws {
    let server = try server()
    let windows = try ["en", "de", "pl"].map { try open(server, $0, scene: "plain") }
    let before = server.look { $0.environment(of: .app)?[Evaluations.self]?.count ?? 0 }
    try windows[1].tap("count")
    #expect(server.look { $0.environment(of: .app)?[Evaluations.self]?.count ?? 0 } == before + 1)
    #expect(windows[0].page.sharedUpdates.last === windows[1].page.sharedUpdates.last)
    #expect(windows.map { text($0)[0] } == ["1", "1", "1"])
  }

  @Test func `it becomes localized with the first text that depends on the language`() throws {
    let server = try server()
    let windows = try ["en", "de"].map { try open(server, $0, scene: "plain") }
    for _ in 1...3 { try windows[0].tap("count") }
    #expect(windows.map { text($0)[0] } == ["3 votes", "3 Stimmen"])
    try windows[1].tap("count")
    #expect(windows.map { text($0)[0] } == ["4 votes", "4 Stimmen"])
  }

  @Test func `a language that no window has any more takes no work`() throws {
    let server = try server()
    let (german, english) = (try open(server, "de"), try open(server, "en"))
    let count = { server.look { $0.environment(of: .app)?[Evaluations.self]?.count ?? 0 } }
    let before = count()
    try english.tap("vote")
    #expect(count() == before + 2)
    try german.report(locale: "en")
    let then = count()
    try english.tap("vote")
    #expect(count() == then + 1)
  }

  @Test func `a change in the turn of the new language reaches the page whole`() throws {
    let server = try server()
    let (window, other) = (try open(server, "en"), try open(server, "de"))
    for _ in 1...3 { try other.tap("vote") }
    try window.report(locale: "de")
    try window.report(locale: "pl")
    try other.tap("vote")
    #expect(text(window)[0] == "4 głosy")
    #expect(text(other)[0] == "4 Stimmen")
  }

  @Test func `it sleeps and wakes in the language of the window that shows it then`() throws {
    let server = try server()
    let german = try open(server, "de")
    try german.tap("vote")
    try german.leave()
    let polish = try open(server, "pl")
    #expect(text(polish)[0] == "1 głos")
    let again = try open(server, "de")
    try polish.tap("vote")
    #expect(text(again)[0] == "2 Stimmen")
  }

  @Test func `a screen that is too large is so in every language`() throws {
    var limits = HubLimits()
    limits.documentBytes = 3000
    let server = try TestServer(app: PolyglotApp(), store: TestStore(), limits: limits)
    let (german, english) = (try open(server, "de", scene: "growing"), try open(server, "en", scene: "growing"))
    for _ in 1...12 where text(english).count > 1 { try english.tap("grow") }
    #expect(text(english).contains("This screen is too large to show"))

    #expect(text(german) == text(english))
  }

  @Test func `an app's own refusals are in the language of the window`() throws {
    let server = try server()
    let window = try open(server, "de")
    #expect(try window.tap("closed") == .rejected(.notExecutable, "Das ist gerade nicht möglich"))
  }
}

private final class Evaluations {
  var count = 0
}

private struct PolyglotApp: WindowApp {
  var body: some Scene {
    WindowGroup("Tally", id: "tally") { .shared("tally") }
    WindowGroup("Plain", id: "plain") { .shared("plain") }
    SharedModel("tally") { .stacked(TallyModel()) }
    SharedModel("plain") { PlainModel() }
    WindowGroup("Growing", id: "growing") { .shared("growing") }
    SharedModel("growing") { SwellingModel() }
  }

  var localization: Localization? {
    Localization(
      _catalog: """
        {"source": "en", "languages": {
          "de": {"Vote": "Abstimmen", "Details": "Einzelheiten", "%lld votes": {"text": "%#@n@", "plurals": {"n": {"argument": 0,
            "forms": {"one": "%lld Stimme", "other": "%lld Stimmen"}}}}},
          "pl": {"Vote": "Głosuj", "%lld votes": {"text": "%#@n@", "plurals": {"n": {"argument": 0,
            "forms": {"one": "%lld głos", "few": "%lld głosy", "many": "%lld głosów", "other": "%lld głosu"}}}}}}}
        """)
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Evaluations()] }
}

@NavigationModel
private final class TallyModel {
  var votes = 0
  @Environment(Evaluations.self) var evaluations

  init() {}

  var body: some View {
    evaluations.count += 1
    return VStack {
      Text(localized: "\(votes) votes")
      Text(1234.5, format: .number)
      Button(localized("Vote")) { self.votes += 1 }.id("vote")
      Button("") { self.push(DetailsModel()) }.id("details")
      Button("") {}.disabled(true).id("closed")
    }
  }
}

@NavigationModel
private final class DetailsModel {
  init() {}

  var body: some View {
    Text(localized: "Details")
    Button("") { self.back() }.id("close")
  }
}

@NavigationModel
private final class SwellingModel {
  var count = 1

  init() {}

  var body: some View {
    ForEach(0..<count * 10, id: \.self) { Text(localized: "\($0) votes") }
    Button("") { self.count += 1 }.id("grow")
  }
}

@NavigationModel
private final class PlainModel {
  var count = 0
  @Environment(Evaluations.self) var evaluations

  init() {}

  var body: some View {
    evaluations.count += 1
    return VStack {
      if count > 2 { Text(localized: "\(count) votes") } else { Text("\(count)") }
      Button("") { self.count += 1 }.id("count")
    }
  }
}
