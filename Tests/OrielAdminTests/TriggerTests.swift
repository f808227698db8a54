import OrielDocument
import OrielGateway
import OrielHub
import Testing

struct TriggerTests {
  let office: Office

  init() throws { office = try Office() }

  private func post(
    _ kind: String = "print", _ payload: JSONValue = [:], to target: JSONValue = ["all": true], expires: Int? = nil
  ) async throws -> Answer {
    var body: JSONObject = ["act": "trigger", "target": target, "kind": .string(kind), "payload": payload]
    body["expires"] = expires.map(JSONValue.integer)
    return try await office.act(.object(body))
  }

  // MARK: Sending

  @Test func `a trigger reaches the window's page as it was sent`() async throws {
    let guest = try await office.open(for: "u-1")
    let payload: JSONValue = ["title": "Lunch", "body": "Soup"]
    let answer = try await post("notify", payload, to: ["window": .string(guest.window)], expires: 5000)
    let id = try #require(answer.json?["trigger"]?.stringValue)
    #expect(
      answer
        == Answer(
          200, ["act": "trigger", "target": .string("window:\(guest.window)"), "windows": 1, "trigger": .string(id)]))
    #expect(
      await office.triggers(of: guest) == [SentTrigger(id: id, kind: "notify", payload: payload, expires: 5000)])
  }

  @Test func `a trigger reaches the windows of its target and no others`() async throws {
    let mine = try await office.open(for: "u-1")
    let myNote = try await office.open(for: "u-1", scene: "note", value: 7)
    let yours = try await office.open(for: "u-2")
    let targets: [(JSONValue, [Guest])] = [
      (["window": .string(mine.window)], [mine]), (["user": "u-1"], [mine, myNote]),
      (["scene": "counter"], [mine, yours]), (["all": true], [mine, myNote, yours]), (["user": "u-9"], []),
      (["scene": "desk"], []),
    ]
    for (target, reached) in targets {
      let answer = try await post(to: target)
      let id = try #require(answer.json?["trigger"]?.stringValue)
      #expect((answer.status, answer.json?["windows"]) == (200, .integer(reached.count)))
      for guest in [mine, myNote, yours] {
        let isReached = reached.contains { $0.window == guest.window }
        #expect(await office.triggers(of: guest).contains { $0.id == id } == isReached, "\(target)")
      }
    }
  }

  @Test func `a window that is not there is no target`() async throws {
    #expect(
      try await post(to: ["window": "w-none"])
        == .problem(404, "Not Found", "There is no window \"w-none\": it was closed, or never opened."))
  }

  @Test func `a window that only the store has is a target`() async throws {
    let guest = try await office.open(for: "u-1")
    let restarted = try office.restarted()
    let answer = try await restarted.act("trigger", on: guest.window, ["kind": "print", "payload": [:]])
    #expect(answer.json?["windows"] == 1)
  }

  // MARK: What is refused

  @Test(arguments: [
    (#"{"act": "trigger", "target": {"all": true}}"#, "\"kind\" is missing."),
    (#"{"act": "trigger", "target": {"all": true}, "kind": "print"}"#, "\"payload\" is missing."),
    (#"{"act": "trigger", "target": {"all": true}, "kind": "print", "payload": []}"#, "\"payload\" must be an object."),
    (
      #"{"act": "trigger", "target": {}, "kind": "print", "payload": {}}"#,
      "\"target\" must have exactly one of \"window\", \"user\", \"tenant\", \"scene\", \"tag\" and \"all\"."
    ),
    (
      #"{"act": "trigger", "target": {"user": "u-1", "all": true}, "kind": "print", "payload": {}}"#,
      "\"target\" must have exactly one of \"window\", \"user\", \"tenant\", \"scene\", \"tag\" and \"all\"."
    ),
    (#"{"act": "trigger", "target": {"all": false}, "kind": "print", "payload": {}}"#, "\"target.all\" must be true."),
    (
      #"{"act": "trigger", "target": {"window": 1}, "kind": "print", "payload": {}}"#,
      "\"target.window\" must be a string."
    ),
    (#"{"act": "trigger", "target": "all", "kind": "print", "payload": {}}"#, "\"target\" must be an object."),
    (
      #"{"act": "trigger", "target": {"group": "x"}, "kind": "print", "payload": {}}"#,
      "\"target.group\" is unknown here: there are \"target.window\", \"target.user\", \"target.tenant\", \"target.scene\", \"target.tag\", \"target.all\" and \"target.attached\"."
    ),
    (
      #"{"act": "trigger", "target": {"all": true}, "kind": "print", "payload": {}, "expires": 0}"#,
      "\"expires\" must be an integer from 1 to 86400000."
    ),
    (
      #"{"act": "trigger", "target": {"all": true}, "kind": "print", "payload": {}, "expires": 86400001}"#,
      "\"expires\" must be an integer from 1 to 86400000."
    ),
    (
      #"{"act": "trigger", "target": {"all": true}, "kind": "print", "payload": {}, "expires": 1.5}"#,
      "\"expires\" must be an integer from 1 to 86400000."
    ),
  ])
  func `a body that can't be understood is refused`(body: String, detail: String) async throws {
    let answer = try await office.send(.admin("POST", "acts", body: body))
    #expect(answer == .problem(400, "Bad Request", detail))
  }

  @Test(arguments: [
    ("focusWindow", "{}"), ("openURL", #"{"url": "https://example.org/", "target": "blank"}"#),
    ("openURL", #"{"url": "/mail"}"#), ("requestReview", "{}"), ("notify", #"{"title": "Lunch"}"#),
    (
      "notify",
      #"{"title": "Copy", "tone": "warn", "action": "Stop", "seconds": 60, "tag": "c", "progress": 0.5, "sound": true}"#
    ),
    ("share", #"{"text": "Soup"}"#), ("share", #"{"title": "Soup", "url": "mailto:cook@example.org"}"#),
    ("copy", #"{"text": "Soup"}"#), ("print", "{}"), ("setBadge", #"{"count": 0}"#),
    ("ask", "{}"), ("reload", "{}"),
    ("custom:lock", #"{"anything": [1, 2]}"#),
  ])
  func `what a page can do is taken`(kind: String, payload: String) async throws {
    let id = try #require(try await post(kind, JSONValue(parsing: payload)).json?["trigger"])
    #expect(try await office.get("triggers/\(id.stringValue ?? "")").json?["kind"] == .string(kind))
  }

  @Test(arguments: [
    ("focusWindow", #"{"window": "w-1"}"#, "\"window\" is unknown"), ("openURL", "{}", "\"url\" is missing"),
    (
      "openURL", #"{"url": "javascript:alert(1)"}"#,
      "\"url\" must be a URL with http, https, mailto or tel, or a relative one"
    ),
    ("openURL", #"{"url": "/", "target": 1}"#, "\"target\" must be a string that is not empty"),
    ("requestReview", #"{"stars": 5}"#, "\"stars\" is unknown"),
    ("notify", #"{"body": "Soup"}"#, "\"title\" is missing"),
    ("notify", #"{"title": ""}"#, "\"title\" must be a string that is not empty"),
    ("notify", #"{"title": "a", "tone": "bad"}"#, #""tone" must be one of "good", "warn", "danger""#),
    ("notify", #"{"title": "a", "seconds": 3601}"#, "\"seconds\" must be a number from 1 to 3600"),
    ("notify", #"{"title": "a", "progress": "1"}"#, "\"progress\" must be a number from 0 to 1"),
    ("notify", #"{"title": "a", "sound": false}"#, "\"sound\" must be true"),
    ("share", #"{"title": "Soup"}"#, "\"url\" or \"text\" is missing"),
    (
      "share", #"{"url": "data:text/html,"}"#,
      "\"url\" must be a URL with http, https, mailto or tel, or a relative one"
    ),
    ("copy", #"{"text": 5}"#, "\"text\" must be a string that is not empty"),
    ("print", #"{"page": 1}"#, "\"page\" is unknown"),
    ("setBadge", #"{"count": -1}"#, "\"count\" must be an integer from 0 to 9007199254740991"),
    ("setBadge", #"{"count": 1.5}"#, "\"count\" must be an integer from 0 to 9007199254740991"),
  ])
  func `what a page could not do is refused`(kind: String, payload: String, detail: String) async throws {
    #expect(
      try await post(kind, JSONValue(parsing: payload))
        == .problem(422, "Unprocessable Content", "The payload of \"\(kind)\" is wrong: \(detail)."))
  }

  @Test func `a window is not opened by a trigger`() async throws {
    #expect(
      try await post("openWindow", ["window": "w-1", "url": "/"])
        == .problem(
          422, "Unprocessable Content",
          "A window is opened by the act \"open\", which also asks a page to show it."))
  }

  @Test(arguments: ["explode", "custom:", "Print", "", "custom:" + String(repeating: "x", count: 65)])
  func `a kind that no page knows is refused`(kind: String) async throws {
    #expect(
      try await post(kind)
        == .problem(
          422, "Unprocessable Content",
          "There is no trigger \"\(kind)\": there are \"focusWindow\", \"openURL\", \"requestReview\", \"notify\", "
            + "\"share\", \"copy\", \"print\", \"ask\", \"reload\", \"download\" and \"setBadge\", and \"custom:<name>\" for the app's own."
        )
    )
  }

  // MARK: Outcomes

  @Test func `the outcome in each window is told, until it has expired`() async throws {
    var guests: [Guest] = []
    for number in 1...3 { guests.append(try await office.open(for: "u-\(number)")) }
    let id = try #require(try await post("custom:lock").json?["trigger"]?.stringValue)
    #expect(try await outcomes(of: id, guests) == ["pending", "pending", "pending"])

    await office.answer(id, .performed, from: guests[0])
    await office.answer(id, .blocked, from: guests[1])
    #expect(try await outcomes(of: id, guests) == ["performed", "blocked", "pending"])

    office.clock.advance(by: 60_000)
    #expect(try await outcomes(of: id, guests) == ["performed", "expired", "expired"])
  }

  @Test func `a page's answer is reported`() async throws {
    let guest = try await office.open(for: "u-1")
    let id = try #require(try await post("notify", ["title": "Lunch"]).json?["trigger"]?.stringValue)
    await office.answer(id, .performed, value: ["tapped": true], from: guest)
    #expect(
      try await office.get("triggers/\(id)")
        == Answer(
          200,
          [
            "id": .string(id), "kind": "notify",
            "outcomes": [["window": .string(guest.window), "status": "performed", "value": ["tapped": true]]],
          ]))
  }

  private func outcomes(of id: String, _ guests: [Guest]) async throws -> [String?] {
    let answer = try await office.get("triggers/\(id)")
    let outcomes = try #require(answer.json?["outcomes"]?.arrayValue)
    #expect(answer == Answer(200, ["id": .string(id), "kind": "custom:lock", "outcomes": .array(outcomes)]))
    #expect(outcomes.count == guests.count)
    return guests.map { guest in
      outcomes.first { $0["window"]?.stringValue == guest.window }?["status"]?.stringValue
    }
  }

  @Test func `a trigger that reaches no window has no outcome`() async throws {
    let id = try #require(try await post().json?["trigger"])
    #expect(
      try await office.get("triggers/\(id.stringValue ?? "")")
        == Answer(200, ["id": id, "kind": "print", "outcomes": []]))
  }

  @Test func `a trigger that was never sent is not found`() async throws {
    #expect(
      try await office.get("triggers/t-none")
        == .problem(
          404, "Not Found",
          "There is no trigger \"t-none\": the server remembers the last 10,000 since its start."))
  }
}
