/// A file that is served from memory.
package struct Asset: Sendable {
  package let contentType: String
  package let body: [UInt8]
  package let compressed: [UInt8]
  /// Strong: the same bytes have the same tag (RFC 9110 §8.8.3).
  package let tag: String

  /// - Parameters:
  ///   - compress: Compresses the body as a gzip member.
  ///   - digest: Derives a name from the bytes; it needs no secrecy.
  package init(
    contentType: String, body: [UInt8], compress: ([UInt8]) -> [UInt8], digest: ([UInt8]) -> [UInt8]
  ) {
    self.contentType = contentType
    self.body = body
    compressed = compress(body)
    tag = Hexadecimal.encode(digest(body).prefix(12))
  }

  /// The response to a request for the file, with validators and in an encoding that the client accepts.
  package func response(to request: HTTPRequest, caching: String) -> HTTPResponse {
    let takesGzip = request.headers["accept-encoding"].map(acceptsGzip) ?? false
    // Two encodings are two representations: a strong tag names one of them.
    let tag = takesGzip ? "\"\(tag)-gzip\"" : "\"\(tag)\""
    var headers: HTTPHeaders = ["etag": tag, "cache-control": caching, "vary": "accept-encoding"]
    if let known = request.headers["if-none-match"], names(known, tag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    headers["content-type"] = contentType
    if takesGzip { headers["content-encoding"] = "gzip" }
    return HTTPResponse(status: 200, headers: headers, body: takesGzip ? compressed : body)
  }

  private func names(_ list: String, _ tag: String) -> Bool {
    let tags = list.parts(",", atMost: HeaderLimits.elements).map(\.trimmed)
    return list == "*" || tags.contains { $0 == tag || $0 == "W/\(tag)" }
  }
}

private func acceptsGzip(_ header: String) -> Bool {
  header.parts(",", atMost: HeaderLimits.elements).contains { coding in
    let parts = coding.parts(";", atMost: HeaderLimits.elements).map(\.trimmed)
    return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
  }
}
