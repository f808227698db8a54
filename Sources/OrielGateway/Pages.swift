import Oriel
import OrielWire

/// The page for every path of the app, and its files.
package struct Pages: Sendable {
  private let page: Asset
  /// Separate pages for certain paths and everything below them.
  private let others: [(path: String, page: Asset)]
  /// The files by their paths below `/client/`.
  private let files: [String: Asset]

  /// Tags of the current files. An open page that was loaded from other files is out of date.
  let tags: ServerMessage.Files

  package init(page: Asset, others: [(path: String, page: Asset)] = [], files: [String: Asset]) {
    self.page = page
    self.others = others
    self.files = files
    let named = files.sorted { $0.key < $1.key }
    let styles = named.filter { $0.key.hasSuffix(".css") }.map(\.value)
    let scripts = [page] + named.filter { $0.key.hasSuffix(".js") }.map(\.value)
    tags = ServerMessage.Files(styles: Self.tag(of: styles), scripts: Self.tag(of: scripts))
  }

  /// One tag for all of these files: FNV-1a, because the tag is not a secret.
  private static func tag(of files: [Asset]) -> String {
    let bytes = files.flatMap { Array($0.tag.utf8) }
    return String(
      bytes.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }, radix: 16)
  }

  /// - Parameters:
  ///   - status: 404 if there is nothing at the path, which the page then says.
  ///   - newUser: Makes the cookie of a new user, if the browser has none yet.
  func response(to request: HTTPRequest, status: Int = 200, newUser: (() -> String)? = nil) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .text(405, "Use GET", headers: ["allow": "GET, HEAD"])
    }
    if request.path.utf8.starts(with: "/client/".utf8) { return file(request) }
    // A new user's page must not be answered from a cache: it sets the cookie.
    let page = page(at: request.path)
    let isWhole = newUser != nil || status != 200
    var response = page.response(to: isWhole ? request.unconditional : request, caching: "no-cache")
    if status != 200 { response.status = status }
    if let newUser { response.headers["set-cookie"] = newUser() }
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
    // The client is public: pages of other origins may embed it, for which a module needs this header.
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
