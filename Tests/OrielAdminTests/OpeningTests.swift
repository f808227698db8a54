import OrielDocument
import OrielGateway
import OrielHub
import Testing

struct OpeningTests {
  let office: Office

  init() throws { office = try Office() }

  @Test func `a window is made, and the user's page is asked to show it`() async throws {
    let guest = try await office.open(for: "u-1")
    let answer = try await office.act(["act": "open", "target": ["user": "u-1"], "scene": "note", "value": 7])
    let id = try #require(answer.json?["window"]?["id"]?.stringValue)
    let epoch = try #require(answer.json?["window"]?["epoch"])
    #expect(
      answer
        == Answer(
          200,
          [
            "act": "open", "target": "user:u-1", "windows": 1,
            "window": [
              "id": .string(id), "user": "u-1", "scene": "note", "title": "Note 7", "epoch": epoch, "rev": 1,
              "attached": 0,
            ],
          ]))
    let triggers = await office.triggers(of: guest)
    #expect(
      triggers
        == [
          SentTrigger(
            id: triggers.first?.id ?? "", kind: "openWindow",
            payload: ["window": .string(id), "url": "/note/7", "title": "Note 7"],
            expires: 60_000)
        ])
    #expect(try await office.get("windows/\(id)").status == 200)
  }

  @Test func `its page may be another than the scene's`() async throws {
    let guest = try await office.open(for: "u-1")
    _ = try await office.act([
      "act": "open", "target": ["user": "u-1"], "scene": "counter", "url": "/counters/7?from=desk",
    ])
    #expect(await office.triggers(of: guest).map { $0.payload["url"] } == ["/counters/7?from=desk"])
  }

  @Test func `the page that was used last is asked`() async throws {
    let first = try await office.open(for: "u-1")
    let last = try await office.open(for: "u-1")
    _ = try await office.act(["act": "open", "target": ["user": "u-1"], "scene": "counter"])
    #expect(await office.triggers(of: first).isEmpty)
    #expect(await office.triggers(of: last).map(\.kind) == ["openWindow"])
  }

  @Test(arguments: [
    (
      #"{"act": "open", "target": {"user": "u-2"}, "scene": "counter"}"#,
      "The user \"u-2\" has no open window, and a page of theirs must open the new one."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "desk"}"#,
      "There is no scene \"desk\": there are \"counter\" and \"note\"."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "note"}"#,
      "The scene \"note\" needs a value: send one as \"value\"."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "note", "value": "seven"}"#,
      "The scene \"note\" can't be opened for this \"value\"."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "value": 7}"#,
      "The scene \"counter\" takes no value: leave \"value\" out."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "url": "https://example.org/"}"#,
      "\"https://example.org/\" is not a path on this server: \"url\" must begin with a single \"/\"."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "url": "//example.org/"}"#,
      "\"//example.org/\" is not a path on this server: \"url\" must begin with a single \"/\"."
    ),
  ])
  func `what can't be opened is refused, and opens nothing`(body: String, detail: String) async throws {
    let guest = try await office.open(for: "u-1")
    let answer = try await office.send(.admin("POST", "acts", body: body))
    #expect(answer == .problem(422, "Unprocessable Content", detail))
    #expect(try await office.get("windows") == Answer(200, ["windows": [.object(guest.json)]]))
    #expect(await office.triggers(of: guest) == [])
  }

  // MARK: Bodies

  @Test(arguments: [
    ("[]", "The body must be an object."),
    ("{}", "\"act\" is missing."),
    (#"{"act": "open", "target": {"user": "u-1"}}"#, "\"scene\" is missing."),
    (#"{"act": "open", "target": {"user": 1}, "scene": "counter"}"#, "\"target.user\" must be a string."),
    (#"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "url": {}}"#, "\"url\" must be a string."),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "vlaue": 1}"#,
      "\"vlaue\" is unknown here: there are \"act\", \"target\", \"reason\", \"actions\", \"destination\", \"expires\", \"force\", \"kind\", \"message\", \"name\", \"node\", \"payload\", \"scene\", \"secret\", \"setting\", \"to\", \"url\" and \"value\"."
    ),
    (
      #"{"act": "open", "target": {"user": "u-1"}, "scene": "counter", "url": null}"#,
      "The body is not acceptable JSON: there is a null at byte 70: leave the member out instead."
    ),
    (
      #"{"user": "u-1", "user": "u-2"}"#,
      "The body is not acceptable JSON: the member \"user\" is repeated at byte 16."
    ),
    ("{", "The body is not acceptable JSON: it ends too soon."),
    ("", "The body is not acceptable JSON: it ends too soon."),
    ("user=u-1", "The body is not acceptable JSON: there is an unexpected character at byte 0."),
    (
      String(repeating: "[", count: 33),
      "The body is not acceptable JSON: it is nested more than 32 levels deep."
    ),
  ])
  func `a body that can't be understood is refused`(body: String, detail: String) async throws {
    let answer = try await office.send(.admin("POST", "acts", body: body))
    #expect(answer == .problem(400, "Bad Request", detail))
  }

  @Test func `a request's body needs a type, and it is JSON`() async throws {
    var request = HTTPRequest.admin("POST", "acts", body: "{}")
    request.headers["content-type"] = "text/plain"
    #expect(
      try await office.send(request)
        == .problem(
          415, "Unsupported Media Type",
          "The body is \"text/plain\": send it as \"content-type: application/json\"."))
    request.headers["content-type"] = nil
    #expect(
      try await office.send(request)
        == .problem(415, "Unsupported Media Type", "Send the header \"content-type: application/json\"."))
  }

  @Test(arguments: ["application/json; charset=utf-8", "Application/JSON", "application/json;charset=utf-8"])
  func `the type of a body may have parameters and any case`(type: String) async throws {
    var request = HTTPRequest.admin("POST", "acts", body: "{}")
    request.headers["content-type"] = type
    #expect(try await office.send(request) == .problem(400, "Bad Request", "\"act\" is missing."))
  }

  @Test(arguments: [
    ("PUT", "windows", "GET, HEAD"), ("get", "windows", "GET, HEAD"),
    ("POST", "windows/w-1", "GET, HEAD"), ("GET", "acts", "POST"), ("HEAD", "acts", "POST"),
    ("DELETE", "triggers/t-1", "GET, HEAD"), ("OPTIONS", "openapi.json", "GET, HEAD"),
  ])
  func `a method that is not taken is answered with those that are`(
    method: String, path: String, allow: String
  ) async throws {
    #expect(
      try await office.send(.admin(method, path))
        == .problem(
          405, "Method Not Allowed", "\(method) is not supported here; use \(allow).",
          headers: ["allow": allow]))
  }
}
