import Oriel
import OrielServer

// The app at the end of the tutorial (Sources/Oriel/Oriel.docc/Tutorial.md), which a test of the documentation compares.

@main
struct DispatchDesk: WindowApp {
  var tenancy: Tenancy { .path { user, _ in user } }

  var body: some Scene {
    WindowGroup("Board") { .stacked(BoardModel()) }
    WindowGroup("Incident", id: "incident", for: Int.self) { id in .stacked(IncidentModel(id: id)) }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Desk()] }

  var endpoints: [Endpoint] {
    [
      Endpoint(.post, "/{tenant}/hooks/alarms", Desk.self)
        .opensToAnyone()
        .idempotencyKey { $0.header("alarm-id") },
      Endpoint(.get, "/{tenant}/incidents.csv", Desk.self),
    ]
  }
}

@SavedValue
struct Incident: Codable, Identifiable, Sendable {
  let id: Int
  let title: String
  var owner: String?
  var isLate = false

  var state: String { owner.map { "taken by \($0)" } ?? (isLate ? "late" : "waiting") }
}

struct Remind: NavigationMessage, Codable {
  let incident: Int
}

@SavedState
final class Desk {
  let incidents = Rows<Incident>()
  var lastID = 0

  init() {}

  func report(_ title: String) {
    lastID += 1
    incidents.append(Incident(id: lastID, title: title))
    schedule(Remind(incident: lastID), id: "remind-\(lastID)", after: .seconds(300))
  }

  func take(_ id: Int, by user: String) {
    incidents[id: id]?.owner = user
    unschedule("remind-\(id)")
  }

  func close(_ id: Int) {
    incidents.remove(id: id)
    unschedule("remind-\(id)")
  }

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws {
    guard let message = message as? Remind else { return }
    incidents[id: message.incident]?.isLate = true
  }

  func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    if request.method == .get {
      return .stream(type: "text/csv") { body in
        for incident in self.incidents {
          try await body.write(row: ["\(incident.id)", incident.title, incident.state])
        }
      }
      .attachment(named: "incidents.csv")
    }
    let alarm: Alarm = try request.decode()
    report(alarm.title)
    return Endpoint.Response(201)
  }
}

struct Alarm: Codable, Sendable {
  let title: String
}

@NavigationModel
final class BoardModel {
  var sort: [TableSort] = []
  @Environment(Desk.self) var desk

  init() {}

  var body: some View {
    Table(desk.incidents, sortOrder: bind(\.sort)) {
      TableColumn("Incident", value: \.title) { incident in
        Button(incident.title) { self.push(IncidentModel(id: incident.id)) }
      }
      TableColumn("State", value: \.state)
    }
    .navigationTitle("Board")
    .toolbar { Button("Report") { self.present(.sheet(ReportModel())) } }
  }
}

@NavigationModel
final class ReportModel {
  var title = ""
  @Environment(Desk.self) var desk

  init() {}

  var body: some View {
    TextField("What has happened?", text: bind(\.title)).navigationTitle("Report")
    Button("Send") {
      self.desk.report(self.title)
      self.dismissSelf()
    }
    .disabled(title.isEmpty)
  }
}

@NavigationModel
final class IncidentModel {
  let id: Int
  var note = ""
  var photos: [UploadedFile] = []
  @Environment(Desk.self) var desk
  @Environment(\.user) var user

  init(id: Int) { self.id = id }

  var urlPath: String? { "/incident/\(id)" }

  var body: some View {
    if let incident = desk.incidents[id: id] {
      Text(incident.state).navigationTitle(incident.title)
      Button("Take") { self.desk.take(self.id, by: self.user.id) }
      TextField("Note", text: bind(\.note))
      FileField("Photos", types: ["image/*"], allowsMultiple: true) { self.photos += $0 }
      ForEach(photos) { photo in Image(file: photo, label: photo.name) }
      Button("In a window of its own") { self.openWindow("incident", value: self.id) }
      Button("Close", role: .destructive) {
        let question = AlertState<Bool>("Is it over?") {
          ButtonState("It is over", role: .destructive, action: true)
          ButtonState("Not yet", role: .cancel, action: false)
        }
        if await self.ask(question) { self.desk.close(self.id) }
      }
    } else {
      Text("This incident is closed.")
    }
  }
}
