import OrielDocument

extension Endpoint {
  /// An answer of an endpoint. It can be thrown, too, to refuse a request.
  ///
  /// The server adds `content-length`, `date` and its security headers, and `cache-control: no-store` unless the answer
  /// says something else.
  public struct Response: Sendable, Hashable, Error {
    /// From 200 to 599 (RFC 9110 §15).
    public var status: Int
    /// The header fields by their names in lower case; names in another case are changed to that. Cookies and the fields of the connection are the server's.
    public var headers: [String: String] { didSet { headers = Self.lowercased(headers) } }
    /// At most 16 MiB. Empty for a ``stream(type:status:_:)``.
    public var body: [UInt8]
    /// A body that is made while it is sent, in place of the other.
    package var stream: BodyStream?
    /// Where a stream that has begun is read.
    package var source: (any BodySource)?

    /// - Parameters:
    ///   - status: By default 204, *No Content*.
    ///   - headers: The header fields.
    ///   - body: The body.
    public init(_ status: Int = 204, headers: [String: String] = [:], body: [UInt8] = []) {
      self.status = status
      self.headers = Self.lowercased(headers)
      self.body = body
    }

    /// A name that was written last in another case wins.
    private static func lowercased(_ headers: [String: String]) -> [String: String] {
      var lowercased = headers.filter { $0.key == $0.key.lowercased() }
      for (name, value) in headers where name != name.lowercased() { lowercased[name.lowercased()] = value }
      return lowercased
    }

    /// A plain text.
    public static func text(_ text: String, status: Int = 200) -> Response {
      Response(status, headers: ["content-type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// A value as JSON.
    ///
    /// - Throws: An `EncodingError`.
    public static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
      Response(status, headers: ["content-type": "application/json"], body: try JSONText.encode(value))
    }

    /// Rows of text as a table for spreadsheets (RFC 4180). Fields are quoted where that is needed.
    public static func csv(_ rows: some Sequence<[String]>) -> Response {
      var body: [UInt8] = []
      for row in rows { body.append(csvRow: row) }
      return Response(200, headers: ["content-type": "text/csv; charset=utf-8"], body: body)
    }

    /// A body of any length, which is made while it is sent.
    ///
    /// ```swift
    /// func respond(to request: Endpoint.Request) async throws -> Endpoint.Response {
    ///   .stream(type: "text/csv") { body in
    ///     for order in self.orders { try await body.write(row: order.fields) }
    ///   }
    ///   .attachment(named: "orders.csv")
    /// }
    /// ```
    ///
    /// The code runs on the hub, after ``SavedState/respond(to:)`` has returned; each write after which it has to wait lets others
    /// change what it reads. Its own changes are saved like those of a task. ``Endpoint/timeLimit(_:)`` is the time until it
    /// begins; ``BodyWriter`` has the limits from there on. The object stays in memory until it ends.
    ///
    /// - Parameters:
    ///   - type: The media type.
    ///   - status: The status.
    ///   - make: Writes the body.
    public static func stream(
      type: String, status: Int = 200, _ make: nonisolated(nonsending) @escaping (BodyWriter) async throws -> Void
    ) -> Response {
      var response = Response(status, headers: ["content-type": type])
      response.stream = BodyStream(make)
      return response
    }

    public static func == (one: Response, other: Response) -> Bool {
      one.status == other.status && one.headers == other.headers && one.body == other.body
        && one.stream === other.stream
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(status)
      hasher.combine(headers)
      hasher.combine(body)
    }

    /// Has browsers save the answer in a file instead of showing it.
    ///
    /// - Parameter name: The suggested name. Folders, line breaks and other control characters are left out.
    public func attachment(named name: String) -> Response {
      var response = self
      response.headers["content-disposition"] = ContentDisposition.attachment(named: name)
      return response
    }
  }
}

extension Endpoint.Response {
  /// The header fields with lower-case names.
  package var fields: [(name: String, value: String)] {
    headers.map { ($0.key.lowercased(), $0.value) }.sorted { $0.name < $1.name }
  }

  /// The reason why it can't be sent; `nil` if it can.
  package var fault: String? {
    guard 200...599 ~= status else { return "the status \(status) is not one from 200 to 599" }
    guard body.count <= Endpoint.largestBody else {
      return "its body has \(body.count) bytes, and may have \(Endpoint.largestBody)"
    }
    if stream != nil, !body.isEmpty { return "it has a body besides its stream" }
    if stream != nil, status == 204 || status == 304 { return "the status \(status) has no body" }
    for (name, value) in fields {
      if Self.ofTheServer.contains(name) { return "the header \(name) is set by the server" }
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { return "\"\(name)\" is not a header's name" }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        return "the header \(name) has a line break or another control character"
      }
    }
    return nil
  }

  private static let ofTheServer: Set<String> = [
    "connection", "content-length", "date", "keep-alive", "set-cookie", "trailer", "transfer-encoding", "upgrade",
  ]

  /// A character of a token (RFC 9110 §5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
