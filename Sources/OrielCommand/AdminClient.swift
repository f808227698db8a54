import Foundation
import OrielDocument
import OrielMessages

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Speaks the JSON API of a server: one request, one answer.
struct AdminClient: Sendable {
  let address: ServerAddress
  let token: String
  /// The node that is asked; `nil` for the one that has what it is about.
  var node: String?

  /// How long a server may take. It may have to wait for other nodes.
  private static let patience: TimeInterval = 60

  func get(_ path: String..., query: [URLQueryItem] = []) async throws(Failure) -> JSONValue {
    try answer(try await send("GET", path, query: query))
  }

  func post(
    _ path: String..., query: [URLQueryItem] = [], body: JSONObject
  ) async throws(Failure) -> JSONValue {
    try answer(try await send("POST", path, query: query, body: .object(body)))
  }

  /// A window as a list that a filter makes has it, with its page; `nil` if an operator may not see that.
  func listed(_ id: String) async -> JSONValue? {
    let query = [URLQueryItem(name: "filter", value: "is:all id:\(id)")]
    return (try? await get("windows", query: query))?["windows"]?.arrayValue?.first { $0["id"]?.stringValue == id }
  }

  /// The whole ID of a window, of which its beginning is enough.
  ///
  /// - Throws: `Failure.ambiguous` if several windows begin so. One with which no window begins, or that an operator may not look
  ///   up, stays as it is: the server says more about it.
  func windowID(_ beginning: String) async throws(Failure) -> String {
    guard beginning.hasPrefix("w-"), beginning.utf8.count < Self.idLength,
      beginning.unicodeScalars.allSatisfy(CharacterSet.unreserved.contains)
    else { return beginning }
    let query = [
      URLQueryItem(name: "filter", value: "is:all id:\(beginning)"), URLQueryItem(name: "limit", value: "5"),
    ]
    guard let found = try? await get("windows", query: query) else { return beginning }
    let ids = (found["windows"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    if ids.count > 1 { throw .ambiguous(beginning, ids) }
    return ids.first ?? beginning
  }

  /// `w-` and 128 bits.
  private static let idLength = 24

  /// The body as it came, one document a line.
  func lines(_ path: String...) async throws(Failure) -> Data { try await send("GET", path).body }

  /// - Parameter path: Its segments; an id is one, whatever characters it has.
  func request(
    _ method: String, _ path: [String], query: [URLQueryItem] = [], body: JSONValue? = nil, of node: String? = nil
  ) -> URLRequest? {
    let segments = path.map { $0.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? "" }
    guard var parts = URLComponents(string: "\(address.text)/admin/api/v1/\(segments.joined(separator: "/"))") else {
      return nil
    }
    if !query.isEmpty { parts.queryItems = query }
    guard let url = parts.url else { return nil }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.patience)
    request.httpMethod = method
    request.setValue("Bearer \(token)", forHTTPHeaderField: "authorization")
    // The audit says by which way an operator came.
    request.setValue("oriel/\(PackageVersion.current)", forHTTPHeaderField: "user-agent")
    if let node { request.setValue(node, forHTTPHeaderField: "oriel-node") }
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "content-type")
      request.httpBody = Data(body.description.utf8)
    }
    return request
  }

  private func send(
    _ method: String, _ path: [String], query: [URLQueryItem] = [], body: JSONValue? = nil
  ) async throws(Failure) -> (status: Int, body: Data) {
    do throws(Failure) {
      return try await send(method, path, query: query, body: body, to: node)
    } catch .onNode(let name, _) where node == nil {
      return try await send(method, path, query: query, body: body, to: name)
    }
  }

  private func send(
    _ method: String, _ path: [String], query: [URLQueryItem], body: JSONValue?, to node: String?
  ) async throws(Failure) -> (status: Int, body: Data) {
    guard let request = request(method, path, query: query, body: body, of: node) else {
      throw .unreachable(address: address.text, reason: "the address is not a URL")
    }
    let answer: (body: Data, response: URLResponse)
    do {
      answer = try await Self.session.data(for: request)
    } catch {
      throw .unreachable(address: address.text, reason: error.localizedDescription)
    }
    guard let response = answer.response as? HTTPURLResponse else { throw foreign(0) }
    guard (200..<300).contains(response.statusCode) else { throw refusal(response, answer.body) }
    return (response.statusCode, answer.body)
  }

  private func answer(_ answer: (status: Int, body: Data)) throws(Failure) -> JSONValue {
    guard let json = try? JSONReader.value(from: Array(answer.body), depth: 512), json.objectValue != nil else {
      throw foreign(answer.status)
    }
    return json
  }

  /// Only a problem document is an answer of this API; anything else comes from something in between, or else.
  func refusal(_ response: HTTPURLResponse, _ body: Data) -> Failure {
    guard response.value(forHTTPHeaderField: "content-type")?.hasPrefix("application/problem+json") == true,
      let problem = try? JSONReader.value(from: Array(body)), problem["title"]?.stringValue != nil
    else { return foreign(response.statusCode) }
    let detail = problem["detail"]?.stringValue ?? ""
    if let node = problem["node"]?.stringValue { return .onNode(node, detail: detail) }
    return .refused(status: response.statusCode, detail: detail)
  }

  private func foreign(_ status: Int) -> Failure { .foreign(address: address.text, status: status) }

  private static let session = URLSession(
    configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
}

/// The token is for the server it was given for, not for where that one points.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension CharacterSet {
  /// RFC 3986 §2.3.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
