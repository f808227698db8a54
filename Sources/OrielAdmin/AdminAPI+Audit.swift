import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET audit?who=&act=&target=&tenant=&since=&after=&limit=`: lists operators' acts, newest first.
  func listAudit(
    _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    let query = try AuditQuery(request, limit: 100, in: 1...1000)
    let (records, next) = try await query.page(on: hub)
    var json: JSONObject = ["records": .array(records.map { .object($0.json) })]
    if let next { json.append("next", .string("\(next)")) }
    return .json(200, json)
  }

  /// `GET audit.jsonl`: exports the same records, one line each; `link` leads to the next page (RFC 8288).
  func exportAudit(
    _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    let query = try AuditQuery(request, limit: 10_000, in: 1...10_000)
    let (records, next) = try await query.page(on: hub)
    var headers: HTTPHeaders = ["content-type": "application/jsonl", "cache-control": "no-store"]
    if let next {
      headers["link"] = "<\(Self.path)/audit.jsonl?\(request.parameters(but: "after"))after=\(next)>; rel=\"next\""
    }
    let lines = records.map { "\(JSONValue.object($0.json))\n" }.joined()
    return HTTPResponse(status: 200, headers: headers, body: Array(lines.utf8))
  }
}

extension AuditQuery {
  /// Requests one record more than the limit, to know whether there are more.
  fileprivate init(_ request: HTTPRequest, limit standard: Int, in range: ClosedRange<Int>) throws(Problem) {
    let query = try Query(request.query, allowing: ["who", "act", "target", "tenant", "since", "after", "limit"])
    let limit = try query.integer("limit", in: range) ?? standard
    self.init(
      who: query["who"], act: query["act"], target: query["target"], tenant: try query.tenant("tenant"),
      since: try query.integer("since", in: 0...(1 << 53 - 1)).map(Int64.init),
      before: try query.integer("after", in: 1...(1 << 53 - 1)), limit: limit + 1)
  }

  fileprivate func page(on hub: WindowHub) async throws(Problem) -> (records: [AuditRecord], next: Int?) {
    guard let found = try? await hub.audit(self) else { throw .unreadable("The audit") }
    let records = Array(found.prefix(limit - 1))
    return (records, found.count == limit ? records.last?.number : nil)
  }
}

extension HTTPRequest {
  fileprivate func parameters(but name: String) -> String {
    (query ?? "").split(separator: "&").filter { !$0.utf8.starts(with: "\(name)=".utf8) }.map { "\($0)&" }.joined()
  }
}
