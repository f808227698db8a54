import Oriel

/// The page that every path of the app shows, and the files it is made of.
package struct Pages: Sendable {
  private let page: Asset
  /// Pages of paths of their own, and of all below these.
  private let others: [(path: String, page: Asset)]
  /// By the path below `/client/`.
  private let files: [String: Asset]

  package init(page: Asset, others: [(path: String, page: Asset)] = [], files: [String: Asset]) {
    self.page = page
    self.others = others
    self.files = files
  }

  /// - Parameter newUser: Makes the cookie of a new user, where the browser is nobody yet.
  func response(to request: HTTPRequest, newUser: (() -> String)? = nil) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .text(405, "Use GET", headers: ["allow": "GET, HEAD"])
    }
    if request.path.utf8.starts(with: "/client/".utf8) { return file(request) }
    // A new user's page must not be answered from a cache: it sets the cookie.
    let page = page(at: request.path)
    var response = page.response(to: request, caching: "no-cache")
    if let newUser {
      if response.status == 304 { response = page.response(to: request.unconditional, caching: "no-cache") }
      response.headers["set-cookie"] = newUser()
    }
    return response
  }

  private func page(at path: String) -> Asset {
    others.first { path == $0.path || path.utf8.starts(with: "\($0.path)/".utf8) }?.page ?? page
  }

  private func file(_ request: HTTPRequest) -> HTTPResponse {
    guard let file = files[String(request.path.dropFirst("/client/".count))] else {
      return .text(404, "There is no such file")
    }
    var response = file.response(to: request, caching: "no-cache")
    // The client is nobody's secret: pages of other origins may embed it, which a module needs this for.
    response.headers["access-control-allow-origin"] = "*"
    return response
  }
}

extension HTTPRequest {
  fileprivate var unconditional: HTTPRequest {
    var request = self
    request.headers["if-none-match"] = nil
    return request
  }
}
