import OrielDocument
import Testing

struct SendingTests {
  let office: Office
  let guest: Guest

  init() async throws {
    office = try Office()
    guest = try await office.open(for: "u-1")
  }

  private func send(_ actions: JSONValue..., to window: String? = nil, force: Bool? = nil) async throws -> Answer {
    var body: JSONObject = ["actions": .array(actions)]
    body["force"] = force.map(JSONValue.bool)
    return try await office.act("send", on: window ?? guest.window, body)
  }

  private func graph(of window: String, in office: Office? = nil) async throws -> JSONValue? {
    try await (office ?? self.office).get("windows/\(window)/graph").json?["root"]
  }

  private static let help: JSONValue = ["destination": ["name": "Desk.Help", "properties": ["topic": "keys"]]]

  @Test func `an operator sends a destination to its receiver, and sees the models`() async throws {
    let answer = try await send(Self.help)
    #expect((answer.status, answer.json?["window"]?["rev"]) == (200, 2))
    #expect(
      try await graph(of: guest.window) == [
        "type": "CounterModel", "id": "m1",
        "children": [["type": "NoteModel", "id": "m2", "presentedAs": "sheet", "children": []]],
      ])
    #expect(try await send(["action": "dismissAll"]).status == 200)
    #expect(try await graph(of: guest.window) == ["type": "CounterModel", "id": "m1", "children": []])
  }

  @Test func `a window that waits in the store is woken for it`() async throws {
    let later = try office.restarted()
    #expect(try await later.act("send", on: guest.window, ["actions": [Self.help]]).status == 200)
    #expect(try await graph(of: guest.window, in: later)?["children"]?.arrayValue?.count == 1)
  }

  @Test func `a locked window is left alone, unless the operator forces it`() async throws {
    let locked = try await office.open(for: "u-1", scene: "note", value: 13).window
    let refused = "The window \"\(locked)\" is locked: send \"force\": true (--force) to override the lock."
    #expect(try await send(["action": "reset"], to: locked) == .problem(409, "Conflict", refused))
    #expect(try await send(["action": "reset"], to: locked, force: true).status == 200)
  }

  @Test func `only what the scene lists can be sent`() async throws {
    let attic: JSONValue = ["destination": ["name": "Attic"]]
    let unknown = "There is no destination \"Attic\": there is \"Desk.Help\"."
    #expect(try await send(Self.help, attic) == .problem(422, "Unprocessable Content", unknown))
    let explode =
      "There is no action \"explode\": there are \"dismissAll\", \"empty\", \"locked\", \"pause\", \"popAll\" and \"reset\"."
    #expect(try await send(["action": "explode"]) == .problem(422, "Unprocessable Content", explode))
    #expect(try await graph(of: guest.window) == ["type": "CounterModel", "id": "m1", "children": []])
  }

  @Test(
    arguments: [
      [:], ["action": "reset", "in": "shelf"], ["in": "shelf"], ["action": "popAll", "destination": ["name": "Attic"]],
    ] as [JSONValue])
  func `an action is one thing`(action: JSONValue) async throws {
    let detail = "An action has either \"action\", with \"in\" only beside \"popAll\", or \"destination\"."
    #expect(try await send(action) == .problem(400, "Bad Request", detail))
  }

  @Test(arguments: [[], ["reset"], "reset", 5] as [JSONValue])
  func `actions are a list of objects`(actions: JSONValue) async throws {
    #expect(try await office.act("send", on: guest.window, ["actions": actions]).status == 400)
    #expect(try await send(["action": "popAll", "in": "no stack of this name"]).status == 200)
  }
}
