import Oriel
import OrielHub

/// Reads the description of an uploaded file from its request.
enum UploadRequest {
  private static let prefix = "/upload/"

  /// Returns `nil` for any other path.
  static func ticket(in path: String) -> String? {
    path.utf8.starts(with: prefix.utf8) ? String(Substring(path.utf8.dropFirst(prefix.utf8.count))) : nil
  }

  /// The name that a page has given to an upload, and the number of bytes after which the request goes on with it; `nil` if the
  /// upload is sent by one request.
  static func place(in request: HTTPRequest) throws(FileRefusal) -> (key: String, offset: Int?)? {
    let offset = Gateway.field("offset", of: request)
    guard let key = Gateway.field("key", of: request) else {
      guard offset == nil else { throw FileRefusal(400, "Name the upload by its key") }
      return nil
    }
    let isKey = 16...64 ~= key.utf8.count && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isKey else { throw FileRefusal(400, "A key has 16 to 64 visible ASCII characters") }
    guard let offset else { return (key, nil) }
    guard let count = Int(offset), count >= 0 else { throw FileRefusal(400, "The offset is a number of bytes") }
    return (key, count)
  }

  static func file(_ request: HTTPRequest, size: Int) -> FileDescription {
    let type = request.headers["content-type"].flatMap { $0.isEmpty || $0.utf8.count > 255 ? nil : $0 }
    return FileDescription(
      name: name(in: request.headers["content-disposition"]), type: type ?? "application/octet-stream", size: size)
  }

  /// The name in `attachment; filename*=UTF-8''report%20%282%29.pdf` (RFC 6266 §4.1, RFC 8187 §3.2), made harmless: it
  /// is no path, and shows nothing but itself.
  static func name(in disposition: String?) -> String {
    let mark = "filename*=UTF-8''"
    let parameters = disposition?.parts(";", atMost: HeaderLimits.fields).map(\.trimmed) ?? []
    let encoded = parameters.first { $0.utf8.starts(with: mark.utf8) }?.utf8.dropFirst(mark.utf8.count)
    let name = encoded.flatMap { PercentEncoding.decode(Substring($0)) } ?? ""
    let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Array.init) ?? []
    var safe = String.UnicodeScalarView()
    for scalar in last.prefix(255) where !isControl(scalar) { safe.append(scalar) }
    let text = String(safe)
    return text.allSatisfy({ $0 == "." || $0 == " " }) ? "file" : text
  }

  /// Whether it is a control character or changes the direction of text: `exe.gpj` must not look like `jpg.exe`.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
