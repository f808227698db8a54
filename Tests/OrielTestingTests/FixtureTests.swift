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

  @Test func `a new property of a saved value has its default`() throws {
    let server = try TestServer(app: FixtureApp())
    let window = try server.open(tenant: "acme", user: "ada")
    try window.tap("Add")
    let former = try server.stored().replacing(#","note":"""#, with: "")
    #expect(!former.contains("note"))
    let later = try TestServer(app: FixtureApp(), stored: former)
    #expect(try later.open(window.id, user: "ada", claims: ["team": "acme"]).text == window.text)
    #expect(later.warnings == [])
    #expect(try later.keptAside() == [])
  }

  private static let untitled = """
    1 of 1 rows of 'tasks' of TaskList: 'title' of FixtureTask is missing. \
    Add @SavedValue to FixtureTask and give 'title' a default, or write a migration
    """

  @Test func `what can't be decoded closes its tenant`() throws {
    let server = try TestServer(app: FixtureApp())
    try server.open(tenant: "acme", user: "ada").tap("Add")
    let former = try server.stored().replacing(#""title":"Task 1""#, with: #""heading":"Task 1""#)
    let later = try TestServer(app: FixtureApp(), stored: former)
    #expect(throws: TestError.refused(.tenantClosed)) { try later.open(tenant: "acme", user: "ada") }
    #expect(
      later.warnings == [
        """
        The tenant "acme" is closed. The saved state of the tenant "acme" can't be decoded, and nothing was changed: \
        \(Self.untitled)
        """
      ])
    #expect(try later.stored() == former)
  }

  @Test func `what all users share and can't be decoded is an error`() throws {
    let server = try TestServer(app: FixtureApp(tenancy: .single))
    try server.open(user: "ada").tap("Add")
    let former = try server.stored().replacing(#""title":"Task 1""#, with: #""heading":"Task 1""#)
    let error = #expect(throws: (any Error).self) { try TestServer(app: FixtureApp(tenancy: .single), stored: former) }
    #expect(
      error.map { "\($0)" }
        == "The saved state of all users can't be decoded, and nothing was changed: \(Self.untitled)"
    )
  }

  @Test func `what is damaged is listed`() throws {
    let server = try TestServer(app: FixtureApp())
    let window = try server.open(tenant: "acme", user: "ada")
    let damaged = try server.stored().replacing(#""draft":"Task""#, with: #""draft":7"#)
    let later = try TestServer(app: FixtureApp(), stored: damaged)
    _ = try later.open(window.id, user: "ada", claims: ["team": "acme"])
    let kept = try later.keptAside()
    #expect(kept.count == 1)
    #expect(kept.first?.hasPrefix(#"the window \#(window.id) of the user "ada" of the tenant "acme": "#) == true)
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
  var tenancy = Tenancy.claim("team")
  var body: some Scene { WindowGroup("Tasks", id: "main") { TaskListModel() } }
  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [TaskList()] }
}

@SavedValue
struct FixtureTask: Codable, Sendable, Identifiable {
  let id: Int
  var title: String
  var note = ""
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
