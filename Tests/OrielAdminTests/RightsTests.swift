import OrielDocument
import OrielHub
import Testing

@testable import OrielAdmin

@Suite("What operators may do by role") struct RightsTests {
  /// A supervisor of notes, and an auditor.
  static let roles = OperatorRoles([
    OperatorGrant(
      role: "supervisor", acts: ["look", "open", "dismiss", "trigger"], windows: WindowScope(scenes: ["note"])),
    OperatorGrant(role: "supervisor", acts: ["focus"], windows: WindowScope(tags: ["paper"])),
    OperatorGrant(role: "auditor", acts: ["look", "audit"]),
  ])

  private func office() throws -> Office { try Office(operators: Self.roles) }

  private func forbidden(_ detail: String) -> Answer {
    .problem(403, "Forbidden", detail, headers: ["www-authenticate": "Bearer error=\"insufficient_scope\""])
  }

  private func ids(_ answer: Answer) -> [JSONValue] {
    answer.json?["windows"]?.arrayValue?.compactMap { $0["id"] } ?? []
  }

  @Test func `lists show the windows of the role alone`() async throws {
    let office = try office()
    let counter = try await office.open(for: "ann")
    let note = try await office.open(for: "ben", scene: "note", value: 1)
    #expect(try await ids(office.get("windows", role: "supervisor")) == [.string(note.window)])
    #expect(try await ids(office.get("windows", query: "scene=counter", role: "supervisor")) == [])
    #expect(
      try await Set(ids(office.get("windows", role: "auditor"))) == [.string(note.window), .string(counter.window)])
  }

  @Test(arguments: ["", "/graph", "/events"])
  func `a window of another scene is not shown`(part: String) async throws {
    let office = try office()
    let counter = try await office.open(for: "ann")
    let note = try await office.open(for: "ben", scene: "note", value: 1)
    #expect(try await office.get("windows/\(note.window)\(part)", role: "supervisor").status == 200)
    #expect(
      try await office.get("windows/\(counter.window)\(part)", role: "supervisor")
        == forbidden("Your roles allow \"look\" only in windows of the scene note: name one of these."))
    #expect(try await office.get("windows/w-none\(part)", role: "supervisor").status == 404)
  }

  @Test(arguments: ["users", "tenants", "parked", "settings", "nodes"])
  func `lists of the whole server need a right for all windows`(path: String) async throws {
    let office = try office()
    #expect(try await office.get(path, role: "auditor").status == 200)
    #expect(
      try await office.get(path, role: "supervisor")
        == forbidden("Your roles don't allow \"look\". The server's flag --operator-role can give it to one of them."))
  }

  @Test(arguments: [("audit", "audit"), ("audit.jsonl", "audit"), ("tenants/app/export", "export")])
  func `the audit and exports are rights of their own`(path: String, right: String) async throws {
    let refusal = forbidden(
      "Your roles don't allow \"\(right)\". The server's flag --operator-role can give it to one of them.")
    #expect(try await office().get(path, role: "supervisor") == refusal)
    let auditor = try await office().get(path, role: "auditor")
    #expect(right == "audit" ? auditor.status == 200 : auditor == refusal)
  }

  @Test func `an act is done in the windows of the role, and refused elsewhere`() async throws {
    let office = try office()
    let counter = try await office.open(for: "ann")
    let note = try await office.open(for: "ben", scene: "note", value: 1)
    let dismiss = { (target: JSONValue) async throws in
      try await office.act(["act": "dismiss", "target": target], role: "supervisor")
    }
    let refusal = forbidden("Your roles allow \"dismiss\" only in windows of the scene note: name one of these.")
    #expect(try await dismiss(["window": .string(counter.window)]) == refusal)
    #expect(try await dismiss(["user": "ann"]) == refusal)
    #expect(try await dismiss(["all": true]) == refusal)
    #expect(try await dismiss(["scene": "counter"]) == refusal)
    #expect(await office.closed(counter) == nil)
    #expect(try await dismiss(["scene": "note", "attached": true]).json?["windows"] == 1)
    #expect(await office.closed(note) == .closed(by: .operator))
    let audit = try await office.get("audit", query: "act=dismiss").json?["records"]?.arrayValue
    let outcomes = audit?.compactMap { $0["outcome"]?.stringValue }
    #expect(outcomes == ["performed", "begun", "forbidden", "forbidden", "forbidden", "forbidden"])
  }

  @Test func `a dry run says the same`() async throws {
    let office = try office()
    _ = try await office.open(for: "ann")
    let answer = try await office.act(
      ["act": "dismiss", "target": ["all": true]], query: "dry-run=true", role: "supervisor")
    #expect(answer.status == 403)
  }

  @Test func `a window that sleeps is known by its scene`() async throws {
    let first = try office()
    let counter = try await first.open(for: "ann")
    let note = try await first.open(for: "ben", scene: "note", value: 1)
    let office = try Office(store: first.store, operators: Self.roles)
    #expect(
      try await office.act(["act": "dismiss", "target": ["window": .string(counter.window)]], role: "supervisor").status
        == 403)
    #expect(
      try await office.act(["act": "dismiss", "target": ["window": .string(note.window)]], role: "supervisor").status
        == 200)
  }

  @Test func `a right for a tag is one for windows that have it now`() async throws {
    let office = try office()
    let counter = try await office.open(for: "ann")
    let note = try await office.open(for: "ben", scene: "note", value: 1)
    let focus = { (target: JSONValue) async throws in
      try await office.act(["act": "focus", "target": target], role: "supervisor")
    }
    #expect(try await focus(["window": .string(note.window)]).status == 200)
    #expect(try await focus(["tag": "paper"]).status == 200)
    #expect(
      try await focus(["window": .string(counter.window)])
        == forbidden("Your roles allow \"focus\" only in windows with the tag paper: name one of these."))
    #expect(try await focus(["scene": "note"]).status == 403)
  }

  @Test func `one window among those that a page shows is no target for a part of the windows`() async throws {
    let office = try office()
    let note = try await office.open(for: "ben", scene: "note", value: 1)
    let target: JSONValue = ["window": .string(note.window), "attached": true]
    #expect(try await office.act(["act": "focus", "target": target], role: "supervisor").status == 403)
    #expect(try await office.act(["act": "focus", "target": target]).status == 200)
  }

  @Test func `the outcomes of triggers are those of all windows`() async throws {
    let office = try office()
    _ = try await office.open(for: "ben", scene: "note", value: 1)
    let sent = try await office.act(
      ["act": "trigger", "target": ["scene": "note"], "kind": "print", "payload": [:]], role: "supervisor")
    let trigger = try #require(sent.json?["trigger"]?.stringValue)
    #expect(try await office.get("triggers/\(trigger)", role: "supervisor").status == 403)
    #expect(try await office.get("triggers/\(trigger)", role: "auditor").status == 200)
  }

  @Test func `windows are opened of the role's scenes`() async throws {
    let office = try office()
    _ = try await office.open(for: "ann")
    let open = { (scene: String, value: JSONValue?) async throws in
      var body: JSONObject = ["act": "open", "target": ["user": "ann"], "scene": .string(scene)]
      body["value"] = value
      return try await office.act(.object(body), role: "supervisor")
    }
    #expect(try await open("note", 7).status == 200)
    #expect(try await open("counter", nil).status == 403)
  }

  @Test(arguments: ["signOut", "ban"])
  func `an act on a user needs a right of its own`(act: String) async throws {
    let office = try office()
    let ann = try await office.open(for: "ann")
    #expect(
      try await office.act(["act": .string(act), "target": ["user": "ann"]], role: "supervisor")
        == forbidden("Your roles don't allow \"\(act)\". The server's flag --operator-role can give it to one of them.")
    )
    #expect(await office.closed(ann) == nil)
  }

  @Test func `a role without a grant is no operator's`() async throws {
    #expect(try await office().get("windows", role: "clerk").status == 403)
    #expect(try await Office().get("windows", role: "supervisor").status == 403)
  }
}

@Suite("The text of a grant") struct GrantTests {
  @Test func `has a role, acts, scenes and tags`() throws {
    #expect(
      try OperatorGrant(parsing: "desk.lead=look,focus,land:scene=blotter,ticket:tag=equities")
        .description == "desk.lead look,focus,land windows of the scene blotter or ticket with the tag equities")
    #expect(
      try OperatorGrant(parsing: "lead=focus:tag=incident:7,b:scene=note").description
        == "lead focus windows of the scene note with the tag incident:7 or b")
    #expect(try OperatorGrant(parsing: "realm:auditor=look,audit").description == "realm:auditor look,audit windows")
    #expect(try OperatorGrant(parsing: "lead=open:scene=ticket").description == "lead open windows of the scene ticket")
  }

  @Test(arguments: [
    ("", GrantError.form), ("supervisor", .form), ("=look", .form), ("supervisor=", .form),
    ("supervisor=look:", .unknownAct("look:")), ("supervisor=look:scene=", .form),
    ("supervisor=look:room=a", .unknownAct("look:room=a")),
    ("admin=look", .administrator), ("supervisor=look,lok", .unknownAct("lok")),
    ("supervisor=ban:scene=ticket", .notOfWindows("ban")), ("supervisor=audit:tag=a", .notOfWindows("audit")),
    ("supervisor=open:tag=a", .notOfWindows("open")), ("supervisor=drain:scene=ticket", .notOfWindows("drain")),
  ])
  func `is refused with what to write`(text: String, error: GrantError) throws {
    #expect(throws: error) { try OperatorGrant(parsing: text) }
    #expect(!error.description.isEmpty)
  }
}

extension OperatorGrant {
  fileprivate var description: String { "\(role) \(acts.joined(separator: ",")) \(windows)" }
}
