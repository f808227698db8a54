import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET windows?after=&limit=`: lists all windows, page by page in the order of their ids, or those that match a
  /// filter.
  func listWindows(
    _ request: HTTPRequest, as who: Operator, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    let filters = ["search", "tenant", "user", "scene", "state", "tag", "unused", "filter", "sort"]
    let query = try Query(request.query, allowing: ["after", "limit"] + filters)
    let isOfOneNode = request.headers[NodeRoute.name] != nil && request.round == nil
    if isOfOneNode || !who.rights.allow(OperatorRights.look) || filters.contains(where: { query[$0] != nil }) {
      return try await findWindows(query, request, as: who, on: hub)
    }
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    let (windows, hasMore) = await hub.listWindows(after: query["after"], limit: limit)
    var json: JSONObject = ["windows": .array(windows.map { .object($0.json) })]
    if hasMore, let last = windows.last { json.append("next", .string(last.id.rawValue)) }
    guard let round = round(of: request, on: hub) else { return .json(200, json) }
    return .json(200, await round.merged(json, "windows", by: "id", limit: limit, request))
  }

  /// `GET windows/{id}`: shows a window; one that is only in the store is woken.
  func show(
    _ id: WindowID, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let window = try await window(id, on: hub)
    var json = hub.describe(window).json
    json["document"] = hub.document(of: window)
    return .json(200, json)
  }

  /// `GET windows/{id}/graph`: its models from the root, as `printDebugGraph()` prints them.
  func showGraph(
    of id: WindowID, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let graph = try await window(id, on: hub).graph.debugGraph
    return .json(200, ["id": .string(id.rawValue), "root": graph.json])
  }

  /// Finds a window in memory or in the store.
  func window(_ id: WindowID, on hub: WindowHub) async throws(Problem) -> Window {
    let found = await hub.find(id)
    guard let window = found.window else { throw .absence(of: id, found, on: hub) }
    return window
  }
}

extension WindowSummary {
  var json: JSONObject {
    var json: JSONObject = ["id": .string(id.rawValue)]
    if tenant != .app { json.append("tenant", .string(tenant.name)) }
    json.append("user", .string(user))
    json.append("scene", .string(scene))
    json.append("title", .string(title))
    json["epoch"] = epoch.map(JSONValue.string)
    json["rev"] = rev.map(JSONValue.integer)
    json["attached"] = .integer(page == nil ? 0 : 1)
    json["node"] = node.map(JSONValue.string)
    json["parked"] = parked.map { .object($0.json) }
    return json
  }

  /// With the name of its user, its page, and how many operators watch it.
  var details: JSONObject {
    var json = json
    json["name"] = name.map(JSONValue.string)
    json["email"] = email.map(JSONValue.string)
    json["page"] = page.map { .object($0.json) }
    if observers > 0 { json.append("observers", .integer(observers)) }
    return json
  }
}

extension PageHealth {
  var json: JSONObject {
    var json: JSONObject = ["silence": .integer(Int(silence))]
    json["drawn"] = drawn.map(JSONValue.integer)
    json["behind"] = lag.map { ["changes": .integer($0.changes), "for": .integer(Int($0.milliseconds))] }
    if isHidden { json.append("hidden", true) }
    json["roundTrip"] = roundTrip.map(JSONValue.integer)
    if !browser.isEmpty { json.append("browser", .string(browser)) }
    if isOutdated { json.append("outdated", true) }
    return json
  }

  init(_ json: JSONValue) {
    self.init(
      drawn: json["drawn"]?.integerValue,
      lag: json["behind"].map {
        PageLag(changes: $0["changes"]?.integerValue ?? 0, milliseconds: Int64($0["for"]?.integerValue ?? 0))
      },
      isHidden: json["hidden"] == true, silence: Int64(json["silence"]?.integerValue ?? 0),
      roundTrip: json["roundTrip"]?.integerValue, browser: json["browser"]?.stringValue ?? "",
      isOutdated: json["outdated"] == true)
  }
}
