import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET tenants?search=&after=&limit=`: lists tenants in the order of their names, in memory and in the store.
  func listTenants(
    _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    let query = try Query(request.query, allowing: ["search", "after", "limit"])
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    let after = try query.tenant("after")
    guard let (tenants, hasMore) = try? await hub.listTenants(query["search"] ?? "", after: after, limit: limit) else {
      throw .unreadable("The list of tenants")
    }
    var json: JSONObject = ["tenants": .array(tenants.map { .object($0.json) })]
    if hasMore, let last = tenants.last { json.append("next", .string(last.tenant.name)) }
    guard let round = round(of: request, on: hub) else { return .json(200, json) }
    let merged = await round.merged(json, "tenants", by: "name", limit: limit, request) {
      Tenant(named: $0)?.id ?? $0
    }
    return .json(200, merged)
  }

  /// `GET tenants/{name}`: shows a tenant, without loading it.
  func show(
    _ tenant: Tenant, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let found = await Result { try await hub.showTenant(tenant) }
    guard case .success(let row) = found else { throw .unreadable("The tenant") }
    guard let row else { throw .unknownTenant(tenant.name) }
    if row.state == .asleep, let node = await hub.otherNodeName(of: tenant) {
      throw Problem(.onNode(node), tenant)
    }
    return .json(200, row.json)
  }

  /// `GET tenants/{name}/export`: everything that is stored of a tenant, one document a line, as `store import`
  /// takes it.
  func export(
    _ tenant: Tenant, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let found = await Result { try await hub.export(tenant) }
    if case .failure(ExportError.tooManyArchived) = found { throw .tooManyRows(tenant.name) }
    guard case .success(let contents) = found else { throw .unreadable("The tenant") }
    guard let contents else { throw .unknownTenant(tenant.name) }
    let lines = contents.exported.map { "\(JSONValue.object($0))\n" }.joined()
    return HTTPResponse(
      status: 200, headers: ["content-type": "application/jsonl", "cache-control": "no-store"], body: Array(lines.utf8))
  }
}

extension Query {
  func tenant(_ name: String) throws(Problem) -> Tenant? {
    guard let text = self[name] else { return nil }
    guard let tenant = Tenant(named: text) else { throw .wrongParameter(name, expected: "a tenant's name") }
    return tenant
  }
}

extension TenantRow {
  var json: JSONObject {
    var json: JSONObject = ["name": .string(tenant.name), "state": .string(state.rawValue)]
    if isAwake { json.append("awake", true) }
    json.append("members", .integer(members))
    json.append("windows", .integer(windows))
    json.append("attached", .integer(attached))
    json.append("objects", .integer(objects))
    json.append("rows", .integer(rows))
    json.append("timers", .integer(timers))
    json.append("bytes", .integer(bytes))
    if !failing.isEmpty { json.append("failing", .array(failing.map { .object($0.json) })) }
    json["node"] = node.map(JSONValue.string)
    return json
  }
}

extension FailingMessage {
  var json: JSONObject {
    ["message": .string(name), "attempts": .integer(attempts), "error": .string(error)]
  }
}
