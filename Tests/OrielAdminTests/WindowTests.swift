import OrielDocument
import OrielGateway
import OrielHub
import Testing

struct WindowTests {
  let office: Office

  init() throws { office = try Office() }

  private static func page(_ guests: [Guest], next: String? = nil) -> Answer {
    var json: JSONObject = ["windows": .array(guests.map { .object($0.json) })]
    json["next"] = next.map(JSONValue.string)
    return Answer(200, .object(json))
  }

  // MARK: Listing

  @Test func `without windows the list is empty`() async throws {
    #expect(try await office.get("windows") == Self.page([]))
  }

  @Test func `windows are listed in the order of their ids, page by page`() async throws {
    var guests: [Guest] = []
    for number in 1...9 { guests.append(try await office.open(for: "u-\(number)")) }
    guests.sort { $0.window < $1.window }

    #expect(try await office.get("windows") == Self.page(guests))
    #expect(try await office.get("windows", query: "limit=9") == Self.page(guests))
    for limit in 1...8 {
      var after = ""
      for start in stride(from: 0, to: guests.count, by: limit) {
        let page = Array(guests[start..<min(start + limit, guests.count)])
        let next = start + limit < guests.count ? page.last?.window : nil
        #expect(
          try await office.get("windows", query: "limit=\(limit)&after=\(after)") == Self.page(page, next: next))
        after = next ?? ""
      }
    }
  }

  @Test func `a window without a page is listed as unattached`() async throws {
    let guest = try await office.open(for: "u-1")
    await office.leave(guest)
    var json = guest.json
    json["attached"] = 0
    #expect(try await office.get("windows") == Answer(200, ["windows": [.object(json)]]))
  }

  @Test func `windows that are only in the store are listed among the others`() async throws {
    var guests: [Guest] = []
    for number in 1...6 { guests.append(try await office.open(for: "u-\(number)")) }
    guests.sort { $0.window < $1.window }
    let office = try office.restarted()
    _ = try await office.get("windows/\(guests[2].window)")
    for limit in 1...7 {
      var listed: [JSONValue] = []
      var next: String? = ""
      while let after = next {
        let page = try await office.get("windows", query: "limit=\(limit)&after=\(after)")
        listed += page.json?["windows"]?.arrayValue ?? []
        next = page.json?["next"]?.stringValue
      }
      #expect(listed.map { $0["id"]?.stringValue } == guests.map(\.window))
      #expect(listed.map { $0["title"]?.stringValue } == Array(repeating: "Counter", count: 6))
      #expect(listed.map { $0["epoch"] != nil } == [false, false, true, false, false, false])
    }
  }

  @Test(arguments: ["limit=0", "limit=1001", "limit=many", "limit", "limit=%31%30%30%31"])
  func `a limit must be an integer from 1 to 1000`(query: String) async throws {
    #expect(
      try await office.get("windows", query: query)
        == .problem(400, "Bad Request", "The parameter \"limit\" must be an integer from 1 to 1000."))
  }

  @Test(arguments: [
    (
      "limt=5",
      "The parameter \"limt\" is unknown here: there are \"after\", \"limit\", \"search\", \"tenant\", \"user\", \"scene\", \"state\", \"tag\", \"unused\", \"filter\" and \"sort\"."
    ),
    ("limit=5&limit=6", "The parameter \"limit\" appears twice."),
    ("after=%zz", "The parameter after=%zz is not percent-encoded UTF-8."),
    ("after=%ff", "The parameter after=%ff is not percent-encoded UTF-8."),
  ])
  func `a parameter that can't be understood is refused`(query: String, detail: String) async throws {
    #expect(try await office.get("windows", query: query) == .problem(400, "Bad Request", detail))
  }

  // MARK: One window

  @Test func `one window comes with its document`() async throws {
    let guest = try await office.open(for: "u-1")
    var json = guest.json
    json["document"] = [
      "scene": "counter", "title": "Counter", "url": "/", "root": "m1",
      "models": [
        "m1": ["kind": "screen", "type": "CounterModel", "body": [["type": "text", "text": "0"]]]
      ],
    ]
    #expect(try await office.get("windows/\(guest.window)") == Answer(200, .object(json)))
  }

  @Test func `an id may be percent-encoded`() async throws {
    let guest = try await office.open(for: "u-1")
    let encoded = guest.window.replacing("-", with: "%2D")
    #expect(try await office.get("windows/\(encoded)") == (try await office.get("windows/\(guest.window)")))
  }

  @Test func `HEAD is answered as GET`() async throws {
    let guest = try await office.open(for: "u-1")
    #expect(try await office.send(.admin("HEAD", "windows")) == Self.page([guest]))
  }

  @Test func `a window that only the store has is found`() async throws {
    let guest = try await office.open(for: "u-1", scene: "note", value: 7)
    let restarted = try office.restarted()
    let answer = try await restarted.get("windows/\(guest.window)")
    #expect(answer.status == 200)
    #expect(answer.json?["user"] == "u-1")
    #expect(answer.json?["title"] == "Note 7")
    #expect(answer.json?["attached"] == 0)
  }

  @Test func `a window that is not there is not found`() async throws {
    #expect(
      try await office.get("windows/w-none")
        == .problem(404, "Not Found", "There is no window \"w-none\": it was closed, or never opened."))
  }

  @Test(arguments: ["windows/a/b", "windows/", "windows/%zz", "triggers/%f", "", "windowsx", "openapi.json/x"])
  func `a path that leads nowhere is not found`(path: String) async throws {
    #expect(
      try await office.get(path)
        == .problem(
          404, "Not Found",
          "There is nothing at /admin/api/v1/\(path): /admin/api/v1/openapi.json lists the available paths."))
  }

  // MARK: Dismissing

  @Test func `a window is dismissed on the server and in its page`() async throws {
    let guest = try await office.open(for: "u-1")
    #expect(try await office.act("dismiss", on: guest.window).status == 200)
    #expect(await office.closed(guest) == .closed(by: .operator))
    #expect(try await office.get("windows") == Self.page([]))
    #expect(try await office.act("dismiss", on: guest.window).status == 404)
    #expect(office.store.windowCount == 0)
  }

  @Test func `a window that only the store has is dismissed`() async throws {
    let guest = try await office.open(for: "u-1")
    let restarted = try office.restarted()
    #expect(try await restarted.act("dismiss", on: guest.window).status == 200)
    #expect(office.store.windowCount == 0)
    #expect(try await restarted.get("windows/\(guest.window)").status == 404)
  }
}
