import OrielDocument

extension Endpoint {
  /// A request to an endpoint.
  public struct Request: Sendable {
    /// The method: `GET` for `HEAD`, too.
    public let method: Method
    /// The pattern of the endpoint, to tell those of one object apart.
    public let pattern: String
    /// The path as it was received, percent-encoded.
    public let path: String
    /// The text after the `?`, percent-encoded; `nil` if there is none.
    public let query: String?
    /// The body, within the endpoint's ``Endpoint/bodyLimit(_:)``.
    public let body: [UInt8]
    /// The IP address of the sender: the peer's, or the one that a trusted proxy gives.
    public let remoteAddress: String
    /// The tenant whose object answers.
    public package(set) var tenant = Tenant.app
    /// The sender as this tenant knows them; `nil` for others, whom an endpoint answers that
    /// ``Endpoint/opensToAnyone()``.
    ///
    /// A bearer token says who it is, or a browser's cookie. The cookie counts for requests that change something only if
    /// they come from one of the server's own pages, so that no other page makes a browser send them.
    public package(set) var user: User?
    package let headers: [(name: String, value: String)]
    package let parameters: [String: String]

    package init(
      _ match: EndpointMatch, path: String, query: String? = nil, headers: [(name: String, value: String)] = [],
      body: [UInt8] = [], remoteAddress: String = "127.0.0.1"
    ) {
      method = match.endpoint.method
      pattern = match.endpoint.pattern
      parameters = match.parameters
      (self.path, self.query, self.headers, self.body) = (path, query, headers, body)
      self.remoteAddress = remoteAddress
    }

    /// The value of a component of the pattern, decoded: `42` of `/orders/42` with the pattern `/orders/{order}`.
    public subscript(name: String) -> String? { parameters[name] }

    /// The value of a header field, whose name may have any case. Fields that came more than once are joined with `, ` (RFC
    /// 9110 §5.3).
    public func header(_ name: String) -> String? {
      headers.first { $0.name.utf8.elementsEqual(name.lowercased().utf8) }?.value
    }

    /// Whether a header field has this secret. The comparison takes as long for a wrong secret as for the right one, so that no
    /// sender learns from the time how much of it was right. Its length is not hidden.
    public func header(_ name: String, matches secret: String) -> Bool {
      guard let sent = header(name), sent.utf8.count == secret.utf8.count, !secret.isEmpty else { return false }
      return zip(sent.utf8, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The value of the first item of the query with this name, decoded.
    public func queryItem(_ name: String) -> String? { WindowURL("/?\(query ?? "")")?[name] }

    /// The body as text; bytes that are no UTF-8 become `U+FFFD`.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Decodes a JSON body.
    ///
    /// - Throws: An answer of 400 that says what is wrong with the body.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      do {
        return try JSONValueDecoder.decode(type, from: JSONReader.value(from: body, depth: 128))
      } catch {
        throw Response.text("The body can't be read: \(error)", status: 400)
      }
    }
  }
}
