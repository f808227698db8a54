import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET windows?after=&limit=`: all there are, page by page in the order of their ids.
  func listWindows(
    _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let query = try Query(request.query, allowing: ["after", "limit"])
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

  /// `GET windows/{id}`: also one that waits in the store; looking at it wakes it.
  func show(
    _ id: WindowID, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.find(id) { window in
      guard let window else { return reply(Problem.unknownWindow(id.rawValue).response) }
      var json = hub.describe(window).json
      json["document"] = hub.document(of: window)
      reply(.json(200, json))
    }
  }

  /// `GET windows/{id}/graph`: its models from the root, as `printDebugGraph()` prints them (F144).
  func showGraph(
    of id: WindowID, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.find(id) { window in
      guard let window else { return reply(Problem.unknownWindow(id.rawValue).response) }
      reply(.json(200, ["id": .string(id.rawValue), "root": window.graph.debugGraph.json]))
    }
  }

  /// `POST windows {user, scene, value?, url?}`: makes it, and asks the user's most recently used page to show it.
  func openWindow(_ request: HTTPRequest, hub: isolated WindowHub) throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let body = try Members(request.jsonBody(), allowing: ["user", "scene", "value", "url"])
    let user = try body.required("user") { (body, name) throws(Problem) in try body.text(name) }
    let scene = try body.required("scene") { (body, name) throws(Problem) in try body.text(name) }
    let url = try body.text("url")
    if let url, !isPath(url) { throw .foreignURL(url) }
    let value = body.object["value"]
    do {
      let window = hub.describe(try hub.open(scene: scene, value: value, url: url, for: user))
      let location = "\(Self.path)/windows/\(window.id)"
      return .json(201, headers: ["location": location], window.json)
    } catch {
      throw Problem(error, user: user, scene: scene, hasValue: value != nil, hub: hub)
    }
  }

  /// `DELETE windows/{id}`: on the server first, whatever its pages can do.
  func dismiss(
    _ id: WindowID, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.dismiss(id) { wasThere in
      reply(wasThere ? .noContent : Problem.unknownWindow(id.rawValue).response)
    }
  }
}

/// Whether the URL is of this server's own pages: it is opened by one of them, as itself. `//host` is another server's.
private func isPath(_ url: String) -> Bool {
  SafeURL.isAllowed(url) && url.utf8.first == UInt8(ascii: "/") && url.utf8.dropFirst().first != UInt8(ascii: "/")
}

extension WindowSummary {
  var json: JSONObject {
    var json: JSONObject = [
      "id": .string(id.rawValue), "user": .string(user), "scene": .string(scene), "title": .string(title),
    ]
    json["epoch"] = epoch.map(JSONValue.string)
    json["rev"] = rev.map(JSONValue.integer)
    json["attached"] = .integer(attached)
    return json
  }
}

extension Problem {
  /// Says more than the hub does, so that the sender knows what to change.
  fileprivate init(
    _ error: OpenError, user: String, scene: String, hasValue: Bool, hub: isolated WindowHub
  ) {
    switch (error, hub.takesValue(scene: scene)) {
    case (.unknownUser, _): self = .unknownUser(user)
    case (.unknownScene, _), (.wrongValue, nil): self = .unknownScene(scene, known: hub.sceneIDs)
    case (.wrongValue, true?) where !hasValue: self = .missingValue(scene: scene)
    case (.wrongValue, false?) where hasValue: self = .needlessValue(scene: scene)
    case (.wrongValue, _): self = .wrongValue(scene: scene)
    }
  }
}
