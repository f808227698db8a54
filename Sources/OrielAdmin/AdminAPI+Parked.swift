import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET parked`: lists what is parked.
  func listParked(
    _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    return .json(200, ["parked": .array(await hub.findParked().map { .object($0.json) })])
  }
}

extension Parked {
  var json: JSONObject {
    var json: JSONObject = ["what": .string(what)]
    switch subject {
    case .window(let id): json.append("window", .string(id.rawValue))
    case .opening(let name, _): json.append("opening", .string(name))
    case .shared(let name): json.append("shared", .string(name))
    case .tenant(let tenant): json.append("tenant", .string(tenant.name))
    case .messages(let tenant, let type), .requests(let tenant, let type):
      json.append("tenant", .string(tenant.name))
      json.append("object", .string(type))
    case .user: break
    }
    json["user"] = user.map(JSONValue.string)
    if let window { json.append("scene", .string(window.scene)) }
    if let window { json.append("title", .string(window.title)) }
    json.append("times", .integer(times))
    json.append("turn", .string("\(turn)"))
    if turn.foundAt > 0 { json.append("at", .integer(Int(turn.foundAt))) }
    return json
  }

  private var what: String {
    switch subject {
    case .window: "window"
    case .user: "user"
    case .opening: "opening"
    case .shared: "shared"
    case .tenant: "tenant"
    case .messages: "messages"
    case .requests: "requests"
    }
  }

  var isWindow: Bool { if case .window = subject { true } else { false } }

  /// The displayed name of what is parked.
  var name: String {
    let name =
      switch subject {
      case .window(let id): window.map { "the window “\($0.title)” of \($0.user)" } ?? "the window \(id)"
      case .user(let user): "all windows of the user \(user)"
      case .opening(let name, let user): "opening “\(name.isEmpty ? "/" : name)” for \(user)"
      case .shared(let name): "the shared model \(name)"
      case .tenant(let tenant): tenant == .app ? "the objects that all users share" : "the tenant \(tenant)"
      case .messages(let tenant, let type): "messages to \(type) of the tenant \(tenant.name)"
      case .requests(let tenant, let type): "requests to \(type) of the tenant \(tenant.name)"
      }
    return Words.plain(name)
  }

  /// The displayed reason.
  var reason: String { Self.reason(times: times, turn: "\(turn)") }

  static func reason(times: Int, turn: String) -> String {
    "it crashed the process \(times) times, most recently in \(turn)"
  }
}
