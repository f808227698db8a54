/// The browser client's files, as they are in `web-client/`, in the program itself.
package enum WebClient {
  /// A file that pages load from `/client/`, or the page itself, `index.html`.
  package struct File: Sendable {
    package let name: String
    package let contentType: String
    package let body: [UInt8]
    /// The body compressed with Brotli (RFC 7932).
    package let brotli: [UInt8]

    /// Whether only the operators' console loads it.
    package var isForOperators: Bool { name.hasPrefix("console.") || name == "mirror.js" }
  }

  package static var files: [File] {
    embeddedFiles.map { file in
      let body = file.text.withUTF8Buffer { Array($0) }
      let brotli = file.brotli.description.unicodeScalars.map { UInt8($0.value) }
      return File(name: file.name, contentType: contentType(of: file.name), body: body, brotli: brotli)
    }
  }

  /// By the end of its name.
  package static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "html": "text/html; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "woff2": "font/woff2"
    default: "application/octet-stream"
    }
  }
}
