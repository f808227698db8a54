import OrielDocument
import Testing

struct PlaceTests {
  let office: Office
  let guest: Guest

  init() async throws {
    office = try Office()
    guest = try await office.open(for: "u-1")
  }

  private func open(_ place: JSONObject, in window: String? = nil) async throws -> Answer {
    try await office.act("land", on: window ?? guest.window, place)
  }

  private func body(of window: String) async throws -> [JSONValue] {
    let document = try await office.get("windows/\(window)").json?["document"]
    // The models of a document have no order.
    return (document?["models"]?.objectValue ?? [:]).compactMap { $0.value["body"]?[0]?["text"] }
      .sorted { ($0.stringValue ?? "") < ($1.stringValue ?? "") }
  }

  @Test func `an operator leads a window to an address`() async throws {
    let answer = try await open(["url": "/ten"])
    #expect((answer.status, answer.json?["window"]?["rev"]) == (200, 2))
    #expect(try await body(of: guest.window) == ["10"])
  }

  @Test func `an operator leads a window to a destination by its name`() async throws {
    let place: JSONValue = ["name": "Desk.Help", "properties": ["topic": "keys"]]
    #expect(try await open(["destination": place]).status == 200)
    #expect(try await body(of: guest.window) == ["0", "Note 4"])
  }

  @Test func `a window that waits in the store is led there too`() async throws {
    let later = try office.restarted()
    let answer = try await later.act("land", on: guest.window, ["url": "/ten"])
    #expect(answer.status == 200)
    #expect(
      try await later.get("windows/\(guest.window)").json?["document"]?["models"]?["m1"]?["body"]?[0]?["text"] == "10")
  }

  @Test func `a locked window is left alone, unless it is forced`() async throws {
    let locked = try await office.open(for: "u-1", scene: "note", value: 13).window
    let refused = "The window \"\(locked)\" is locked: send \"force\": true (--force) to override the lock."
    #expect(try await open(["url": "/note/13"], in: locked) == .problem(409, "Conflict", refused))
    #expect(try await open(["url": "/note/13", "force": true], in: locked).status == 200)
  }

  @Test(arguments: [
    (#"{"url": "/eleven"}"#, "Nothing in this window handles the address /eleven."),
    (
      #"{"url": "https://example.org/"}"#,
      "\"https://example.org/\" is not a path on this server: \"url\" must begin with a single \"/\"."
    ),
    (#"{"url": "/broken"}"#, "The app failed to navigate there. The server's log has the reason."),
    (
      #"{"destination": {"name": "Attic"}}"#,
      "There is no destination \"Attic\": there is \"Desk.Help\"."
    ),
    (
      #"{"destination": {"name": "Desk.Help"}}"#,
      "Nothing in this window handles a destination \"Desk.Help\" with these properties."
    ),
    (
      #"{"destination": {"name": "Desk.Help", "properties": {"topic": "x"}, "method": "push"}}"#,
      "The window can't go there now: it shows no stack to push onto."
    ),
    (
      #"{"destination": {"name": "Desk.Help", "method": "jump"}}"#,
      "There is no method \"jump\": there are \"push\", \"send\", \"sheet\", \"cover\", \"managedSheet\", \"managedCover\" and \"replace\"."
    ),
  ])
  func `where a window can't go is said`(body: String, detail: String) async throws {
    let answer = try await open(#require(JSONValue(parsing: body).objectValue))
    #expect(answer == .problem(422, "Unprocessable Content", detail))
    #expect(try await self.body(of: guest.window) == ["0"])
  }

  @Test(arguments: [#"{}"#, #"{"url": "/", "destination": {"name": "Desk.Help"}}"#])
  func `exactly one place is asked for`(body: String) async throws {
    let answer = try await open(#require(JSONValue(parsing: body).objectValue))
    #expect(answer == .problem(400, "Bad Request", "Send exactly one of \"url\" and \"destination\"."))
  }
}
