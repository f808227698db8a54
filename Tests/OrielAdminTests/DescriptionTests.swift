import OrielDocument
import OrielGateway
import Testing

@testable import OrielAdmin

struct DescriptionTests {
  @Test func `the description is served to anyone`() async throws {
    let answer = try await Office().send(HTTPRequest(path: "/admin/api/v1/openapi.json"))
    #expect(answer.status == 200)
    #expect(answer.headers == ["content-type": "application/json", "cache-control": "no-cache"])
    #expect(answer.json?["openapi"] == "3.1.0")
  }

  /// Together with the look-up that every other test's answers go through: no more and no less than what is described.
  @Test func `every answer that is described is given`() async throws {
    let office = try Office()
    let guest = try await office.open(for: "u-1")
    let locked = try await office.open(for: "u-1", scene: "note", value: 13)
    let window = "windows/\(guest.window)"
    let trigger: JSONValue = ["act": "trigger", "target": ["all": true], "kind": "print", "payload": [:]]
    let id = try #require(try await office.act(trigger).json?["trigger"]?.stringValue)

    var requests: [HTTPRequest] = [
      .admin("GET", "openapi.json"), .admin("GET", "windows"), .admin("GET", "windows", query: "limit=0"),
      .admin("GET", window), .admin("GET", window, query: "x=1"), .admin("GET", "windows/w-none"),
      .admin("GET", "\(window)/graph"), .admin("GET", "\(window)/graph", query: "x=1"),
      .admin("GET", "windows/w-none/graph"),
      .admin("GET", "triggers/\(id)"), .admin("GET", "triggers/\(id)", query: "x=1"),
      .admin("GET", "triggers/t-none"),
    ]
    let free = try await office.open(for: "u-3")
    requests += [
      .admin("POST", "acts", body: #"{"act": "lock", "target": {"user": "u-1"}}"#),
      .admin("POST", "acts", query: "dry-run=true", body: #"{"act": "ban", "target": {"user": "u-1"}}"#),
      .admin("POST", "acts", body: #"{"act": "explode"}"#), .admin("POST", "acts", body: "{"), .admin("POST", "acts"),
      .admin("POST", "acts", body: #"{"act": "dismiss", "target": {"window": "w-none"}}"#),
      .admin("POST", "acts", body: #"{"act": "land", "target": {"window": "\#(locked.window)"}, "url": "/"}"#),
      .admin("POST", "acts", body: #"{"act": "land", "target": {"window": "\#(free.window)"}, "url": "/eleven"}"#),
      .admin("GET", "windows", query: "state=all&after=x"), .admin("GET", "users"),
      .admin("GET", "users", query: "x=1"), .admin("GET", "windows/w-none/events"),
      .admin("GET", "windows/\(free.window)/events"), .admin("GET", "windows/\(free.window)/events", query: "x=1"),
      .admin("GET", "tenants"), .admin("GET", "tenants", query: "x=1"), .admin("GET", "tenants/app"),
      .admin("GET", "tenants/app", query: "x=1"), .admin("GET", "tenants/none"), .admin("GET", "tenants/app/export"),
      .admin("GET", "tenants/app/export", query: "x=1"), .admin("GET", "tenants/none/export"),
      .admin("GET", "parked"), .admin("GET", "parked", query: "x=1"), .admin("GET", "audit"),
      .admin("GET", "audit", query: "x=1"), .admin("GET", "audit.jsonl"),
      .admin("GET", "audit.jsonl", query: "x=1"), .admin("GET", "settings"), .admin("GET", "settings", query: "x=1"),
      .admin("GET", "nodes"),
      .admin("GET", "nodes", query: "x=1"),
    ]
    for (method, path) in [
      ("GET", "windows"), ("GET", window), ("GET", "triggers/\(id)"), ("GET", "\(window)/graph"),
      ("GET", "\(window)/events"), ("GET", "users"), ("POST", "acts"), ("GET", "audit"), ("GET", "audit.jsonl"),
      ("GET", "settings"), ("GET", "nodes"), ("GET", "parked"), ("GET", "tenants"), ("GET", "tenants/app"),
      ("GET", "tenants/app/export"),
    ] {
      for token in ["wrong", "guest"] {
        var request = HTTPRequest.admin(method, path)
        request.headers["authorization"] = "Bearer \(token)"
        requests.append(request)
      }
      for caller in [Caller.throttled(7), .unavailable] {
        var request = HTTPRequest.admin(method, path)
        request.caller = caller
        requests.append(request)
      }
    }

    var given: Set<String> = []
    for request in requests {
      let answer = try await office.send(request)
      given.insert("\(request.method) \(Description.template(of: request.path)) \(answer.status)")
    }
    // The Transport refuses what is too large before anyone here hears of it.
    #expect(given == (try Description().answers.subtracting(["POST /acts 413"])))
  }

  @Test func `every kind of trigger has its payload described`() throws {
    let schemas = try Description().json["components"]?["schemas"]
    for kind in TriggerKind.predefined {
      let schema = schemas?["Payload\(kind.name.prefix(1).uppercased())\(kind.name.dropFirst())"]
      let properties = schema?["properties"]?.objectValue?.map(\.key) ?? []
      #expect(properties.sorted() == kind.members.map(\.name).sorted(), "\(kind.name)")
      let required = schema?["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      #expect(required == kind.members.filter(\.isRequired).map(\.name), "\(kind.name)")
    }
  }

  @Test func `every act is described, with its members`() throws {
    let schemas = try Description().json["components"]?["schemas"]?["Act"]?["oneOf"]?.arrayValue ?? []
    let described = schemas.map { schema in
      let members = schema["properties"]?.objectValue?.map(\.key) ?? []
      let own = members.filter { !["act", "target", "reason"].contains($0) }
      return "\(schema["properties"]?["act"]?["const"]?.stringValue ?? "") \(own.sorted())"
    }
    #expect(described.sorted() == Act.all.map { "\($0.name) \($0.members.sorted())" }.sorted())
  }

  @Test func `every reference of the description leads somewhere`() throws {
    let json = try Description().json
    let references = references(in: json)
    #expect(!references.isEmpty)
    for reference in references {
      let target = reference.split(separator: "/").dropFirst().reduce(json as JSONValue?) { $0?[String($1)] }
      #expect(target != nil, "\(reference)")
    }
  }

  private func references(in json: JSONValue) -> Set<String> {
    switch json {
    case .object(let object):
      object.reduce(into: []) { found, member in
        if member.key == "$ref", let reference = member.value.stringValue { found.insert(reference) }
        found.formUnion(references(in: member.value))
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
    default: []
    }
  }
}
