import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// A request of the console to the operators' API, which answers for all nodes.
struct ConsoleRequest {
  var path: String
  /// Parameters without a value are left out.
  var query: KeyValuePairs<String, String?> = [:]
  /// Further parameters, by their names.
  var parameters: [String: String] = [:]
  /// An act; `nil` for a question.
  var body: JSONObject?

  /// The user agent, by which an act of the console is told from others in the audit.
  static let userAgent = "oriel-console"

  private var encoded: String {
    let given = query.compactMap { name, value in value.map { (name, $0) } } + parameters.sorted { $0.key < $1.key }
    return given.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  var target: String { "\(path)?\(encoded)" }

  fileprivate func request(of credentials: Credentials) -> HTTPRequest {
    var request = HTTPRequest(
      method: body == nil ? "GET" : "POST", path: "\(AdminAPI.path)/\(path)",
      query: encoded.isEmpty ? nil : encoded, headers: ["user-agent": Self.userAgent])
    if let body {
      request.headers["content-type"] = "application/json"
      request.body = Array(JSONValue.object(body).description.utf8)
    }
    request.caller = .user(credentials)
    return request
  }
}

extension AdminAPI {
  /// Answers a request of the console.
  fileprivate func answer(
    _ request: ConsoleRequest, of user: User, on hub: WindowHub
  ) async throws(Problem) -> JSONObject {
    // A sign-out closes the console, so its user has signed in since.
    let issued = hub.access.list.nextSignIn(of: user.id, now: hub.wallTime)
    let answer = try await response(to: request.request(of: Credentials(user: user, issued: issued)), on: hub)
    return (try? JSONReader.value(from: answer.body, depth: 512))?.objectValue ?? [:]
  }
}

extension NavigationModel {
  /// Asks the API, and waits for the answer.
  func answer(to request: ConsoleRequest) async -> Result<JSONObject, Problem> {
    await withCheckedContinuation { waiting in ask(request) { waiting.resume(returning: $0) } }
  }

  /// Asks the API. `then` is called once, with the answer.
  func ask(_ request: ConsoleRequest, then: @escaping (Result<JSONObject, Problem>) -> Void) {
    guard let console else { return then(.failure(.unreadable("The console"))) }
    let (api, user) = (console.api, console.user)
    console.monitor.answer(
      { hub in
        await Result { () async throws(Problem) in try await api.answer(request, of: user, on: hub) }
      }, then: then)
  }
}
