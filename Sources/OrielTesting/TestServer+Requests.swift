import Oriel
import OrielHub

/// A request to an endpoint of the app, in a test.
public final class TestRequest {
  private let server: TestServer
  /// The answer; `nil` as long as there is none.
  public fileprivate(set) var response: Endpoint.Response?

  /// Whether the body was not completed, as its code has thrown: then the client sees a broken connection.
  public private(set) var isCutOff = false

  fileprivate let client = RequestClient(watch: {})
  /// The hub that answers.
  fileprivate var place = 0

  fileprivate init(to server: TestServer) { self.server = server }

  /// Closes the connection of the request before its answer. The handler of a request that changes nothing, or can be repeated
  /// with its key, is cancelled.
  ///
  /// - Throws: ``TestError`` if the app reports a misuse.
  public func disconnect() throws { try server.step(client, on: place) { _, client in client.leave() } }

  /// A body that is made while it is sent is read to its end.
  fileprivate func receive(_ answer: Endpoint.Response) {
    guard let source = answer.source else { return response = answer }
    var answer = answer
    (answer.source, answer.stream) = (nil, nil)
    source.collect { [self] body in
      answer.body = body ?? []
      (response, isCutOff) = (answer, body == nil)
    }
  }

  /// Waits for the answer. The clock does not move.
  ///
  /// - Throws: ``TestError/unsettled(_:)`` if there is none after 20 s.
  public func answered() async throws -> Endpoint.Response {
    try await server.settled { response != nil }
    return response!
  }
}

extension TestServer {
  /// Sends a request to an endpoint of the app.
  ///
  /// ```swift
  /// let request = try server.request(.post, "/hooks/rates/fills", headers: ["webhook-id": "7"], body: #"{"order": 1}"#)
  /// #expect(request.response == .text("Filled"))
  /// ```
  ///
  /// The answer is there at once if nothing has to be waited for.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path with its query, percent-encoded.
  ///   - host: The host that the request names, for a `.subdomain` tenancy.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - user: The id of the user whose credentials come with it; `nil` for none.
  ///   - roles: The user's roles.
  ///   - claims: The claims of the user's credentials.
  @discardableResult
  public func request(
    _ method: Endpoint.Method, _ path: String, host: String = "localhost", headers: [String: String] = [:],
    body: String = "", user: String? = nil, roles: Set<String> = [], claims: [String: String] = [:]
  ) throws -> TestRequest {
    let asked = TestRequest(to: self)
    let target = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let found = look { $0.endpoints.find(method.rawValue, String(target[0])) }
    guard case .endpoint(let match)? = found else {
      // Where there is no endpoint for a GET, there may be a page.
      asked.response = .text("Nothing is at this address", status: found == nil || method == .get ? 404 : 405)
      return asked
    }
    let request = Endpoint.Request(
      match, path: String(target[0]), query: target.count > 1 ? String(target[1]) : nil,
      headers: headers.map { ($0.key.lowercased(), $0.value) }, body: Array(body.utf8))
    let sender = user.map { User(id: $0, roles: roles, claims: claims) }
    let address = PageAddress(host: host, path: path)
    let call = EndpointCall(
      match, request, from: sender, at: address, fingerprint: "\(path)\n\(body)", client: asked.client)
    let tenant = look { $0.endpoints.tenant(of: match, for: sender, at: address) } ?? .app
    asked.place = hub(of: tenant)
    try step((call, asked), on: asked.place) { hub, asking in
      hub.requests.answer(asking.0) { asking.1.receive($0) }
    }
    return asked
  }
}
