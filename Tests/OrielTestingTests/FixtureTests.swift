import Oriel
import OrielHub
import OrielTesting
import Testing

/// A server that begins with what an earlier version of its app has stored.
struct FixtureTests {
  @Test func `what is stored begins another server, and is the same there`() throws {
    let server = try TestServer(app: FixtureApp())
    let window = try server.open(tenant: "acme", user: "ada")
    try window.tap("Add")
    try window.tap("Add")
    try window.tap("Later")
    let stored = try server.stored()
    let other = try TestServer(app: FixtureApp(), stored: stored)
    #expect(try other.stored() == stored)
    let again = try other.open(window.id, user: "ada", claims: ["team": "acme"])
    #expect(again.text == window.text)
    try other.advance(by: .seconds(60))
    #expect(again.text.first == "2 tasks, told")
    #expect(other.warnings == [])
  }

  @Test func `what an earlier version has stored is migrated`() throws {
    let server = try TestServer(app: FixtureApp())
    let window = try server.open(tenant: "acme", user: "ada")
    try window.tap("Add")
    var former = try server.stored()
    former = former.replacing("\"draft\":", with: "\"text\":")
    former = former.replacing("\"title\":\"Task 1\"", with: "\"name\":\"Task 1\"")
    former = former.replacing("\"version\":1", with: "\"version\":0")
    let later = try TestServer(app: FixtureApp(), stored: former)
    let restored = try later.open(window.id, user: "ada", claims: ["team": "acme"])
    #expect(restored.text == window.text)
    #expect(later.warnings == [])
  }

  @Test(arguments: [
    ("Milk", "This line is not JSON: Milk"),
    ("{}", "A line is neither an exported window nor the objects of a user or tenant."),
    (#"{"window":"w-1"}"#, #"This is not an exported window: its "user" is missing or has the wrong type"#),
  ])
  func `what is no fixture is refused`(stored: String, reason: String) {
    let error = #expect(throws: (any Error).self) { try TestServer(app: FixtureApp(), stored: stored) }
    #expect(error.map { "\($0)" } == reason)
  }
}

private struct FixtureApp: WindowApp {
  var tenancy: Tenancy { .claim("team") }
  var body: some Scene { WindowGroup("Tasks", id: "main") { TaskListModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [TaskList()] }
}

struct FixtureTask: Codable, Sendable, Identifiable {
  let id: Int
  var title: String
}

struct TaskReminder: NavigationMessage, Codable {}

@SavedState
final class TaskList {
  static let migrations: [SavedMigration] = [.rows("tasks") { $0.rename("name", to: "title") }]

  let tasks = Rows<FixtureTask>()
  var isTold = false

  init() {}

  func receive(_ message: any NavigationMessage, from sender: Tenant) async throws { isTold = true }
}

@NavigationModel
final class TaskListModel {
  static let migrations: [SavedMigration] = [.rename("text", to: "draft")]

  var draft = "Task"
  @Environment(TaskList.self) var list

  init() {}

  var body: some View {
    Text("\(list.tasks.count) tasks\(list.isTold ? ", told" : "")")
    ForEach(list.tasks) { Text($0.title) }
    TextField("Draft", text: bind(\.draft))
    Button("Add") {
      self.draft += "!"
      self.list.tasks.append(FixtureTask(id: self.list.tasks.count + 1, title: "Task \(self.list.tasks.count + 1)"))
    }
    Button("Later") { self.list.schedule(TaskReminder(), id: "later", after: .seconds(60)) }
  }
}
