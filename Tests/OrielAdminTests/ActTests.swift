import Oriel
import OrielDocument
import OrielHub
import Testing

@testable import OrielAdmin
@testable import OrielGateway

/// What operators do, by the one endpoint that takes everything.
struct ActTests {
  let office: Office

  init() throws { office = try Office() }

  private func act(_ body: JSONValue, query: String? = nil) async throws -> Answer {
    try await office.act(body, query: query)
  }

  /// The audit, the oldest first, as `act target outcome detail`.
  private func audit() async throws -> [String] {
    let records = try await office.get("audit", query: "limit=1000").json?["records"]?.arrayValue ?? []
    return records.reversed().map { record in
      ["act", "target", "outcome", "detail"].compactMap { record[$0]?.stringValue }.joined(separator: " ")
    }
  }

  @Test func `every act is in the audit`() async throws {
    await office.control()
    let one = try await office.open(for: "u-1")
    let note = try await office.open(for: "u-2", scene: "note", value: 7)
    let (window, user): (JSONValue, JSONValue) = (["window": .string(one.window)], ["user": "u-2"])
    let acts: [JSONValue] = [
      ["act": "focus", "target": window], ["act": "lock", "target": window],
      ["act": "land", "target": window, "url": "/ten?token=s3cret", "force": true],
      ["act": "unlock", "target": window],
      ["act": "send", "target": window, "actions": [["action": "reset"], ["action": "popAll", "in": "main"]]],
      ["act": "trigger", "target": ["scene": "note"], "kind": "copy", "payload": ["text": "s3cret"]],
      ["act": "open", "target": user, "scene": "note", "value": 8], ["act": "move", "target": window, "to": "u-3"],
      ["act": "dismiss", "target": ["all": true]],
      ["act": "signOut", "target": user], ["act": "ban", "target": user], ["act": "unban", "target": user],
      ["act": "close", "target": ["tenant": "app"]], ["act": "reopen", "target": ["tenant": "app"]],
      ["act": "set", "setting": "sleepAfter", "value": 5000], ["act": "drain"],
    ]
    #expect(try await self.act(["act": "retry", "target": ["all": true]]).status == 404)
    var answers: [Answer] = []
    for act in acts {
      let answer = try await self.act(act)
      #expect(answer.status == 200, "\(act) \(answer)")
      answers.append(answer)
    }
    let trigger = answers[5].json?["trigger"]?.stringValue ?? ""
    let opened = answers[6].json?["window"]?["id"]?.stringValue ?? ""
    #expect(
      try await audit() == [
        "retry all failed", "focus window:\(one.window) performed", "lock window:\(one.window) performed",
        "land window:\(one.window) performed /ten", "unlock window:\(one.window) performed",
        "send window:\(one.window) performed reset, popAll in main",
        "trigger scene:note performed copy \(trigger)", "open user:u-2 performed note window:\(opened)",
        "move window:\(one.window) performed to u-3",
        "dismiss all begun", "dismiss all performed", "signOut user:u-2 performed", "ban user:u-2 performed",
        "unban user:u-2 performed", "close tenant:app begun", "close tenant:app performed",
        "reopen tenant:app begun", "reopen tenant:app performed", "set server performed sleepAfter = 5000",
        "drain server performed",
      ])
    let others = ["retry", "restore", "sleep", "rename", "moveTenant", "skip", "delete"]
    #expect(Set(acts.compactMap { $0["act"]?.stringValue } + others) == Set(Act.names))
    let export = await office.hub.lines(of: .admin("GET", "audit.jsonl"))
    #expect(!export.contains("s3cret"))
    #expect(export.split(separator: "\n").count == 20)
    #expect(office.controls.drains == 1)
    #expect(await office.closed(one) == .windowDismissed)
    #expect(await office.closed(note) == .closed(by: .operator))
  }

  @Test func `a window that was dismissed is brought back for ten minutes, and is in the audit`() async throws {
    let window = try await office.open(for: "u-1", scene: "note", value: 7).window
    let target: JSONValue = ["act": "restore", "target": ["window": .string(window)]]
    let never = "No window \"\(window)\" was closed within the last 10 minutes."
    let answer = try await act(target)
    #expect(answer.status == 404 && answer.json?["detail"]?.stringValue == never)
    #expect(try await act(["act": "dismiss", "target": ["window": .string(window)]]).status == 200)
    let dryRun = try await act(target, query: "dry-run=true")
    #expect(dryRun.json?["windows"] == 1 && dryRun.json?["first"]?[0]?["user"] == "u-1")
    let done = try await act(target)
    #expect(done.json?["window"]?["id"]?.stringValue == window && done.json?["window"]?["scene"] == "note")
    #expect(try await office.get("windows/\(window)").status == 200)
    #expect(try await act(target).status == 404)
    #expect(try await act(["act": "restore", "target": ["user": "u-1"]]).status == 422)
    #expect(try await act(["act": "dismiss", "target": ["window": .string(window)]]).status == 200)
    office.clock.advance(by: 10 * 60_000)
    #expect(try await act(target).status == 404)
    #expect(
      try await audit() == [
        "restore window:\(window) failed", "dismiss window:\(window) performed", "restore window:\(window) performed",
        "restore window:\(window) failed", "restore user:u-1 failed", "dismiss window:\(window) performed",
        "restore window:\(window) failed",
      ])
  }

  @Test func `a record has the operator, the way, the reason and the time`() async throws {
    let guest = try await office.open(for: "u-1")
    office.clock.advance(by: 1234)
    var request = HTTPRequest.admin(
      "POST", "acts", body: #"{"act": "lock", "target": {"window": "\#(guest.window)"}, "reason": "Lunch"}"#)
    request.headers["user-agent"] = "oriel/1.0"
    _ = try await office.send(request)
    let record = try await office.get("audit").json?["records"]?.arrayValue?.first
    let id = try #require(record?["id"])
    #expect(
      record == [
        "number": 1, "id": id, "time": 1234, "who": "admin", "way": "commandLine", "act": "lock",
        "target": .string("window:\(guest.window)"), "outcome": "performed", "reason": "Lunch", "windows": 1,
      ])
  }

  @Test func `forbidden attempts are on record, up to a limit`() async throws {
    for _ in 0..<3 {
      var request = HTTPRequest.admin("POST", "acts")
      request.headers["authorization"] = "Bearer guest"
      _ = try await office.send(request)
    }
    #expect(try await audit() == ["act server forbidden"])
    office.clock.advance(by: 60_000)
    var request = HTTPRequest.admin("GET", "windows")
    request.headers["authorization"] = "Bearer guest"
    _ = try await office.send(request)
    #expect(try await audit() == ["act server forbidden", "look server forbidden"])
  }

  @Test func `a flood of callers without rights shares a record`() async throws {
    func attempt(_ number: Int) async throws {
      var request = HTTPRequest.admin("GET", "windows")
      request.headers["authorization"] = "Bearer guest-\(number)"
      #expect(try await office.send(request).status == 403)
    }
    func last(_ count: Int) async throws -> [String?] {
      let records = try await office.get("audit", query: "limit=\(count)").json?["records"]?.arrayValue ?? []
      return records.map { $0["who"]?.stringValue }
    }
    for number in 0..<1100 { try await attempt(number) }
    let flooded = try await last(3)
    #expect(flooded == ["guest-1000", "guest-999", "guest-998"])
    office.clock.advance(by: 60_000)
    try await attempt(1099)
    let later = try await last(2)
    #expect(later == ["guest-1099", "guest-1000"])
  }

  // MARK: Dry runs

  @Test func `a dry run names and counts, and touches nothing`() async throws {
    let one = try await office.open(for: "u-1")
    let other = try await office.open(for: "u-2")
    let target: JSONValue = ["act": "dismiss", "target": ["scene": "counter"]]
    let answer = try await act(target, query: "dry-run=true")
    let first = [one, other].sorted { $0.window < $1.window }.map { JSONValue.object($0.json) }
    #expect(
      answer == Answer(200, ["act": "dismiss", "target": "scene:counter", "windows": 2, "first": .array(first)]))
    #expect(await office.closed(one) == nil)
    #expect(try await audit().isEmpty)
  }

  @Test func `a dry run counts windows that only the store has, and wakes none`() async throws {
    for user in 1...30 { _ = try await office.open(for: "u-\(user)") }
    let restarted = try office.restarted()
    let body: JSONValue = ["act": "lock", "target": ["all": true]]
    let answer = try await restarted.act(body, query: "dry-run=true")
    #expect(answer.json?["windows"] == 30)
    #expect(answer.json?["first"]?.arrayValue?.count == 20)
    #expect(await restarted.hub.windowsInMemory == 0)
  }

  @Test func `an act for attached windows reaches those that a page shows`() async throws {
    let (here, away) = (try await office.open(for: "u-1"), try await office.open(for: "u-1"))
    await office.leave(away)
    for target: JSONValue in [
      ["user": "u-1", "attached": true], ["scene": "counter", "attached": true], ["all": true, "attached": true],
      ["window": .string(here.window), "attached": true],
    ] {
      let answer = try await act(["act": "focus", "target": target])
      #expect([answer.json?["windows"], answer.json?["failed"]] == [1, nil])
    }
    let absent: JSONValue = ["window": .string(away.window), "attached": true]
    let answer = try await act(["act": "focus", "target": absent], query: "dry-run=true")
    #expect(answer.json?["windows"] == 0)
    let everywhere: JSONValue = ["user": "u-1", "attached": false]
    #expect(try await act(["act": "lock", "target": everywhere]).json?["windows"] == 2)
    #expect(try await audit().contains("focus user:u-1 attached performed"))
  }

  @Test(arguments: ["window", "tag", "user"])
  func `a dry run of nothing is none`(kind: String) async throws {
    let target: JSONValue = [kind: "nobody"]
    let answer = try await act(["act": "focus", "target": target], query: "dry-run=true")
    #expect(answer.status == (kind == "window" ? 404 : 200))
    if kind != "window" { #expect(answer.json?["windows"] == 0) }
  }

  // MARK: Many windows

  @Test func `an act reaches all windows of its target, also those that sleep`() async throws {
    for user in 1...40 { _ = try await office.open(for: "u-\(user)") }
    _ = try await office.open(for: "u-1", scene: "note", value: 13)
    let restarted = try office.restarted()
    let answer = try await restarted.act(["act": "dismiss", "target": ["scene": "counter"]])
    #expect(answer == Answer(200, ["act": "dismiss", "target": "scene:counter", "windows": 40]))
    #expect(try await restarted.get("windows").json?["windows"]?.arrayValue?.count == 1)
  }

  @Test func `windows with a tag are those whose screens have it`() async throws {
    _ = try await office.open(for: "u-1")
    let note = try await office.open(for: "u-1", scene: "note", value: 7)
    let answer = try await act(["act": "dismiss", "target": ["tag": "paper"]])
    #expect(answer == Answer(200, ["act": "dismiss", "target": "tag:paper", "windows": 1]))
    #expect(await office.closed(note) == .closed(by: .operator))
  }

  @Test func `windows in which a command fails are counted by reason`() async throws {
    var notes: [Guest] = []
    for number in [12, 13, 14] {
      notes.append(try await office.open(for: "u-1", scene: "note", value: .integer(number)))
    }
    let body: JSONValue = ["act": "send", "target": ["user": "u-1"], "actions": [["action": "reset"]]]
    let failure: JSONValue = [
      "reason": "The window is locked.", "windows": 1, "first": [.string(notes[1].window)],
    ]
    #expect(
      try await act(body)
        == Answer(
          200, ["act": "send", "target": "user:u-1", "windows": 2, "failed": 1, "failures": [failure]]))
  }

  @Test func `of windows that fail for one reason the first ten are named`() async throws {
    for number in 1...12 { _ = try await office.open(for: "u-1", scene: "note", value: .integer(number)) }
    let answer = try await act(["act": "land", "target": ["user": "u-1"], "url": "/nowhere"])
    let failures = answer.json?["failures"]?.arrayValue ?? []
    #expect((answer.status, answer.json?["windows"], answer.json?["failed"]) == (200, 0, 12))
    #expect(failures.map { $0["reason"] } == ["Nothing in this window handles the address /nowhere."])
    #expect(failures.map { $0["first"]?.arrayValue?.count } == [10])
  }

  @Test(
    arguments: [
      (["all": true], "there is \"Desk.Help\"."), (["scene": "counter"], "there is \"Desk.Help\"."),
      (["scene": "note"], "there is none."),
    ] as [(JSONValue, String)])
  func `a misspelt destination is refused before anything is done`(target: JSONValue, known: String) async throws {
    _ = try await office.open(for: "u-1")
    let destination: JSONValue = ["name": "Desk.Hepl", "properties": ["topic": "keys"]]
    let refused = Answer.problem(
      422, "Unprocessable Content", "There is no destination \"Desk.Hepl\": \(known)")
    #expect(try await act(["act": "land", "target": target, "destination": destination]) == refused)
    let send: JSONValue = ["act": "send", "target": target, "actions": [["destination": destination]]]
    #expect(try await act(send) == refused)
    #expect(try await act(send, query: "dry-run=true") == refused)
  }

  // MARK: Locks

  @Test func `a window that an operator has locked goes nowhere unless forced`() async throws {
    let guest = try await office.open(for: "u-1")
    let target: JSONValue = ["window": .string(guest.window)]
    _ = try await act(["act": "lock", "target": target])
    #expect(try await act(["act": "land", "target": target, "url": "/ten"]).status == 409)
    #expect(try await act(["act": "land", "target": target, "url": "/ten", "force": true]).status == 200)
    _ = try await act(["act": "unlock", "target": target])
    #expect(try await act(["act": "land", "target": target, "url": "/ten"]).status == 200)
  }

  // MARK: Users

  @Test func `a banned user is sent away`() async throws {
    let guest = try await office.open(for: "u-1")
    #expect(
      try await act(["act": "ban", "target": ["user": "u-1"]])
        == Answer(200, ["act": "ban", "target": "user:u-1", "windows": 1]))
    #expect(await office.closed(guest) == .banned)
    await #expect(throws: Refusal.self) { _ = try await office.open(for: "u-1") }
    _ = try await act(["act": "unban", "target": ["user": "u-1"]])
    _ = try await office.open(for: "u-1")
  }

  @Test func `an operator can't ban themself`() async throws {
    let answer = try await act(["act": "ban", "target": ["user": "admin"]])
    #expect(
      answer
        == .problem(422, "Unprocessable Content", "You can't ban yourself. Ask another operator."))
  }

  // MARK: Settings

  @Test func `a setting is what it was set to`() async throws {
    await office.control()
    let changes: [(JSONValue, JSONValue)] = [
      ("attachedWindowsPerUser", 3), ("logLevel", "debug"), ("uploadBytes", 0),
    ]
    for (name, value) in changes {
      #expect(try await act(["act": "set", "setting": name, "value": value]).status == 200)
      let settings = try await office.get("settings").json?["settings"]?.arrayValue
      #expect(settings?.first { $0["name"] == name }?["value"] == value)
    }
    #expect(office.controls.logLevel == "debug")
  }

  @Test(arguments: [
    (#"{"act": "set", "setting": "logLevel", "value": "loud"}"#, "\"logLevel\" must be one of trace, debug"),
    (#"{"act": "set", "setting": "sleepAfter", "value": 1}"#, "must be an integer from 1000 to 86400000"),
    (#"{"act": "set", "setting": "mood", "value": 1}"#, "There is no setting \"mood\""),
    // The flag --windows-per-user is about the windows that are kept.
    (#"{"act": "set", "setting": "windowsPerUser", "value": 1}"#, "There is no setting \"windowsPerUser\""),
    (#"{"act": "dismiss"}"#, "\"dismiss\" needs a \"target\""),
    (#"{"act": "ban", "target": {"all": true}}"#, "applies to a user"),
    (#"{"act": "drain", "target": {"all": true}}"#, "leave \"target\" out"),
    (#"{"act": "explode"}"#, "There is no act \"explode\""),
    (#"{"act": "ban", "target": {"user": "u-1"}, "payload": {}}"#, "\"payload\" is unknown here"),
  ])
  func `a wrong request is answered with the reason`(body: String, detail: String) async throws {
    let answer = try await office.send(.admin("POST", "acts", body: body))
    #expect([400, 422].contains(answer.status))
    #expect(answer.json?["detail"]?.stringValue?.contains(detail) == true, "\(answer)")
  }

  // MARK: The audit's pages

  @Test func `the audit is read page by page`() async throws {
    for user in 1...5 { _ = try await act(["act": "signOut", "target": ["user": .string("u-\(user)")]]) }
    var (targets, after): ([String], String?) = ([], nil)
    repeat {
      let page = try await office.get("audit", query: "limit=2" + (after.map { "&after=\($0)" } ?? "")).json
      targets += page?["records"]?.arrayValue?.compactMap { $0["target"]?.stringValue } ?? []
      after = page?["next"]?.stringValue
    } while after != nil
    #expect(targets == (1...5).reversed().map { "user:u-\($0)" })
    #expect(try await office.get("audit", query: "target=user:u-3").json?["records"]?.arrayValue?.count == 1)
    let lines = try await office.get("audit.jsonl", query: "who=admin&limit=2&after=5")
    #expect(lines.headers["link"] == "</admin/api/v1/audit.jsonl?who=admin&limit=2&after=3>; rel=\"next\"")
  }
}

extension HubActor {
  fileprivate var windowsInMemory: Int { enter { $0.windows.count } }

  fileprivate func lines(of request: HTTPRequest) async -> String {
    var request = request
    request.caller = .user(Credentials(user: User(id: "admin", roles: ["admin"])))
    return await withCheckedContinuation { answered in
      enter { hub in
        AdminAPI().answer(request, hub: hub) { answered.resume(returning: String(decoding: $0.body, as: UTF8.self)) }
      }
    }
  }
}
