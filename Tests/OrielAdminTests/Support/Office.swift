import Logging
import Oriel
import OrielDocument
import OrielHub
import OrielTesting
import Synchronization
import Testing

@testable import OrielAdmin
@testable import OrielGateway

/// A hub with the administration's route, as the Gateway has it. Every answer is looked up in `openapi.json`.
final class Office: Sendable {
  static let token = "s3cret"

  let hub: HubActor
  let clock = TestClock()
  let store: TestStore
  let controls = NotedControls()
  let api = AdminAPI()

  init(store: TestStore = TestStore(), operators: OperatorRoles = OperatorRoles()) throws {
    let executor = QueueExecutor()
    self.store = store
    hub = try HubActor(
      app: Desk(), executor: executor, scheduler: clock, store: store,
      randomness: TestRandomness(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      operators: operators)
  }

  /// From now on operators may drain the server and change its log.
  func control() async { await hub.obey(controls) }

  /// The same windows after a crash: only what the store has is left.
  func restarted() throws -> Office { try Office(store: store) }

  /// A page of this user comes and opens a window.
  func open(for user: String, scene: String = "counter", value: JSONValue? = nil) async throws -> Guest {
    try await hub.open(for: user, scene: scene, value: value)
  }

  func send(_ request: HTTPRequest) async throws -> Answer {
    let answer = Answer(await hub.answer(request, api))
    try Description.check(answer, to: request)
    return answer
  }

  func get(_ path: String, query: String? = nil, role: String? = nil) async throws -> Answer {
    try await send(.admin("GET", path, query: query).of(role))
  }

  func act(_ body: JSONValue, query: String? = nil, role: String? = nil) async throws -> Answer {
    try await send(.admin("POST", "acts", query: query, body: body.description).of(role))
  }

  func act(_ name: String, on window: String, _ own: JSONObject = [:]) async throws -> Answer {
    var body: JSONObject = ["act": .string(name), "target": ["window": .string(window)]]
    for member in own { body[member.key] = member.value }
    return try await act(.object(body))
  }
}

extension HTTPRequest {
  /// The same request of an operator with this role.
  fileprivate func of(_ role: String?) -> HTTPRequest {
    guard let role else { return self }
    var request = self
    request.headers["authorization"] = "Bearer role-\(role)"
    return request
  }

  /// A request of someone who has the admin token.
  static func admin(_ method: String, _ path: String, query: String? = nil, body: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, path: "/admin/api/v1/\(path)", query: query,
      headers: ["authorization": "Bearer \(Office.token)"])
    if let body {
      request.headers["content-type"] = "application/json"
      request.body = Array(body.utf8)
    }
    return request
  }
}

/// What came back, whole.
struct Answer: Equatable, CustomStringConvertible {
  var status: Int
  var headers: HTTPHeaders
  var json: JSONValue?

  init(_ status: Int, _ json: JSONValue?, headers: HTTPHeaders = [:]) {
    self.status = status
    self.json = json
    self.headers = headers
    self.headers["cache-control"] = "no-store"
    if json != nil, self.headers["content-type"] == nil { self.headers["content-type"] = "application/json" }
  }

  init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    json = response.body.isEmpty ? nil : try? JSONReader.value(from: response.body)
  }

  static func problem(_ status: Int, _ title: String, _ detail: String, headers: HTTPHeaders = [:]) -> Answer {
    var headers = headers
    headers["content-type"] = "application/problem+json"
    let json: JSONValue = [
      "type": "about:blank", "title": .string(title), "status": .integer(status), "detail": .string(detail),
    ]
    return Answer(status, json, headers: headers)
  }

  var description: String {
    "\(status) \(headers.map { "\($0.name): \($0.value)" }.sorted()) \(json.map(\.description) ?? "")"
  }
}

/// A page and the window it has opened; both live on the hub.
struct Guest: Sendable {
  let window: String
  fileprivate nonisolated(unsafe) let page: TestPage  // used on the hub only
  fileprivate nonisolated(unsafe) let attachment: OrielHub.Attachment  // used on the hub only

  /// What an operator is told of its window.
  let json: JSONObject
}

struct Refusal: Error { var reason: CloseReason? }

extension ServerMessage.Attached {
  /// What an operator is told of a window with this one page.
  fileprivate func json(title: String) -> JSONObject {
    [
      "id": .string(window), "user": .string(user), "scene": .string(scene), "title": .string(title),
      "epoch": .string(epoch.text), "rev": .integer(rev), "attached": 1,
    ]
  }
}

extension Office {
  func triggers(of guest: Guest) async -> [SentTrigger] { await hub.triggers(of: guest) }
  func closed(_ guest: Guest) async -> CloseReason? { await hub.closed(guest) }

  func answer(_ trigger: String, _ status: TriggerStatus, value: JSONValue? = nil, from guest: Guest) async {
    await hub.perform(trigger, status, value, guest)
  }

  func leave(_ guest: Guest) async { await hub.detach(guest) }
}

/// A server that notes what it is told.
final class NotedControls: ServerControls {
  private let state = Mutex((level: "info", drains: 0))

  var logLevel: String {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  var drains: Int { state.withLock { $0.drains } }
  func drain() { state.withLock { $0.drains += 1 } }
}

extension Office {
  /// The user of a token: of `role-auditor`, one with that role; `guest` and `guest-1` are users without rights.
  fileprivate static func user(of token: some StringProtocol) -> User? {
    if token == Office.token { return User(id: "admin", roles: ["admin"]) }
    if token.hasPrefix("role-") { return User(id: "op", roles: [String(token.dropFirst(5))]) }
    return token.hasPrefix("guest") ? User(id: String(token)) : nil
  }
}

extension HubActor {
  fileprivate func obey(_ controls: NotedControls) { enter { $0.use(controls) } }

  fileprivate func answer(_ request: HTTPRequest, _ api: AdminAPI) async -> HTTPResponse {
    let router = Router([api.route])
    var request = request
    if let token = Authentication.bearer(of: request), request.caller == .nobody {
      request.caller = Office.user(of: token).map { .user(Credentials(user: $0)) } ?? .refused(.notTheAdminToken)
    }
    return await withCheckedContinuation { answered in
      guard let route = router.route(for: request.path) else {
        return answered.resume(returning: .text(404, "no route"))
      }
      enter { route.handler(request, $0) { answered.resume(returning: $0) } }
    }
  }

  fileprivate func open(for user: String, scene: String, value: JSONValue?) async throws -> Guest {
    try await withCheckedThrowingContinuation { opened in
      enter { hub in
        var request = AttachRequest(user: User(id: user), instance: "i-\(hub.windows.count)")
        request.scene = scene
        request.value = value
        let page = TestPage()
        hub.attach(request, client: page) { answer in
          guard let attachment = answer.attachment, let position = page.position,
            let window = hub.windows[position.windowID]
          else {
            return opened.resume(throwing: Refusal(reason: page.closed))
          }
          opened.resume(
            returning: Guest(
              window: position.window, page: page, attachment: attachment,
              json: position.json(title: window.title)))
        }
      }
    }
  }

  fileprivate func triggers(of guest: Guest) -> [SentTrigger] { guest.page.triggers }
  fileprivate func closed(_ guest: Guest) -> CloseReason? { guest.page.closed }
  fileprivate func detach(_ guest: Guest) { enter { $0.detach(guest.attachment) } }

  fileprivate func perform(_ trigger: String, _ status: TriggerStatus, _ value: JSONValue?, _ guest: Guest) {
    enter { $0.performed(trigger, status, value: value, by: guest.attachment) }
  }
}
