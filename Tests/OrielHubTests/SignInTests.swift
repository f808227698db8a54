import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Users who sign in in a window of the app.
struct SignInTests {
  private func server(_ tenancy: Tenancy = .single, _ notes: Tenancy? = nil) throws -> TestServer {
    try TestServer(app: ClubApp(tenancy: tenancy, notes: notes), store: TestStore())
  }

  private func enter(_ server: TestServer, as name: String = "ada", user: String = "u-7") throws -> TestWindow {
    let window = try server.open(user: user, scene: "enter")
    try window.type(name, into: "Name")
    try window.type("secret of \(name)", into: "Password")
    return window
  }

  @Test func `who signs in is that user, with a name, roles and claims`() throws {
    let server = try server()
    let window = try enter(server)
    try window.tap("Sign in")
    try window.followSignIn()
    #expect(window.user == "ada")
    #expect(window.text == ["Members' notes", "ada Ada L. chief desk=rates", "Sign out"])
    #expect(server.warnings == [])
  }

  @Test func `windows of an anonymous user come along with their drafts, but not the one for signing in`() throws {
    let server = try server()
    let note = try server.open(user: "u-7", scene: "draft")
    try note.type("half a wo", into: "Draft")
    let window = try enter(server)
    try window.tap("Sign in")
    try window.followSignIn()
    let windows = server.look { $0.homes[.app]!.windows.all().map { [$0.user, $0.scene] }.sorted { $0[1] < $1[1] } }
    #expect(windows == [["ada", "draft"], ["u-7", "enter"], ["ada", "notes"]])
    let moved = try server.open(note.id, user: "ada")
    #expect(moved.text.contains("half a wo"))
  }

  @Test func `where users share nothing, windows come along to the new user's tenant`() throws {
    let server = try server(.single, .perUser)
    let note = try server.open(user: "u-7", scene: "draft")
    try note.type("half a wo", into: "Draft")
    let window = try server.open(user: "u-7", scene: "draft")
    try window.tap("Become ada")
    try window.followSignIn()
    let moved = try server.open(note.id, user: "ada")
    #expect(moved.text.contains("half a wo"))
  }

  @Test func `windows of a named user stay`() throws {
    let server = try server()
    let note = try server.open(user: "bob", scene: "draft")
    try note.type("bob's", into: "Draft")
    let window = try enter(server, user: "bob")
    try window.tap("Sign in")
    try window.followSignIn()
    #expect(throws: TestError.self) { try server.open(note.id, user: "ada") }
    #expect(try server.open(note.id, user: "bob").text.contains("bob's"))
  }

  @Test func `a wrong password is refused, and the page stays`() throws {
    let server = try server()
    let window = try enter(server)
    try window.type("wrong", into: "Password")
    try window.tap("Sign in")
    #expect(window.text.contains("refused"))
    #expect(throws: TestError.self) { try window.followSignIn() }
  }

  @Test(arguments: ["", "u-9", "admin", String(repeating: "x", count: 65)])
  func `an id that no user can have is not signed in`(id: String) throws {
    let server = try server()
    let window = try enter(server, as: id)
    try window.tap("Sign in")
    #expect(window.text.contains("notPossible"))
    #expect(server.warnings.count == 1)
    #expect(server.warnings[0].hasPrefix("A user was not signed in: "))
  }

  @Test func `the operators' role has to be asked for`() throws {
    let server = try server()
    let window = try server.open(user: "u-7", scene: "draft")
    try window.tap("Become an admin")
    #expect(
      server.warnings == [
        """
        A user was not signed in: the role admin is the operators', who see all windows. Use another name, or pass asOperator: \
        true
        """
      ])
    try window.tap("Become an operator")
    try window.followSignIn()
    #expect(window.user == "root")
  }

  @Test func `a session has an end, however long it was asked for`() throws {
    let server = try server()
    let window = try server.open(user: "u-7", scene: "draft")
    try window.tap("Become ada for ever")
    try window.followSignIn()
    #expect(window.user == "ada")
  }

  @Test func `an error of the app's function is the handler's, and no failed attempt`() throws {
    let server = try server()
    let window = try enter(server, as: "broken")
    #expect(try window.tap("Sign in") == .rejected(.failed, "Something went wrong"))
    #expect(server.events.last?.kind == .failed)
    #expect(!window.text.contains("refused"))
  }

  @Test func `five attempts of a network are checked at once`() async throws {
    let server = try server()
    let windows = try (1...6).map { try enter(server, as: "slow", user: "u-\($0)") }
    for window in windows { try window.tap("Sign in") }
    let throttled = windows.map { window in window.text.contains { $0.hasPrefix("throttled") } }
    #expect(throttled == [false, false, false, false, false, true])
    Slow.gate.answer()
    try await server.settled { windows.prefix(5).allSatisfy { $0.text.contains("refused") } }
    try windows[5].tap("Sign in")
    Slow.gate.answer()
    try await server.settled { windows[5].text.contains("refused") }
  }

  @Test func `a network has sixty attempts a minute, also if they succeed`() throws {
    let server = try server()
    let waits = server.look { hub in
      (0..<61).map { _ in
        let attempt = hub.signIns.beginInApp(from: "192.0.2.1")
        attempt.end(false)
        return attempt.wait
      } + [hub.signIns.beginInApp(from: "192.0.2.2").wait, hub.signIns.beginInApp(from: nil).wait]
    }
    #expect(waits == Array(repeating: 0, count: 60) + [5, 0, 0])
    try server.advance(by: .seconds(2))
    #expect(server.look { $0.signIns.beginInApp(from: "192.0.2.1").wait } == 0)
  }

  @Test func `ten failures for one account make it wait, from whichever network`() throws {
    let server = try server()
    let waits = server.look { hub in
      (0..<13).map { number in
        let attempt = hub.signIns.begin(from: "192.0.2.\(number)", as: "ada")
        if attempt.wait == 0 { attempt.end(true) }
        return attempt.wait
      } + [hub.signIns.begin(from: "192.0.2.99", as: "bob").wait, hub.signIns.begin(from: "192.0.2.99").wait]
    }
    #expect(waits == Array(repeating: 0, count: 10) + [1, 1, 1, 0, 0])
    try server.advance(by: .seconds(1))
    #expect(server.look { $0.signIns.begin(from: "192.0.2.99", as: "ada").wait } == 0)
  }

  @Test func `two hundred attempts of all networks are checked at once`() throws {
    let server = try server()
    let waits = server.look { hub in
      let attempts = (0..<201).map { hub.signIns.begin(from: "192.0.\($0 / 250).\($0 % 250)") }
      attempts[0].end(false)
      return attempts.map(\.wait) + [hub.signIns.begin(from: "198.51.100.1").wait]
    }
    #expect(waits == Array(repeating: 0, count: 200) + [1, 0])
  }

  @Test func `neither the password nor the ticket is in the store, the document or the log`() throws {
    let server = try server()
    let window = try enter(server)
    try window.tap("Sign in")
    let stored = try server.store.answer { try $0.contents(of: .app) }
    for text in ["\(stored)", "\(window.document)", "\(server.events)"] {
      #expect(!text.contains("secret of"))
      #expect(!text.contains("/sign-in/as/"))
    }
  }

  @Test func `who signs out is anonymous again, on every device`() throws {
    let server = try server()
    let window = try enter(server)
    try window.tap("Sign in")
    try window.followSignIn()
    let other = try server.open(user: "ada", roles: ["chief"], scene: "notes")
    try window.tap("Sign out")
    try window.followSignIn()
    #expect(window.user == "u-7")
    #expect(window.text.contains("Sign in"))
    #expect(!other.isAttached)
  }

  @Test(arguments: [
    ("u-7", "/", "/enter"), ("u-7", "/notes", "/enter"), ("u-7", "/draft", nil), ("u-7", "/enter", nil),
    ("bob", "/notes", nil), ("u-7", "/unknown", "/enter"),
  ])
  func `a visitor who needs a user for a window is led to where users sign in`(
    user: String, address: String, scene: String?
  ) throws {
    let server = try server()
    var request = AttachRequest(user: User(id: user), instance: "page")
    request.attach.url = address
    #expect(server.look(request) { $0.signIns.areNeeded(for: $1) ? $0.signIns.address : nil } == scene)
  }

  @Test func `a scene in which no visitor can sign in is refused at the start`() {
    func start(_ scenes: some Scene) throws { _ = try SceneTable(scenes._declarations, tenancy: .claim("desk")) }
    let enter = WindowGroup("Enter", id: "enter") { DraftModel() }.asksToSignIn()
    #expect(
      throws: HubError.signIn(
        "enter", "a visitor has no tenant yet: add .tenancy(.single) or .tenancy(.perUser)")
    ) { try start(enter) }
    #expect(throws: HubError.signIn("enter", "it requires a role, which no visitor has")) {
      try start(enter.tenancy(.single).requiresRole("chief"))
    }
    let one = enter.tenancy(.single)._declarations
    let other = WindowGroup("Other", id: "other") { DraftModel() }.asksToSignIn()._declarations
    #expect(throws: HubError.signIn("other", "another scene asks to sign in: remove one of them")) {
      try SceneTable(one + other, tenancy: .single)
    }
  }
}

private enum Slow { static let gate = Exchange() }

private struct BrokenAccounts: Error {}

@NavigationModel private final class EnterModel {
  var name = ""
  var password = Secret("")
  var outcome = ""

  var body: some View {
    TextField("Name", text: bind(\.name))
    SecureField("Password", text: bind(\.password))
    if !outcome.isEmpty { Text(outcome) }
    Button("Sign in") {
      let outcome = try await self.signIn { try await self.user() }
      self.outcome = "\(outcome)"
    }
  }

  private func user() async throws -> User? {
    if name == "broken" { throw BrokenAccounts() }
    if name == "slow" { await Slow.gate.place("sign-in") }
    guard password.revealed == "secret of \(name)", name != "slow" else { return nil }
    return User(id: name, name: "Ada L.", roles: name == "admin" ? [] : ["chief"], claims: ["desk": "rates"])
  }
}

@NavigationModel private final class NotesModel {
  @Environment(\.user) var user

  var body: some View {
    Text("Members' notes")
    Text("\(user.id) \(user.name ?? "") \(user.roles.sorted().joined()) desk=\(user.claims["desk"] ?? "")")
    Button("Sign out") { self.signOut() }
  }
}

@NavigationModel private final class DraftModel {
  var draft = ""

  var body: some View {
    TextField("Draft", text: bind(\.draft))
    Text(draft)
    Button("Become ada for ever") {
      _ = try await self.signIn(for: .seconds(Int64.max), returningTo: "/draft") { User(id: "ada") }
    }
    Button("Become an admin") { _ = try await self.signIn { User(id: "root", roles: ["admin"]) } }
    Button("Become an operator") {
      _ = try await self.signIn(returningTo: "/draft", asOperator: true) { User(id: "root", roles: ["admin"]) }
    }
    Button("Become ada") { _ = try await self.signIn(returningTo: "/draft") { User(id: "ada", roles: ["chief"]) } }
  }
}

private struct ClubApp: WindowApp {
  var tenancy: Tenancy = .single
  var notes: Tenancy?

  init() {}
  init(tenancy: Tenancy, notes: Tenancy?) { (self.tenancy, self.notes) = (tenancy, notes) }

  var body: some Scene {
    WindowGroup("Notes", id: "notes") { NotesModel() }.requiresRole("chief")
    WindowGroup("Draft", id: "draft") { DraftModel() }.tenancy(notes ?? tenancy)
    WindowGroup("Enter", id: "enter") { EnterModel() }.tenancy(.single).asksToSignIn()
  }
}
