import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET windows?after=&limit=`: lists all windows, page by page in the order of their ids, or those that match a
  /// filter.
  func listWindows(
    _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let filters = ["search", "tenant", "user", "scene", "state", "tag", "unused"]
    let query = try Query(request.query, allowing: ["after", "limit"] + filters)
    if filters.contains(where: { query[$0] != nil }) { return try findWindows(query, hub: hub, reply) }
    let limit = try query.integer("limit", in: 1...1000) ?? 100
    hub.listWindows(after: query["after"], limit: limit) { windows, hasMore in
      reply(
        .json(200) { writer in
          writer.beginObject()
          writer.key("windows")
          writer.beginArray()
          for window in windows { writer.write(window.json) }
          writer.endArray()
          if hasMore, let last = windows.last {
            writer.key("next")
            writer.string(last.id.rawValue)
          }
          writer.endObject()
        })
    }
  }

  /// `GET windows/{id}`: shows a window; one that is only in the store is woken.
  func show(
    _ id: WindowID, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.find(id) { found in
      guard let window = found.window else { return reply(Problem.absence(of: id, found).response) }
      var json = hub.describe(window).json
      json["document"] = hub.document(of: window)
      reply(.json(200, json))
    }
  }

  /// `GET windows/{id}/graph`: its models from the root, as `printDebugGraph()` prints them.
  func showGraph(
    of id: WindowID, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.find(id) { found in
      guard let window = found.window else { return reply(Problem.absence(of: id, found).response) }
      reply(.json(200, ["id": .string(id.rawValue), "root": window.graph.debugGraph.json]))
    }
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
    json["attached"] = .integer(attached)
    json["parked"] = parked.map { .object($0.json) }
    return json
  }
}
