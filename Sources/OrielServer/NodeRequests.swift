import Foundation
import Logging
import OrielAdmin
import OrielDocument
import OrielGateway
import OrielHub
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends operators' requests to other nodes, at the address where they serve.
final class NodeRequests: Sendable {
  private let logger: Logger
  private let signature: NodeSignature
  private let warnings = Mutex(LineLimit())

  init(logger: Logger, signature: NodeSignature) { (self.logger, self.signature) = (logger, signature) }

  private static let session = URLSession.toNodes(delegate: NoRedirects())

  /// How long a node may take to answer.
  private static func patience(_ request: HTTPRequest) -> Duration {
    .seconds(request.method == "POST" && request.query != "dry-run=true" ? 20 : 3)
  }

  /// - Parameters:
  ///   - own: This node.
  ///   - request: An operator's, who is known.
  /// - Returns: `nil` if no answer came in time.
  func answer(of node: ServerNode, from own: ServerNode, to request: HTTPRequest) async -> HTTPResponse? {
    guard let url = URL(string: "http://\(node.address)\(request.target)"),
      case .user(let credentials) = request.caller
    else { return nil }
    // As it is sent.
    var request = request
    (request.path, request.query) = (url.path(percentEncoded: true), url.query(percentEncoded: true))
    var sent = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    sent.httpMethod = request.method
    for (name, value) in request.headers where Self.passedOn.contains(name) {
      sent.setValue(value, forHTTPHeaderField: name)
    }
    let field = signature.operatorField(credentials, request, from: own.life, to: node.life)
    sent.setValue(field, forHTTPHeaderField: NodeRoute.operatorField)
    if !request.body.isEmpty { sent.httpBody = Data(request.body) }
    let answer = await Self.session.answer(to: sent, within: Self.patience(request))
    if let answer, [200, 403, 404, 422].contains(answer.status) {
      return HTTPResponse(status: answer.status, body: Array(answer.body))
    }
    let said = answer.map { "\($0.status) \(String(decoding: $0.body.prefix(500), as: UTF8.self))" } ?? "nothing"
    let now = Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000)
    if warnings.withLock({ $0.admit(node.name, now: now) }) != nil {
      logger.warning("The node \"\(node.name)\" has answered an operator's request with \(said)")
    }
    return nil
  }

  private static let passedOn = ["content-type", "user-agent", NodeRoute.name, NodeRoute.round]
}

/// The request is for the node, and not for where something else at its address leads.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
