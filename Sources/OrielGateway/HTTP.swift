import Oriel
import OrielHub

/// An HTTP request as a plain value.
package struct HTTPRequest: Sendable, Equatable {
  package var method: String
  /// The path as received, not percent-decoded; routes compare it as it is.
  package var path: String
  /// The text after the `?`; `nil` if there is none.
  package var query: String?
  package var headers: HTTPHeaders
  package var body: [UInt8]
  /// The IP address of the sender as text: the socket's peer, or the address given by a trusted proxy.
  package var remoteAddress: String
  /// Whether another node has sent it on.
  package var isFromNode = false
  /// The sender, as identified by a bearer token.
  package var caller = Caller.nobody
  private var waiting = WaitingClient()

  package init(
    method: String = "GET", path: String, query: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
  }
}

/// It is no part of what a request says: any two are equal.
private struct WaitingClient: Equatable {
  var client: RequestClient?

  static func == (one: Self, other: Self) -> Bool { true }
}

extension HTTPRequest {
  /// Its client, while it waits for the answer.
  package var client: RequestClient? {
    get { waiting.client }
    set { waiting.client = newValue }
  }

  /// The path with the query, as it was received.
  package var target: String { query.map { "\(path)?\($0)" } ?? path }

  /// Whether its sender has an address of this machine, which may be a proxy's.
  package var isFromLoopback: Bool { RemoteNetwork.isLoopback(remoteAddress) }

  /// Whether it was sent by a program on this machine: not by a proxy here that forwards requests of others, which its
  /// header fields reveal, and not by a page under a name that someone points here.
  package var isFromThisMachine: Bool {
    let isForwarded = ["forwarded", "x-forwarded-for", "via", NodeRoute.field].contains { headers[$0] != nil }
    let isAddressed = headers["host"].map { HostName($0)?.isLoopback == true } ?? true
    return isFromLoopback && isAddressed && !isForwarded
  }
}

/// An HTTP response as a plain value. The Transport adds `content-length`, `date` and the headers that every answer has.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// Its own header fields, which win over those that every answer has. An empty value leaves such a field out.
  package var headers: HTTPHeaders
  /// The values of `Set-Cookie`, which are never joined into one (RFC 6265 §3).
  package var cookies: [String] = []
  package var body: [UInt8]
  /// A body that is sent piece by piece, in place of the other.
  package var stream: ResponseStream?

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static func text(_ status: Int, _ text: String, headers: HTTPHeaders = [:]) -> HTTPResponse {
    var headers = headers
    headers["content-type"] = "text/plain; charset=utf-8"
    return HTTPResponse(status: status, headers: headers, body: Array((text + "\n").utf8))
  }
}

/// A response's body that is sent piece by piece.
package struct ResponseStream: Sendable, Equatable {
  package let source: any BodySource
  /// Its size in bytes; `nil` if it is not known.
  package let length: Int?

  package init(_ source: any BodySource, length: Int? = nil) {
    self.source = source
    self.length = length
  }

  package static func == (one: Self, other: Self) -> Bool { one.source === other.source && one.length == other.length }
}

/// Header fields by lower-case name. A field that came more than once is joined with `, ` (RFC 9110 §5.3), cookies
/// with `; `.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral, Sequence {
  private var fields: [(name: String, value: String)] = []

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  package subscript(name: String) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      precondition(name.utf8.allSatisfy { !(0x41...0x5A).contains($0) }, "header names are lower-case here")
      guard let index = fields.firstIndex(where: { $0.name == name }) else {
        if let newValue { fields.append((name, newValue)) }
        return
      }
      if let newValue { fields[index].value = newValue } else { fields.remove(at: index) }
    }
  }

  /// Adds a field, or joins its value with that of the same name.
  package mutating func add(_ value: String, to name: String) {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return fields.append((name, value)) }
    fields[index].value += name == "cookie" ? "; " : ", "
    fields[index].value += value
  }

  package func makeIterator() -> IndexingIterator<[(name: String, value: String)]> { fields.makeIterator() }

  package static func == (one: HTTPHeaders, other: HTTPHeaders) -> Bool {
    Dictionary(uniqueKeysWithValues: one.fields.map { ($0.name, $0.value) })
      == Dictionary(uniqueKeysWithValues: other.fields.map { ($0.name, $0.value) })
  }
}
