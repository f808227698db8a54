/// A file that is served from memory.
package struct Asset: Sendable {
  package let contentType: String
  package let body: [UInt8]
  /// The body in other codings, the shortest first.
  private let encodings: [(coding: String, bytes: [UInt8])]
  /// Strong: the same bytes have the same tag (RFC 9110 §8.8.3).
  package let tag: String

  var isStyle: Bool { contentType.hasPrefix("text/css") }

  /// - Parameters:
  ///   - brotli: The body compressed with Brotli (RFC 7932), if that has been done before.
  ///   - compress: Compresses the body as a gzip member.
  ///   - digest: Derives a name from the bytes; it needs no secrecy.
  package init(
    contentType: String, body: [UInt8], brotli: [UInt8]? = nil, compress: ([UInt8]) -> [UInt8],
    digest: ([UInt8]) -> [UInt8]
  ) {
    self.contentType = contentType
    self.body = body
    encodings = (brotli.map { [("br", $0)] } ?? []) + [("gzip", compress(body))]
    tag = Hexadecimal.encode(digest(body).prefix(12))
  }

  /// The response to a request for the file, with validators and in an encoding that the client accepts.
  package func response(to request: HTTPRequest, caching: String) -> HTTPResponse {
    let accepted = request.headers["accept-encoding"].map(codings) ?? []
    let encoding = encodings.first { accepted.contains(Substring($0.coding)) }
    // Two encodings are two representations: a strong tag names one of them.
    let tag = "\"\(self.tag)\(encoding.map { "-\($0.coding)" } ?? "")\""
    var headers: HTTPHeaders = ["etag": tag, "cache-control": caching, "vary": "accept-encoding"]
    if request.knows(tag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    headers["content-type"] = contentType
    headers["content-encoding"] = encoding?.coding
    return HTTPResponse(status: 200, headers: headers, body: encoding?.bytes ?? body)
  }

}

/// The codings that a client accepts.
private func codings(_ header: String) -> [Substring] {
  header.parts(",", atMost: HeaderLimits.elements).compactMap { coding in
    let parts = coding.parts(";", atMost: HeaderLimits.elements).map(\.trimmed)
    return parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" } ? nil : parts.first
  }
}
