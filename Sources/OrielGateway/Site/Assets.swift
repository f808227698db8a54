import Synchronization

/// A file that is served from memory.
package struct Asset: Sendable {
  package let contentType: String
  package let body: [UInt8]
  private let brotli: [UInt8]?
  private let gzip: Compressed
  /// Strong: the same bytes have the same tag (RFC 9110 §8.8.3).
  package let tag: String

  var isStyle: Bool { contentType.hasPrefix("text/css") }

  /// - Parameters:
  ///   - brotli: The body compressed with Brotli (RFC 7932), if that has been done before.
  ///   - compress: Compresses the body as a gzip member, when a client first asks for that.
  ///   - digest: Derives a name from the bytes; it needs no secrecy.
  package init(
    contentType: String, body: [UInt8], brotli: [UInt8]? = nil, compress: @escaping @Sendable ([UInt8]) -> [UInt8],
    digest: ([UInt8]) -> [UInt8]
  ) {
    self.contentType = contentType
    self.body = body
    self.brotli = brotli
    gzip = Compressed(compress)
    tag = Hexadecimal.encode(digest(body).prefix(12))
  }

  /// The response to a request for the file, with validators and in an encoding that the client accepts.
  package func response(to request: HTTPRequest, caching: String) -> HTTPResponse {
    let accepted = request.headers["accept-encoding"].map(codings) ?? []
    // The shortest first.
    let coding = (["br", "gzip"] as [Substring]).first { accepted.contains($0) && ($0 != "br" || brotli != nil) }
    // Two encodings are two representations: a strong tag names one of them.
    let tag = "\"\(self.tag)\(coding.map { "-\($0)" } ?? "")\""
    var headers: HTTPHeaders = ["etag": tag, "cache-control": caching, "vary": "accept-encoding"]
    if request.knows(tag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    headers["content-type"] = contentType
    headers["content-encoding"] = coding.map(String.init)
    return HTTPResponse(status: 200, headers: headers, body: encoded(coding))
  }

  private func encoded(_ coding: Substring?) -> [UInt8] {
    switch coding {
    case "br": brotli ?? body
    case "gzip": gzip.bytes(of: body)
    default: body
    }
  }

  private final class Compressed: Sendable {
    private let compress: @Sendable ([UInt8]) -> [UInt8]
    private let made = Mutex<[UInt8]?>(nil)

    init(_ compress: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.compress = compress }

    func bytes(of body: [UInt8]) -> [UInt8] {
      made.withLock { made in
        let bytes = made ?? compress(body)
        made = bytes
        return bytes
      }
    }
  }
}

/// The codings that a client accepts.
private func codings(_ header: String) -> [Substring] {
  header.parts(",", atMost: HeaderLimits.elements).compactMap { coding in
    let parts = coding.parts(";", atMost: HeaderLimits.elements).map(\.trimmed)
    return parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" } ? nil : parts.first
  }
}
