import Foundation
import OrielAdmin
import OrielGateway
import OrielHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to other nodes, at the address where they serve.
enum NodeRequests {
  static let session = URLSession(configuration: .ephemeral)

  /// How long a node may take to answer, in seconds. One that has ended is not among the nodes for longer than about this.
  private static func patience(_ request: HTTPRequest) -> TimeInterval { request.method == "GET" ? 3 : 30 }

  /// - Parameter request: An operator's, with the token.
  /// - Returns: `nil` if no answer came in time.
  static func answer(of node: ServerNode, to request: HTTPRequest) async -> HTTPResponse? {
    guard let url = URL(string: "http://\(node.address)\(request.target)") else { return nil }
    var sent = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: patience(request))
    sent.httpMethod = request.method
    for (name, value) in request.headers where passedOn.contains(name) {
      sent.setValue(value, forHTTPHeaderField: name)
    }
    if !request.body.isEmpty { sent.httpBody = Data(request.body) }
    guard let (body, response) = try? await session.data(for: sent), let response = response as? HTTPURLResponse else {
      return nil
    }
    return HTTPResponse(status: response.statusCode, body: Array(body))
  }

  private static let passedOn = ["authorization", "content-type", "user-agent", NodeRoute.name, NodeRound.field]
}
