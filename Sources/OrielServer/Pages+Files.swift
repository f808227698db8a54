import Foundation
import Oriel
import OrielDocument
import OrielGateway
import OrielSystem
import OrielTransport
import OrielWebClient

extension Pages {
  /// The browser client and the app's own files, which the page names. The app's scripts run before the client starts,
  /// so that their elements are known when the first window arrives.
  ///
  /// The page names its files by addresses of this version of them, which browsers keep for ever. The app's own scripts and
  /// styles are served there with such addresses in place of those that they name themselves, so that all import one client.
  /// A page of another origin loads them without a version, as they are.
  ///
  /// The page of the operators' console doesn't have the app's style. The page in its frame, which shows a window as
  /// its user sees it, has everything of the app's page except the script that would open a window.
  ///
  /// A scene that has files of its own has a page of its own. The page of the default scene, which is also that of every
  /// address that names no scene, has the default scene's.
  ///
  /// - Parameters:
  ///   - replacing: Files by the names of those that they replace.
  ///   - mayBeStopped: Whether the app's pages may offer to kill the server. They read it as `data-demo`.
  init(of app: some WindowApp, replacing: [String: PageFile] = [:], mayBeStopped: Bool = false) {
    let scenes = app.body._declarations.filter { $0.role == .window }
    let brand = app.brand
    let common = (brand?.files ?? []) + app.pageFiles
    let own = (common + scenes.flatMap(\.pageFiles)).map { replacing[$0.name] ?? $0 }
    let defaultScene = scenes.first { !$0.takesValue }
    var files: [String: Asset] = [:]
    var page = ""
    var icon = ""
    for file in WebClient.files {
      let text = String(decoding: file.body, as: UTF8.self)
      if file.name == "index.html" {
        page = text
      } else {
        if file.name == "icon.svg" { icon = text }
        files[file.name] = Asset(contentType: file.contentType, file.body, brotli: file.brotli)
      }
    }
    page = page.replacing(
      "/client/icon.svg", with: (brand?.logo).map { "/client/app/\($0.name)" } ?? Self.dataURL(ofPicture: icon))
    files[Manifest.name] = Asset(
      contentType: WebClient.contentType(of: Manifest.name),
      Array(Manifest.text(of: brand, scenes, tenancy: app.tenancy).utf8))
    for file in own {
      files["app/\(file.name)"] = Asset(contentType: WebClient.contentType(of: file.name), file.contents)
    }
    let localization = app.allTexts
    let languages = localization?.languages ?? []
    for language in languages {
      guard let words = Self.words(of: language, localization) else { continue }
      files[Self.wordsName(language)] = Asset(contentType: WebClient.contentType(of: "words.js"), words)
    }
    let version = Self.version(of: files, own)
    var versioned: [String: Asset] = [:]
    for file in own {
      guard let text = Self.versioned(file, files, version) else { continue }
      versioned["app/\(file.name)"] = Asset(contentType: WebClient.contentType(of: file.name), Array(text.utf8))
    }
    let loading = { (own: [PageFile]) in
      Self.page(page, loading: own.map(\.name).withoutRepetition.compactMap { Self.tag(for: "app/\($0)") })
    }
    let offered = { (scene: SceneDeclaration?) in
      let page = loading(common + (scene?.pageFiles ?? []))
        .replacing(
          "</head>", with: "<link rel=\"manifest\" href=\"/client/\(Manifest.name)\">\n</head>", maxReplacements: 1
        )
        .replacing("<body>\n", with: "<body>\n\(brand?.html ?? "")", maxReplacements: 1)
      return mayBeStopped ? page.replacing("<html", with: "<html data-demo", maxReplacements: 1) : page
    }
    let mirror = loading(own).replacing("src=\"/client/main.js\"", with: "type=\"module\" src=\"/client/mirror.js\"")
    let console = Self.page(page, loading: ["console.css", "console.js"].compactMap(Self.tag))
    let finished = { (page: String) in Asset(html: Self.versioned(page, files, version)) }
    let all = { [files] (language: String?) in
      let finished = { page in finished(language.map { Self.page(page, in: $0, files) } ?? page) }
      var pages: [ScalarKey: Asset] = [:]
      for scene in scenes where scenes.contains(where: { !$0.pageFiles.isEmpty }) {
        pages[ScalarKey(scene.id)] = finished(offered(scene))
      }
      return (page: finished(offered(defaultScene)), scenes: pages)
    }
    let original = all(nil)
    self.init(
      page: original.page, scenes: original.scenes,
      hasTenantsInPaths: ([app.tenancy] + scenes.compactMap(\.tenancy)).contains(where: \.isPath),
      translated: languages.reduce(into: [:]) { $0[$1] = all($1) }, localization: localization,
      unversioned: Asset(html: loading(own)),
      others: [
        ("/admin/mirror", finished(mirror), SecurityHeaders.ofConsole),
        ("/admin", finished(console), SecurityHeaders.ofConsole),
      ], files: files, version: version, versioned: versioned, sprite: Self.sprite)
  }

  private static func sprite(of names: [String]) -> Asset? {
    guard 1...Icons.limit ~= names.count, names.allSatisfy(Icons.isName) else { return nil }
    return Asset(contentType: WebClient.contentType(of: "icons.svg"), Array(Icons.sprite(of: names).utf8))
  }

  /// The same files, served with the same addresses in them, have the same version.
  private static func version(of files: [String: Asset], _ own: [PageFile]) -> String {
    let all = files.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.tag)\n" }.joined()
    let named = own.compactMap { versioned($0, files, "VERSION") }.joined()
    return Hexadecimal.encode(hmacSHA256(key: [], message: (all + named).utf8).prefix(8))
  }

  // MARK: Languages

  private static func wordsName(_ language: String) -> String { "words/\(language).js" }

  /// A script with the client's words in a language; `nil` if there are none.
  private static func words(of language: String, _ localization: Localization?) -> [UInt8]? {
    let texts = localization?.texts(prefixed: Localization.ownPrefix + "page.", in: language) ?? [:]
    guard !texts.isEmpty else { return nil }
    return Array(
      "globalThis.orielWords = \(JSONValue.object(["lang": .string(language), "texts": .object(texts)]));\n".utf8)
  }

  /// The page in another language: its own tag, its direction, and the client's words.
  private static func page(_ page: String, in language: String, _ files: [String: Asset]) -> String {
    let direction = Localization.isRightToLeft(language) ? " dir=\"rtl\"" : ""
    let name = wordsName(language)
    return self.page(page, loading: files[name] == nil ? [] : ["<script src=\"/client/\(name)\"></script>"])
      .replacing("lang=\"en\"", with: "lang=\"\(language)\"\(direction)", maxReplacements: 1)
  }

  /// A script or style of the app with the addresses of this version; `nil` for any other file.
  private static func versioned(_ file: PageFile, _ files: [String: Asset], _ version: String) -> String? {
    guard file.name.hasSuffix(".js") || file.name.hasSuffix(".css") else { return nil }
    return String(validating: file.contents, as: UTF8.self).map { versioned($0, files, version) }
  }

  /// Replaces the quoted address of each known file by that of its version.
  private static func versioned(_ text: String, _ files: [String: Asset], _ version: String) -> String {
    let parts = text.components(separatedBy: "/client/")
    var result = parts[0]
    for (before, after) in zip(parts, parts.dropFirst()) {
      let quote = before.utf8.last
      let name = after.utf8.prefix { $0 != quote }
      let isAddress =
        (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")) && name.endIndex != after.endIndex
        && files[String(Substring(name))] != nil
      result += (isAddress ? "/client/\(version)/" : "/client/") + after
    }
    return result
  }

  /// An SVG picture in an attribute of the page (RFC 2397), for which a request would send more header fields than content.
  private static func dataURL(ofPicture text: String) -> String {
    let picture = text.replacing("%", with: "%25").replacing("#", with: "%23").replacing("\"", with: "'")
    return "data:image/svg+xml,\(picture.filter { !$0.isNewline })"
  }

  private static func page(_ page: String, loading tags: [String]) -> String {
    page.replacing("</head>", with: (tags + ["</head>"]).joined(separator: "\n"), maxReplacements: 1)
  }

  private static func tag(for name: String) -> String? {
    if name.hasSuffix(".css") { return "<link rel=\"stylesheet\" href=\"/client/\(name)\">" }
    if name.hasSuffix(".js") { return "<script type=\"module\" src=\"/client/\(name)\"></script>" }
    return nil
  }
}

extension Array where Element: Hashable {
  fileprivate var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Asset {
  fileprivate init(html: String) {
    self.init(contentType: WebClient.contentType(of: "index.html"), Array(html.utf8))
  }

  fileprivate init(contentType: String, _ body: [UInt8], brotli: [UInt8]? = nil) {
    // The tag identifies the bytes and is no secret, so the key doesn't matter.
    self.init(
      contentType: contentType, body: body, brotli: brotli, compress: { gzip($0) },
      digest: { hmacSHA256(key: [], message: $0) })
  }
}
