import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET users?search=&tenant=&after=&limit=`: lists and counts the users with a window in memory.
  func listUsers(
    _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    let query = try Query(request.query, allowing: ["search", "tenant", "after", "limit"])
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    let offset = try query.integer("after", in: 0...(1 << 53 - 1)) ?? 0
    let access = hub.access
    let tenant = try query.tenant("tenant")
    let page = { (offset: Int, limit: Int) async in
      let found = Search<UserRow>(offset: offset, limit: limit)
      await hub.monitor.findUsers(query["search"] ?? "", of: tenant, found)
      return found.page("users", found.rows.map { .object($0.json(access[$0.id], node: hub.nodeName)) })
    }
    guard let round = round(of: request, on: hub) else { return .json(200, await page(offset, limit)) }
    return .json(200, await round.joined("users", from: offset, limit: limit, request, own: page))
  }

  /// `GET windows?filter=&search=&tenant=&user=&scene=&state=&tag=&unused=&sort=&after=&limit=`: lists and counts the windows that
  /// match all of these.
  func findWindows(
    _ query: Query, _ request: HTTPRequest, as who: Operator, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    var filter = try query.filter("filter")
    filter.text = [filter.text, query["search"] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    guard filter.wordCount <= WindowFilter.maxWords else {
      throw .wrongParameter("search", expected: "at most \(WindowFilter.maxWords) words")
    }
    filter.tenant = try query.tenant("tenant") ?? filter.tenant
    filter.user = query["user"]
    filter.scene = query["scene"]
    filter.tag = query["tag"]
    filter.unusedFor = try Int64(query.integer("unused", in: 0...(1 << 53 - 1)) ?? 0)
    filter.scopes = who.rights.scopes(for: OperatorRights.look)
    if let name = query["state"] {
      guard let state = WindowFilter.State(rawValue: name) else {
        let names = WindowFilter.State.allCases.map(\.rawValue).joined(separator: ", ")
        throw .wrongParameter("state", expected: "one of \(names)")
      }
      filter.state = state
    }
    let sort = try query.sort("sort")
    // Sorted pages of several nodes are made of all rows before their ends.
    let most = request.round == nil ? 1000 : NodeRound.sortedRows
    let limit = try query.integer("limit", in: 1...most) ?? 100
    let after = query["after"] ?? "0"
    guard let offset = Int(after), offset >= 0 else { throw .unknownPage(after) }
    let json = { (row: WindowRow) in
      var json = (hub.windows[row.id].map(hub.describe) ?? WindowSummary(row, node: hub.nodeName)).details
      json.append("state", .string(row.state.rawValue))
      json.append("used", .integer(Int(row.lastUsedAt)))
      if row.recentEvents > 0 { json.append("events", .integer(row.recentEvents)) }
      if row.slowest > 0 { json.append("slowest", .integer(Int(row.slowest / 1000))) }
      if !row.tags.isEmpty { json.append("tags", .array(row.tags.map(JSONValue.string))) }
      return JSONValue.object(json)
    }
    let round = round(of: request, on: hub)
    let share = hub.nodes.isEmpty ? nil : await hub.share()
    let page = { [filter] (offset: Int, limit: Int) async in
      let found = Search<WindowRow>(offset: offset, limit: limit)
      await hub.monitor.findWindows(filter, by: sort, in: share, found)
      return found.page("windows", found.rows.map(json))
    }
    guard let round else { return .json(200, await page(offset, limit)) }
    guard let sort else {
      return .json(200, await round.joined("windows", from: offset, limit: limit, request, own: page))
    }
    guard offset <= NodeRound.sortedRows - limit else {
      throw .wrongParameter(
        "after", expected: "below \(NodeRound.sortedRows) in a sorted list of several nodes: narrow the filter")
    }
    return .json(
      200, await round.sorted("windows", from: offset, limit: limit, request, by: sort, key: sort.key(of:), own: page))
  }

  /// `GET windows/{id}/events`: lists the window's recent events.
  func showEvents(
    of id: WindowID, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let events = try await window(id, on: hub).loggedEvents.map { JSONValue.object($0.json) }
    return .json(200, ["id": .string(id.rawValue), "events": .array(events)])
  }
}

extension Search {
  /// The next page begins at `next`.
  fileprivate func page(_ name: String, _ rows: [JSONValue]) -> JSONObject {
    var json: JSONObject = [name: .array(rows), "count": .integer(count)]
    if offset + rows.count < count { json.append("next", .string("\(offset + rows.count)")) }
    return json
  }
}

extension WindowSummary {
  fileprivate init(_ row: WindowRow, node: String?) {
    self.init(
      id: row.id, tenant: row.tenant, user: row.user, scene: row.scene, title: row.title, parked: row.parked)
    (name, email, page, observers) = (row.name, row.email, row.page, row.observers)
    if row.state != .asleep { self.node = node }
  }
}

extension UserRow {
  fileprivate func json(_ access: UserAccess, node: String?) -> JSONObject {
    var json: JSONObject = ["id": .string(id)]
    json["name"] = name.map(JSONValue.string)
    json["email"] = email.map(JSONValue.string)
    if tenant != .app { json.append("tenant", .string(tenant.name)) }
    if !roles.isEmpty { json.append("roles", .array(roles.map(JSONValue.string))) }
    json.append("windows", .integer(windows))
    json.append("attached", .integer(attached))
    json.append("used", .integer(Int(lastUsedAt)))
    if access.bannedAt != nil { json.append("banned", true) }
    json["node"] = node.map(JSONValue.string)
    return json
  }
}

extension ActivityEntry {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["time": .integer(Int(time)), "name": .string(name)]
    for (key, text) in [("model", model), ("type", type), ("element", element), ("message", message)]
    where !text.isEmpty {
      json.append(key, .string(text))
    }
    switch outcome {
    case .applied: json.append("outcome", "applied")
    case .rejected(let code): json.append("outcome", .string(code.rawValue))
    case .happened: break
    }
    if outcome != .happened {
      json.append("microseconds", .integer(Int(nanoseconds / 1000)))
      json.append("bytes", .integer(bytes))
    }
    if let by { json.append("by", .string(by)) }
    return json
  }
}

extension Query {
  /// A filter as operators type it; of all windows if there is none.
  fileprivate func filter(_ name: String) throws(Problem) -> WindowFilter {
    var filter = WindowFilter()
    filter.state = .all
    guard let text = self[name] else { return filter }
    do {
      filter = try WindowFilter(text, state: .all)
    } catch {
      throw .wrongFilter(error.words)
    }
    return filter
  }

  fileprivate func sort(_ name: String) throws(Problem) -> WindowSort? {
    guard let text = self[name] else { return nil }
    guard let sort = WindowSort(text) else {
      let names = WindowSort.Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw .wrongParameter(name, expected: "one of \(names), or one of them after “-” for the reverse")
    }
    return sort
  }
}

extension WindowSort {
  /// The place of a row of the API.
  func key(of row: JSONValue) -> Key {
    switch field {
    case .title, .user, .tenant, .scene, .node: Key(folding: row[field.rawValue]?.stringValue ?? "")
    case .state: .number(row["state"]?.stringValue.flatMap(WindowFilter.State.init)?.rank ?? 0)
    case .idle: .number(Int64(-(row["used"]?.integerValue ?? 0)))
    case .behind: .number(Int64(row["page"]?["behind"]?["for"]?.integerValue ?? 0))
    case .events, .slowest: .number(Int64(row[field.rawValue]?.integerValue ?? 0))
    }
  }
}
