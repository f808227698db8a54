import Oriel
import OrielTesting

@testable import OrielHub

/// Windows that act on one another.
struct DispatchApp: WindowApp {
  let tenancy: Tenancy

  init() { self.init(.single) }
  init(_ tenancy: Tenancy) { self.tenancy = tenancy }

  var body: some Scene {
    WindowGroup("Board", id: "main") { DispatchModel() }
    WindowGroup("Incident", id: "incident", for: Int.self) { id in CaseModel(id: id) }
      .onOpenURL { url, root in
        guard url.path.last == "notes", let model = root as? CaseModel else { return false }
        model.count += 1
        return true
      }
    WindowGroup("Chief", id: "chief") { CaseModel(id: 0) }.requiresRole("chief")
    WindowGroup("Roll", id: "roll") { RollModel() }
    SharedModel("ticker") { TickerModel() }
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant.id == "nowhere" { throw UnknownTenant() }
    return [Dispatch()]
  }
}

/// What the dispatchers of a room share.
@SavedState
final class Dispatch {
  var assigned: [Int] = []
  @Environment(Windows.self) var windows

  init() {}

  func assign(_ id: Int, to user: String) {
    assigned.append(id)
    windows.open("incident", value: id, for: user)
  }
}

@NavigationModel
final class DispatchModel {
  var name = "Board"
  @Environment(Dispatch.self) var dispatch
  @Environment(Windows.self) var windows
  @Environment(\.user) var user

  init() {}

  var body: some View {
    Text("assigned \(dispatch.assigned)")
    Button("Assign 7 to bob") { self.dispatch.assign(7, to: "bob") }
    Button("Rename") { self.name += "!" }
    EmptyView().navigationTitle(name)
  }
}

enum Verdict: NavigationMessage, Codable, Hashable { case close }

/// A window with a state of its own, a draft and a question.
@NavigationModel
final class CaseModel {
  let id: Int
  var draft = ""
  var count = 0
  var starts = 0
  /// Of triggers in this window.
  var outcomes: [String] = []
  @Environment(Dispatch.self) var dispatch
  @Environment(\.user) var user

  init(id: Int) { self.id = id }

  func start() { starts += 1 }

  func receive(_ message: any NavigationMessage, from sender: any NavigationModel) {
    if let outcome = message as? TriggerOutcomeMessage {
      outcomes.append("\(outcome.trigger.kind) \(outcome.status)")
    } else {
      count = 99
    }
  }

  var body: some View {
    Text("case \(id) of \(user.id): \(count), \(draft)")
    TextField("Draft", text: bind(\.draft))
    Button("Add") { self.count += 1 }
    Button("Add for all") {
      self.count += 1
      self.dispatch.assigned.append(self.id)
    }
    Button("Ask") { self.present(.alert(AlertState("Close it?") { ButtonState("Close", action: Verdict.close) })) }
  }
}

/// Counts how often its parts are evaluated.
@NavigationModel
final class RollModel {
  @Environment(Windows.self) var windows
  @Environment(Dispatch.self) var dispatch
  @Transient var watched: WindowID?
  /// The member whose windows are counted.
  @Transient var listed: String?

  init() {}

  var body: some View {
    if let listed {
      Text("\(windows.all(of: listed).count)")
    } else if let watched {
      Text(windows.all().first { $0.id == watched }?.title ?? "gone")
    } else {
      Text("\(windows.people.map { "\($0.id) \($0.windows)" })")
      Text("bob: \(String(describing: windows.presence(of: "bob")))")
      Text("\(dispatch.assigned.count)")
    }
  }
}
