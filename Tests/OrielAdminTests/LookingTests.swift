import Oriel
import OrielDocument
import OrielGateway
import OrielHub
import Testing

@testable import OrielAdmin

/// Users, windows by what they are, and what has happened in one.
struct LookingTests {
  let office: Office

  init() throws { office = try Office() }

  private func windows(_ query: String) async throws -> (ids: [String], count: Int?) {
    let json = try await office.get("windows", query: query).json
    return (json?["windows"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? [], json?["count"]?.integerValue)
  }

  @Test func `users are listed with their windows, and counted`() async throws {
    _ = try await office.open(for: "ann")
    _ = try await office.open(for: "ann", scene: "note", value: 7)
    let bob = try await office.open(for: "bob")
    await office.leave(bob)
    _ = try await office.act(["act": "ban", "target": ["user": "bob"]])
    let ann: JSONValue = ["id": "ann", "windows": 2, "attached": 2, "used": 0]
    let answer = try await office.get("users")
    #expect(
      answer
        == Answer(
          200,
          ["users": [["id": "bob", "windows": 1, "attached": 0, "used": 0, "banned": true], ann], "count": 2]))
    #expect(try await office.get("users", query: "search=AN") == Answer(200, ["users": [ann], "count": 1]))
    let page = try await office.get("users", query: "limit=1").json
    #expect(page?["next"] == "1")
    #expect(try await office.get("users", query: "limit=1&after=1") == Answer(200, ["users": [ann], "count": 2]))
  }

  @Test func `the number of words in a search is limited`() async throws {
    _ = try await office.open(for: "ann")
    let words = Array(repeating: "a", count: 16).joined(separator: "%20")
    #expect(try await windows("search=\(words)").count == 1)
    let answer = try await office.get("windows", query: "search=\(words)%20a")
    #expect(answer.status == 400)
    #expect(answer.json?["detail"] == "The parameter \"search\" must be at most 16 words.")
  }

  @Test func `windows are found by what they are, and counted`() async throws {
    let counter = try await office.open(for: "ann")
    let note = try await office.open(for: "bob", scene: "note", value: 7)
    await office.leave(note)
    for (query, found) in [
      ("user=ann", [counter]), ("scene=note", [note]), ("tag=paper", [note]), ("state=attached", [counter]),
      ("state=waiting", [note]), ("search=note+7".replacing("+", with: "%20"), [note]), ("state=asleep", []),
      ("state=all", [note, counter]), ("unused=1000", []),
    ] {
      let (ids, count) = try await windows(query)
      #expect(ids == found.map(\.window) && count == found.count, "\(query)")
    }
    #expect(try await windows("state=all&limit=1&after=1").ids == [counter.window])
  }

  @Test func `a filter as it is typed finds and sorts windows`() async throws {
    let counter = try await office.open(for: "ann")
    office.clock.advance(by: 400_000)
    let note = try await office.open(for: "Bob", scene: "note", value: 7)
    await office.leave(note)
    for (query, found) in [
      ("filter=user:ann", [counter]), ("filter=-user:ann", [note]), ("filter=idle%3E5m", [counter]),
      ("filter=is:waiting%20note", [note]), ("filter=tag:paper%20-tag:paper", []), ("filter=scene:note&user=ann", []),
      ("filter=&sort=user", [counter, note]), ("sort=-user", [note, counter]), ("sort=idle", [note, counter]),
      ("sort=-idle", [counter, note]), ("sort=title", [counter, note]), ("sort=-state", [note, counter]),
      ("sort=user&limit=1&after=1", [note]),
    ] {
      let (ids, count) = try await windows(query)
      let all = query.contains("limit") ? 2 : found.count
      #expect(ids == found.map(\.window) && count == all, "\(query)")
    }
    let mistyped = try await office.get("windows", query: "filter=scene%3Ea")
    #expect(mistyped == .problem(400, "Bad Request", "“scene” can’t be “a”: write a colon, as in scene:a."))
    let unknown = try await office.get("windows", query: "sort=colour")
    #expect(
      unknown
        == .problem(
          400, "Bad Request",
          "The parameter \"sort\" must be one of title, user, tenant, scene, state, behind, idle, events, slowest, node, or one of them after “-” for the reverse."
        ))
  }

  @Test func `windows that only the store has are found too`() async throws {
    let guest = try await office.open(for: "ann")
    let restarted = try office.restarted()
    let answer = try await restarted.get("windows", query: "state=asleep")
    let window: JSONValue = [
      "id": .string(guest.window), "user": "ann", "scene": "counter", "title": "Counter", "attached": 0,
      "state": "asleep", "used": 0,
    ]
    #expect(answer == Answer(200, ["windows": [window], "count": 1]))
  }

  @Test func `what an operator has done is in the window's log`() async throws {
    let guest = try await office.open(for: "ann")
    office.clock.advance(by: 5)
    _ = try await office.act(["act": "lock", "target": ["window": .string(guest.window)], "reason": "Lunch"])
    let events = try await office.get("windows/\(guest.window)/events").json?["events"]?.arrayValue
    #expect(
      events == [["time": 5, "name": "operated", "message": "An operator locked the window", "by": "admin"]])
  }

  @Test func `a state that is none is refused`() async throws {
    let answer = try await office.get("windows", query: "state=lost")
    #expect(
      answer
        == .problem(
          400, "Bad Request",
          "The parameter \"state\" must be one of awake, attached, behind, waiting, asleep, parked, all."))
  }
}
