import Glibc
import OrielGateway

/// Serializes responses (RFC 9112 §4).
struct ResponseBytes {
  /// The header fields of every response.
  private let common: CommonFields
  /// Those of a page, too, which mean nothing for other content.
  private let ofPages: CommonFields
  private var date: (second: time_t, text: [UInt8]) = (-1, [])

  init(common: HTTPHeaders, ofPages: HTTPHeaders = [:]) {
    self.common = CommonFields(common)
    self.ofPages = CommonFields(ofPages)
  }

  /// The common fields alone, for the 101 response that libwebsockets writes.
  var commonFields: [UInt8] { common.bytes }

  /// A cookie is one browser's: no cache may keep it for others (RFC 9111 §7.3).
  private static func caching(_ value: String, of response: HTTPResponse) -> String {
    let isKept = value.contains("private") || value.contains("no-store")
    return response.cookies.isEmpty || isKept ? value : "private, \(value)"
  }

  /// Returns the bytes of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - method: The request's method. A response to HEAD has no body.
  ///   - stays: Whether the connection stays open.
  ///   - isChunked: Whether a stream of unknown length is sent in chunks. Otherwise its end is that of the connection.
  mutating func bytes(
    of response: HTTPResponse, to method: String, stays: Bool, isChunked: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024 + response.body.count)
    bytes.append(contentsOf: "HTTP/1.1 \(response.status) \(Self.phrase(for: response.status))\r\n".utf8)
    for (name, value) in response.headers where !Self.ours.contains(name) && !value.isEmpty {
      bytes.append(field: name, name == "cache-control" ? Self.caching(value, of: response) : value)
    }
    if !response.cookies.isEmpty, response.headers["cache-control"] == nil {
      bytes.append(field: "cache-control", Self.caching("no-cache", of: response))
    }
    for cookie in response.cookies { bytes.append(field: "set-cookie", cookie) }
    common.append(to: &bytes, besides: response.headers)
    if response.headers["content-type"]?.hasPrefix("text/html") == true {
      ofPages.append(to: &bytes, besides: response.headers)
    }
    bytes.append(contentsOf: currentDate())
    // Responses with these statuses have no Content-Length (RFC 9110 §8.6).
    let mayHaveBody = response.status >= 200 && response.status != 204 && response.status != 304
    if isChunked {
      bytes.append(field: "transfer-encoding", "chunked")
    } else if mayHaveBody, let length = response.stream.map(\.length) ?? response.body.count {
      bytes.append(field: "content-length", String(length))
    }
    let connection = (stays ? [] : ["close"]) + (response.headers["upgrade"] == nil ? [] : ["upgrade"])
    if !connection.isEmpty { bytes.append(field: "connection", connection.joined(separator: ", ")) }
    bytes.append(contentsOf: "\r\n".utf8)
    if mayHaveBody, method != "HEAD", response.stream == nil { bytes.append(contentsOf: response.body) }
    return bytes
  }

  /// Fields that only the Transport can set.
  private static let ours: Set<String> = ["content-length", "connection", "transfer-encoding", "date"]

  private mutating func currentDate() -> [UInt8] {
    let now = time(nil)
    if date.second != now { date = (now, Self.dateField(now)) }
    return date.text
  }

  /// Returns the date field, whose names are always English (RFC 9110 §5.6.7).
  private static func dateField(_ second: time_t) -> [UInt8] {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][Int(parts.tm_mon)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    let text = "\(day), \(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(time) GMT"
    var bytes: [UInt8] = []
    bytes.append(field: "date", text)
    return bytes
  }

  private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func phrase(for status: Int) -> String { phrases[status] ?? "Status \(status)" }

  private static let phrases = [
    100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently",
    302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    416: "Range Not Satisfiable", 422: "Unprocessable Content", 426: "Upgrade Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}

/// Header fields that many responses have.
private struct CommonFields {
  let bytes: [UInt8]
  private let fields: HTTPHeaders
  private let names: Set<String>

  init(_ fields: HTTPHeaders) {
    self.fields = fields
    names = Set(fields.map(\.name))
    var bytes: [UInt8] = []
    for (name, value) in fields { bytes.append(field: name, value) }
    self.bytes = bytes
  }

  /// Appends the fields, except those that the response sets itself.
  func append(to response: inout [UInt8], besides own: HTTPHeaders) {
    guard own.contains(where: { names.contains($0.name) }) else { return response.append(contentsOf: bytes) }
    for (name, value) in fields where own[name] == nil { response.append(field: name, value) }
  }
}

extension [UInt8] {
  /// Appends a header field, unless its value could end the line: text that an app puts into one header must not become
  /// another.
  fileprivate mutating func append(field name: String, _ value: String) {
    guard !value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return }
    append(contentsOf: name.utf8)
    append(contentsOf: ": ".utf8)
    append(contentsOf: value.utf8)
    append(contentsOf: "\r\n".utf8)
  }
}
