import Oriel
import OrielGateway
import OrielTransport
import OrielWebClient

extension Pages {
  /// The browser client, and beside it the app's own files, which its page names: `oriel` runs an app's scripts
  /// before its own, so that an element is known when the first window comes.
  init(files own: [PageFile]) {
    var files: [String: Asset] = [:]
    var page = ""
    for file in WebClient.files {
      if file.name == "index.html" {
        page = String(decoding: file.body, as: UTF8.self)
      } else {
        files[file.name] = Asset(contentType: file.contentType, file.body)
      }
    }
    for file in own {
      files["app/\(file.name)"] = Asset(contentType: WebClient.contentType(of: file.name), file.contents)
    }
    let tags = own.compactMap { Self.tag(for: $0.name) }
    page.replace("<script", with: (tags + ["<script"]).joined(separator: "\n"), maxReplacements: 1)
    self.init(page: Asset(contentType: WebClient.contentType(of: "index.html"), Array(page.utf8)), files: files)
  }

  private static func tag(for name: String) -> String? {
    if name.hasSuffix(".css") { return "<link rel=\"stylesheet\" href=\"/client/app/\(name)\">" }
    if name.hasSuffix(".js") { return "<script type=\"module\" src=\"/client/app/\(name)\"></script>" }
    return nil
  }
}

extension Asset {
  fileprivate init(contentType: String, _ body: [UInt8]) {
    // A name for the bytes, not a secret: the key is of no importance.
    self.init(
      contentType: contentType, body: body, compress: { gzip($0) }, digest: { hmacSHA256(key: [], message: $0) })
  }
}
