import OrielGateway

/// The head of a request, up to its empty line, read strictly (RFC 9112).
///
/// libwebsockets could read it too. But its parser only provides the decoded path, keeps a small table of heads that
/// slow clients can fill, sets a timer in a sorted list for each head, and is known to be vulnerable in the version
/// that Debian has. So heads are read here, where an invalid byte is answered with 400, and libwebsockets sees only
/// handshakes that we wrote.
struct RequestHead: Equatable {
  /// The request, without its body.
  var request: HTTPRequest
  /// Whether the version is HTTP/1.0, which has neither `Host` nor persistent connections.
  var isVersion10 = false

  /// An error in a request, and the status of the response.
  struct Refusal: Error, Equatable {
    var status: Int
    var reason: String

    init(_ status: Int, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }

  /// The maximum number of header fields. No browser or proxy sends as many.
  private static let fieldLimit = 100

  /// Reads a head.
  ///
  /// - Parameter bytes: The head without the empty line that ends it.
  init(_ bytes: some Collection<UInt8>, remoteAddress: String) throws(Refusal) {
    request = HTTPRequest(path: "/", remoteAddress: remoteAddress)
    var lines = HeadLines(Array(bytes))
    guard let first = try lines.next() else { throw Refusal(400, "The request line is missing.") }
    try readRequestLine(first)
    var count = 0
    var hosts = 0
    while let line = try lines.next() {
      count += 1
      guard count <= Self.fieldLimit else { throw Refusal(431, "There are too many header fields.") }
      let (name, value) = try readField(line)
      if name == "host" { hosts += 1 }
      request.headers.add(value, to: name)
    }
    // Exactly one is required (RFC 9112 §3.2). Otherwise a proxy and we might not mean the same site.
    guard hosts == 1 || isVersion10 && hosts == 0 else { throw Refusal(400, "Send exactly one Host header.") }
    for name in Self.lists where request.headers.elements(of: name) > HeaderLimits.elements {
      throw Refusal(431, "There are too many elements in \(name).")
    }
  }

  /// The lists that decide what a request is. They are read to their end, so they must not be long.
  private static let lists = ["connection", "content-length", "expect", "sec-websocket-protocol", "upgrade"]
}

extension RequestHead {
  private mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(Refusal) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter) else {
      throw Refusal(400, "The request line is not METHOD TARGET VERSION.")
    }
    request.method = String(decoding: parts[0], as: UTF8.self)
    try readVersion(parts[2])
    try readTarget(parts[1])
  }

  private mutating func readVersion(_ version: ArraySlice<UInt8>) throws(Refusal) {
    if version.elementsEqual("HTTP/1.1".utf8) { return }
    isVersion10 = version.elementsEqual("HTTP/1.0".utf8)
    if isVersion10 { return }
    guard version.starts(with: "HTTP/".utf8) else { throw Refusal(400, "The request line has no HTTP version.") }
    throw Refusal(505, "Only HTTP/1.1 is supported.")
  }

  /// Reads the target (RFC 9112 §3.2): `/path?query`, the same after a scheme and an authority, or `*`.
  private mutating func readTarget(_ target: ArraySlice<UInt8>) throws(Refusal) {
    guard target.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Refusal(400, "The target contains characters that must be percent-encoded.")
    }
    let local = withoutAuthority(target)
    guard local.first == UInt8(ascii: "/") || local.elementsEqual("*".utf8) && request.method == "OPTIONS" else {
      throw Refusal(400, "The target is not a path.")
    }
    let mark = local.firstIndex(of: UInt8(ascii: "?")) ?? local.endIndex
    request.path = String(decoding: local[..<mark], as: UTF8.self)
    request.query = mark < local.endIndex ? String(decoding: local[(mark + 1)...], as: UTF8.self) : nil
  }

  private func withoutAuthority(_ target: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let (slash, mark) = (UInt8(ascii: "/"), UInt8(ascii: "?"))
    for scheme in ["http://", "https://"] {
      let rest = target.dropFirst(scheme.utf8.count)
      guard target[..<rest.startIndex].lazy.map(\.asciiLowercased).elementsEqual(scheme.utf8) else { continue }
      let local = rest.drop { $0 != slash && $0 != mark }
      return local.first == slash ? local : [slash] + local
    }
    return target
  }

  private func readField(_ line: ArraySlice<UInt8>) throws(Refusal) -> (name: String, value: String) {
    // A name that begins or ends with a space is a folded line or an attempt at smuggling (RFC 9112 §5.1, §5.2). In
    // neither case is it a token.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenCharacter)
    else { throw Refusal(400, "A header field is not NAME: VALUE.") }
    let value = line[line.index(after: colon)...].trimmingBlanks()
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw Refusal(400, "A header field has control characters.")
    }
    let name = String(decoding: line[..<colon].map(\.asciiLowercased), as: UTF8.self)
    return (name, String(decoding: value, as: UTF8.self))
  }
}

extension RequestHead {
  /// The length of the body that follows, in bytes (RFC 9112 §6).
  func bodyLength() throws(Refusal) -> Int {
    let length = request.headers["content-length"]
    if request.headers["transfer-encoding"] != nil {
      // Sending both is a way to smuggle requests past a proxy (§6.3).
      guard length == nil else { throw Refusal(400, "Content-Length and Transfer-Encoding can't be combined.") }
      throw Refusal(411, "Send the body with a Content-Length.")
    }
    guard let length else { return 0 }
    let values = length.parts(",", atMost: HeaderLimits.elements, omittingEmpty: false).map(\.trimmed)
    guard let value = values.first, !value.isEmpty, values.allSatisfy({ $0 == value }),
      value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw Refusal(400, "Content-Length is not a number.") }
    guard let number = Int(value) else { throw Refusal(413, "The body is too large.") }
    return number
  }

  /// Whether the connection may serve another request (RFC 9112 §9.3).
  var mayStay: Bool { !isVersion10 && !request.headers.contains(token: "close", in: "connection") }

  var expectsContinue: Bool { !isVersion10 && request.headers.contains(token: "100-continue", in: "expect") }
}

extension HTTPHeaders {
  /// Whether a comma-separated field contains this token, which must be lowercase. The field's case is ignored.
  func contains(token: String, in name: String) -> Bool {
    let list = self[name]?.parts(",", atMost: HeaderLimits.elements) ?? []
    return list.contains { $0.trimmed.utf8.lazy.map(\.asciiLowercased).elementsEqual(token.utf8) }
  }

  /// The number of elements of a comma-separated field, empty ones too.
  fileprivate func elements(of name: String) -> Int {
    self[name].map { $0.utf8.reduce(1) { $1 == UInt8(ascii: ",") ? $0 + 1 : $0 } } ?? 0
  }
}
