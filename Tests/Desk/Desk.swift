import Foundation
import Oriel
import OrielServer

/// A dispatch desk for several control rooms, for the tests that kill it (Tests/Conformance/test_desk.py). Those of a room
/// share its incidents, which come from a feed.
@main struct DispatchDesk: WindowApp {
  var tenancy: Tenancy { .path { user, environment in environment[Desk.self]?.admitted(user) } }

  var body: some Scene {
    WindowGroup("Board", id: "board") { BoardModel() }
    WindowGroup("Incident", id: "incident", for: Int.self) { id in IncidentModel(id: id) }.requiresRole("dispatcher")
    WindowGroup("Roster", id: "roster") { RosterModel() }.tenancy(.single).requiresRole("chief")
    WindowGroup("Phrases", id: "phrases") { .shared("tally") }.tenancy(.single)
    SharedModel("tally") { TallyModel() }
    WindowGroup("Suggestion", id: "suggestion") { SuggestionModel() }.tenancy(.single)
    WindowGroup("Sign in", id: "enter") { EnterModel() }.tenancy(.single).asksToSignIn()
  }

  var localization: Localization? { .localizable }

  var pageFiles: [PageFile] { [PageFile("desk.css", ":root { --gap: 1rem; }")] }

  func prepare() async throws -> Services { [Feed.ofEnvironment] }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    tenant == .app ? [Suggestions()] : [Desk(), Reports()]
  }

  var endpoints: [Endpoint] {
    [
      Endpoint(.post, "/rooms/{tenant}/reports", Reports.self).opensToAnyone().bodyLimit(1000)
        .idempotencyKey { $0.header("report-id") },
      Endpoint(.get, "/rooms/{tenant}/incidents.csv", Desk.self),
      Endpoint(.get, "/rooms/{tenant}/log.csv", Reports.self).opensToAnyone(),
      Endpoint(.post, "/rooms/{tenant}/log.csv", Reports.self).opensToAnyone().idempotencyKey {
        $0.header("report-id")
      },
      Endpoint(.put, "/rooms/{tenant}/notes/{incident}", Desk.self).requiresRole("dispatcher"),
      Endpoint(.get, "/rooms/{tenant}/wait", Reports.self).opensToAnyone().timeLimit(.seconds(60)),
    ]
  }
}

/// What callers have reported over the web.
@SavedState
final class Reports {
  let all = Rows<Incident>()

  init() {}

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    if request.path.hasSuffix(".csv") {
      if request.method == .post { all.append(Incident(id: all.count + 1, title: request.text)) }
      return log(request)
    }
    if request.method == .get { try await Task.sleep(for: .seconds(3600)) }
    all.append(Incident(id: all.count + 1, title: request.text))
    return .text("Report \(all.count)", status: 201)
  }
}

extension Reports {
  /// A table of as many lines as are asked for, which may break off or hang after as many.
  private func log(_ request: Endpoint.Request) -> Endpoint.Response {
    func number(_ name: String) -> Int? { request.queryItem(name).flatMap(Int.init) }
    let (lines, broken, hung) = (number("lines") ?? 1, number("broken"), number("hung"))
    let text = number("width").map { String(repeating: "x", count: $0) } ?? "A line of the log"
    return .stream(type: "text/csv") { body in
      for line in 1...lines {
        if line == broken { throw LogError() }
        if line == hung { try await Task.sleep(for: .seconds(3600)) }
        try await body.write(row: ["\(line)", text])
      }
    }
    .attachment(named: "log.csv")
  }
}

private struct LogError: Error {}

struct Incident: Codable, Sendable, Identifiable {
  let id: Int
  let title: String
  var owner: String?
  var note = ""
  var isEscalated = false

  var state: String { owner != nil ? "taken" : isEscalated ? "escalated" : "free" }
}

/// An incident has waited for a dispatcher for too long.
struct Escalate: NavigationMessage, Codable {
  let incident: Int
}

/// What a room shares.
@SavedState
final class Desk {
  let incidents = Rows<Incident>()
  /// The number of the last event of the feed that was applied: saved with what it changed.
  var lastEvent = 0
  @Environment(Feed.self) var feed
  @Environment(Windows.self) var windows
  @Environment(\.tenant) var tenant

  init() {}

  func start() {
    stayAwake()
    task(restarting: true) {
      for try await event in self.feed.events(of: self.tenant.id, after: self.lastEvent) { self.apply(event) }
    }
  }

  /// All visitors of a room are its dispatchers, except in a room that is closed to the public.
  func admitted(_ user: User) -> User? {
    guard tenant != "closed" else { return nil }
    var member = user
    member.roles = ["dispatcher"]
    return member
  }

  func assign(_ id: Int, to user: String) {
    incidents[id: id]?.owner = user
    unschedule("escalate-\(id)")
  }

  /// Another dispatcher gets the incident, in a window of its own.
  func handOn(_ id: Int, from user: String) {
    guard let other = other(than: user) else { return }
    assign(id, to: other)
    windows.open("incident", value: id, for: other, policy: .new)
  }

  func other(than user: String) -> String? { windows.all().first { $0.user != user }?.user }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    guard let message = message as? Escalate else { return }
    incidents[id: message.incident]?.isEscalated = true
    FileHandle.standardOutput.write(Data("\(tenant.id): \(message.incident) is escalated\n".utf8))
  }

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    if request.method == .get {
      return .csv([["id", "title", "note"]] + incidents.map { ["\($0.id)", $0.title, $0.note] })
        .attachment(named: "\(tenant).csv")
    }
    guard let id = request["incident"].flatMap(Int.init), incidents[id: id] != nil else {
      throw Endpoint.Response.text("There is no such incident", status: 404)
    }
    incidents[id: id]?.note = request.text
    return Endpoint.Response()
  }

  private func apply(_ event: Feed.Event) {
    lastEvent = event.number
    incidents.append(Incident(id: event.number, title: event.title))
    schedule(Escalate(incident: event.number), id: "escalate-\(event.number)", after: .seconds(2))
  }
}

/// The incidents of a room.
@NavigationModel
final class BoardModel {
  @Environment(Desk.self) var desk
  @Environment(Reports.self) var reports
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("\(desk.lastEvent)").id("last")
    Text("\(reports.all.count)").id("reports")
    ForEach(desk.incidents) { incident in
      HStack {
        Text("\(incident.id): \(incident.title), \(incident.state)")
        Button("Take \(incident.id)") { self.desk.assign(incident.id, to: self.user.id) }
        Button("Hand \(incident.id) on") { self.desk.handOn(incident.id, from: self.user.id) }
        Button("Open \(incident.id)") { self.push(IncidentModel(id: incident.id)) }
      }
    }
  }
}

/// One incident, and the note that dispatchers write about it.
@NavigationModel
final class IncidentModel {
  let id: Int
  var draft = ""
  @Environment(Desk.self) var desk
  @Environment(Windows.self) var windows
  @Environment(\.user) var user
  @Environment(\.window) var window

  init(id: Int) { self.id = id }

  var body: some View {
    Text(desk.incidents[id: id]?.title ?? "Closed").id("title").navigationTitle("Incident \(id)")
    TextField("Note", text: note).id("note")
    TextField("Draft", text: bind(\.draft)).id("draft")
    Button("Hand over") {
      guard let other = self.desk.other(than: self.user.id) else { return }
      self.windows.move(self.window, to: other)
    }
  }

  private var note: Binding<String> {
    Binding(
      get: { self.desk.incidents[id: self.id]?.note ?? "" },
      set: { text in self.desk.incidents[id: self.id]?.note = text })
  }
}
