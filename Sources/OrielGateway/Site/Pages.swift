import Oriel
import OrielWire

/// The page for every path of the app, and its files.
package struct Pages: Sendable {
  private let page: Asset
  /// A page for one path and everything below it, with header fields of its own.
  package typealias Other = (path: String, page: Asset, headers: HTTPHeaders)
  private let others: [Other]
  /// The pages that load further files, by the scenes that their addresses name.
  private let scenes: [ScalarKey: Asset]
  /// The same pages in other languages.
  private let translated: [String: (page: Asset, scenes: [ScalarKey: Asset])]
  private let localization: Localization?
  /// Whether the first component of an address may be a tenant, followed by the scene.
  private let hasTenantsInPaths: Bool
  /// The files by their paths below `/client/`.
  private let files: [String: Asset]
  /// The folder below `/client/` where these files are for ever.
  private let version: String
  /// Those that name other files, as they are in that folder: they name them there.
  private let versioned: [String: Asset]
  /// An image with the icons of these names; `nil` if one can't be an icon's name, or there are too many.
  package typealias Sprite = @Sendable ([String]) -> Asset?
  private let sprite: Sprite?

  /// Tags of the current files. An open page that was loaded from other files is out of date.
  let tags: ServerMessage.Files

  /// - Parameters:
  ///   - scenes: Those of scenes with files of their own.
  ///   - hasTenantsInPaths: Whether the first component of an address may be a tenant.
  ///   - translated: The page and those of scenes in other languages.
  ///   - localization: The app's.
  ///   - unversioned: The page without the version of its files; by default the page.
  ///   - version: The name that these files have together.
  ///   - versioned: The files that differ at the addresses with that name.
  ///   - sprite: Makes the images of icons that pages ask for.
  package init(
    page: Asset, scenes: [ScalarKey: Asset] = [:], hasTenantsInPaths: Bool = false,
    translated: [String: (page: Asset, scenes: [ScalarKey: Asset])] = [:], localization: Localization? = nil,
    unversioned: Asset? = nil,
    others: [Other] = [], files: [String: Asset], version: String = "", versioned: [String: Asset] = [:],
    sprite: Sprite? = nil
  ) {
    self.page = page
    self.scenes = scenes
    self.translated = translated
    self.localization = localization
    self.hasTenantsInPaths = hasTenantsInPaths
    self.version = version
    self.versioned = versioned
    self.sprite = sprite
    self.others = others
    self.files = files
    let named = files.sorted { $0.key < $1.key }
    let styles = named.filter { $0.key.hasSuffix(".css") }.map(\.value)
    let scripts = [unversioned ?? page] + named.filter { $0.key.hasSuffix(".js") }.map(\.value)
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
  ///   - cookies: Those to set with a page.
  func response(to request: HTTPRequest, status: Int = 200, cookies: [String] = []) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .text(405, "Use GET", headers: ["allow": "GET, HEAD"])
    }
    if request.path.utf8.starts(with: "/client/".utf8) { return file(request) }
    // A page that sets a cookie must not be answered from a cache.
    let other = others.first { request.path == $0.path || request.path.utf8.starts(with: "\($0.path)/".utf8) }
    let isWhole = !cookies.isEmpty || status != 200
    let page = other?.page ?? page(at: request.path, for: request)
    var response = page.response(to: isWhole ? request.unconditional : request, caching: "no-cache")
    if !translated.isEmpty { response.headers["vary"] = "accept-encoding, accept-language" }
    for (name, value) in other?.headers ?? [:] { response.headers[name] = value }
    if status != 200 { response.status = status }
    response.cookies = cookies
    return response
  }

  /// The texts of a page for a request.
  func texts(for request: HTTPRequest) -> PageTexts { PageTexts(localization, for: request) }

  private func page(at path: String, for request: HTTPRequest) -> Asset {
    let (page, scenes) =
      translated.isEmpty
      ? (page, scenes) : translated[texts(for: request).language.lowercased()] ?? (page, scenes)
    guard !scenes.isEmpty, let names = WindowURL(path)?.path else { return page }
    return names.prefix(hasTenantsInPaths ? 2 : 1).lazy.compactMap { scenes[ScalarKey($0)] }.first ?? page
  }

  private func file(_ request: HTTPRequest) -> HTTPResponse {
    let name = request.path.dropFirst("/client/".count)
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    // A page that was loaded before an upgrade, or from another server, asks for another version: it gets today's files.
    let isVersioned = parts.count == 2 && !version.isEmpty && parts[0].utf8.count == version.utf8.count
    let path = String(isVersioned ? parts[1] : name)
    guard let file = isVersioned ? versioned[path] ?? files[path] ?? icons(path) : files[path] ?? icons(path) else {
      return .text(404, "There is no such file")
    }
    let isCurrent = isVersioned && parts[0] == version
    var response = file.response(to: request, caching: isCurrent ? "public, max-age=31536000, immutable" : "no-cache")
    if isCurrent { response.headers["etag"] = nil }
    // A style sheet is no page and no worker, which could do what a policy forbids.
    if file.isStyle { response.headers["content-security-policy"] = "" }
    // It serves the loads of all pages.
    if path == "service-worker.js" { response.headers["service-worker-allowed"] = "/" }
    // The client is public: pages of other origins may embed it, for which a module needs the first of these, and a
    // style sheet the other.
    response.headers["access-control-allow-origin"] = "*"
    response.headers["cross-origin-resource-policy"] = "cross-origin"
    return response
  }
}

extension Pages {
  /// `icons/bell+x-lg.svg`: an image with a symbol for each of these names.
  private func icons(_ path: String) -> Asset? {
    guard path.hasPrefix("icons/"), path.hasSuffix(".svg") else { return nil }
    return sprite?(path.dropFirst("icons/".count).dropLast(".svg".count).split(separator: "+").map(String.init))
  }
}

extension HTTPRequest {
  fileprivate var unconditional: HTTPRequest {
    var request = self
    request.headers["if-none-match"] = nil
    return request
  }
}
