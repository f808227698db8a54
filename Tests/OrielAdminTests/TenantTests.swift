import OrielDocument
import OrielGateway
import OrielHub
import Testing

@testable import OrielAdmin

/// Tenants, as operators see them and act on them.
struct TenantTests {
  let office: Office

  init() throws { office = try Office() }

  private func act(_ act: String, on tenant: String, _ own: JSONObject = [:]) async throws -> Answer {
    var body: JSONObject = ["act": .string(act), "target": ["tenant": .string(tenant)]]
    for member in own { body[member.key] = member.value }
    return try await office.act(.object(body))
  }

  private func app(_ state: String, members: Int, attached: Int) -> JSONValue {
    [
      "name": "app", "state": .string(state), "members": .integer(members), "windows": 1,
      "attached": .integer(attached), "objects": 0, "rows": 0, "timers": 0, "bytes": 0,
    ]
  }

  @Test func `a tenant is listed and shown`() async throws {
    _ = try await office.open(for: "ann")
    #expect(try await office.get("tenants") == Answer(200, ["tenants": [app("open", members: 1, attached: 1)]]))
    #expect(try await office.get("tenants", query: "search=x") == Answer(200, ["tenants": []]))
    #expect(try await office.get("tenants/app") == Answer(200, app("open", members: 1, attached: 1)))
    #expect(
      try await office.get("tenants/none")
        == .problem(404, "Not Found", "There is no tenant \"none\": /admin/api/v1/tenants lists them."))
  }

  @Test func `a closed tenant says what to do next`() async throws {
    let guest = try await office.open(for: "ann")
    let closed = try await act("close", on: "app")
    #expect(closed == Answer(200, ["act": "close", "target": "tenant:app", "windows": 1]))
    #expect(await office.closed(guest) == .tenantClosed)
    #expect(try await office.get("tenants/app") == Answer(200, app("closed", members: 0, attached: 0)))
    #expect(
      try await office.get("windows/\(guest.window)")
        == .problem(
          404, "Not Found", "The window \"\(guest.window)\" is one of a closed tenant. Reopen the tenant first."))
    #expect(
      try await act("close", on: "app")
        == .problem(409, "Conflict", "The tenant \"app\" is closed already. Send \"reopen\" to open it."))
    #expect(try await act("reopen", on: "app").status == 200)
    #expect(try await office.get("windows/\(guest.window)").status == 200)
  }

  @Test func `lists are filtered by tenant`() async throws {
    let guest = try await office.open(for: "ann")
    for (path, filter, count) in [
      ("windows", "app", 1), ("windows", "acme", 0), ("users", "app", 1), ("users", "acme", 0),
    ] {
      #expect(
        try await office.get(path, query: "tenant=\(filter)").json?["count"] == .integer(count), "\(path) \(filter)")
    }
    #expect(try await act("rename", on: "app", ["name": "acme"]).status == 200)
    let found = try await office.get("windows", query: "tenant=acme").json?["windows"]?.arrayValue
    #expect(found?.map { [$0["id"], $0["tenant"]] } == [[.string(guest.window), "acme"]])
    #expect(try await office.get("audit", query: "tenant=app").json?["records"]?.arrayValue?.count == 2)
    #expect(try await office.get("audit", query: "tenant=acme").json?["records"] == [])
    #expect(try await office.get("windows", query: "tenant=a%20b").status == 400)
  }

  @Test func `the audit of a tenant has the acts on it and in it`() async throws {
    let guest = try await office.open(for: "ann")
    let target: JSONValue = ["window": .string(guest.window)]
    #expect(try await office.act(["act": "lock", "target": target]).status == 200)
    #expect(try await office.act(["act": "ban", "target": ["user": "eve"]]).status == 200)
    #expect(try await act("rename", on: "app", ["name": "acme"]).status == 200)
    #expect(try await office.act("dismiss", on: guest.window).status == 200)
    func acts(_ query: String) async throws -> [String]? {
      let records = try await office.get("audit", query: query).json?["records"]?.arrayValue
      return records?.map { "\($0["act"]?.stringValue ?? "") \($0["tenant"]?.stringValue ?? "-")" }
    }
    #expect(try await acts("tenant=app") == ["rename -", "rename -", "lock -"])
    #expect(try await acts("tenant=acme") == ["dismiss acme"])
    #expect(try await acts("tenant=acme&target=all") == [])
    #expect(try await acts("act=ban") == ["ban -"])
  }

  @Test func `an act is for tenants alone, and they are named right`() async throws {
    #expect(
      try await office.act(["act": "close", "target": ["user": "u-1"]])
        == .problem(
          422, "Unprocessable Content", "\"close\" applies to a tenant: send \"target\": {\"tenant\": …}."))
    #expect(
      try await act("rename", on: "app", ["name": "a b"])
        == .problem(
          400, "Bad Request",
          "\"name\" must be a tenant's name: 1 to 64 of A-Z a-z 0-9 . _ - :, \"~\" with a user's id, or \"app\"."))
    #expect(try await act("rename", on: "app").status == 400)
    #expect(try await act("close", on: "none").status == 404)
  }
}
