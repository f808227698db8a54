import Oriel
import OrielDocument
import OrielHub

// `GET /file/<ticket>/<name>`: a file that a window shows, or that its app makes.

extension Gateway {
  /// Whether a path has the ticket of an upload or a download.
  func hasTicketOfFile(_ path: String) -> Bool {
    UploadRequest.ticket(in: path) != nil || FileAddress.ticket(in: path) != nil
  }

  func sendFile(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    let headers = sharingHeaders(request)
    if request.method == "OPTIONS" { return reply(preflight("GET, HEAD", headers)) }
    // Without a capture list: with one, Swift 6.3 runs the closure on another thread.
    hub.performNow {
      do throws(FileRefusal) {
        reply(try await self.file(for: request, headers, hub: hub))
      } catch {
        reply(error.response(headers, self.pages.texts(for: request)))
      }
    }
  }

  private func file(
    for request: HTTPRequest, _ shared: HTTPHeaders, hub: WindowHub
  ) async throws(FileRefusal) -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      throw FileRefusal(405, "Use GET", ["allow": "GET, HEAD"])
    }
    if isDraining { throw FileRefusal(503, "Restarting", ["retry-after": "2"]) }
    let visitor = try visitorWithTicket(request, hub: hub)
    let file = try await open(request, for: visitor, hub: hub)
    var headers = shared
    headers["content-disposition"] = ContentDisposition.attachment(named: file.name)
    // It is saved, or shown in a picture. Whatever it contains, it is no page, script or style of this server.
    headers["content-security-policy"] = "sandbox; default-src 'none'"
    switch file.content {
    case .stored(let reader):
      headers["content-type"] = MediaType.harmless(file.type)
      return try response(to: request, file, reader, headers)
    case .made(let body):
      headers["content-type"] = MediaType(file.type)?.text ?? MediaType.unknown
      headers["accept-ranges"] = "none"
      var response = HTTPResponse(status: 200, headers: headers)
      response.stream = ResponseStream(body)
      return response
    }
  }

  /// The ticket may be that of a window from before the browser signed in.
  private func open(
    _ request: HTTPRequest, for visitor: Visitor, hub: WindowHub
  ) async throws(FileRefusal) -> OutgoingFile {
    let ticket = FileAddress.ticket(in: request.path) ?? ""
    var refusal = DownloadRefusal.unknownTicket
    for user in [visitor.credentials.user] + (visitor.former.map { [$0.user] } ?? []) {
      do throws(DownloadRefusal) {
        return try await hub.openDownload(
          ticket, isSent: request.method == "GET", for: user, in: request.remoteAddress)
      } catch {
        refusal = error
        guard error == .unknownTicket else { break }
      }
    }
    throw FileRefusal(refusal)
  }

  /// A stored file, or the range of it that was asked for (RFC 9110 §14).
  private func response(
    to request: HTTPRequest, _ file: OutgoingFile, _ reader: any FileReader, _ headers: HTTPHeaders
  ) throws(FileRefusal) -> HTTPResponse {
    var headers = headers
    let tag = "\"\(reader.version)\""
    headers["etag"] = tag
    headers["accept-ranges"] = "bytes"
    // The browser keeps it, and asks each time whether it may still show it.
    headers["cache-control"] = "private, no-cache"
    if request.knows(tag) { return HTTPResponse(status: 304, headers: headers) }
    var (status, range) = (200, 0..<reader.size)
    // A changed file is sent as a whole (RFC 9110 §13.1.5).
    if request.method == "GET", let asked = request.headers["range"], request.headers["if-range"] ?? tag == tag {
      switch ByteRange(asked, of: reader.size) {
      case .whole: break
      case .part(let part):
        (status, range) = (206, part)
        headers["content-range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(reader.size)"
      case .outside:
        headers["content-range"] = "bytes */\(reader.size)"
        return HTTPResponse(status: 416, headers: headers)
      }
    }
    var response = HTTPResponse(status: status, headers: headers)
    do throws(DownloadRefusal) {
      response.stream = ResponseStream(try file.body(range), length: range.count)
    } catch {
      throw FileRefusal(error)
    }
    return response
  }
}

/// The part of a file that a `Range` field asks for (RFC 9110 §14.1.2).
enum ByteRange: Equatable {
  /// The field is none that is known, or asks for several parts: it is ignored, as a server may.
  case whole
  case part(Range<Int>)
  case outside

  init(_ field: String, of size: Int) {
    self = .whole
    let unit = "bytes="
    guard field.utf8.count <= 64, field.lowercased().utf8.starts(with: unit.utf8) else { return }
    let ends = Substring(field.utf8.dropFirst(unit.utf8.count)).trimmed.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else { return }
    switch (first, last) {
    case (nil, nil): return
    case (nil, let count?): self = count == 0 || size == 0 ? .outside : .part(max(0, size - count)..<size)
    case (let first?, let last):
      guard first <= last ?? .max else { return }
      self = first < size ? .part(first..<min(last ?? .max, size - 1) + 1) : .outside
    }
  }

  /// - Returns: `nil` if it is no number, and a `nil` in it if there is none.
  private static func number(_ text: Substring.UTF8View) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // A number of any length is valid.
    return .some(Int(Substring(text)) ?? .max)
  }
}

/// The media type of a file (RFC 9110 §8.3.1).
struct MediaType {
  static let unknown = "application/octet-stream"

  let text: String

  /// - Returns: `nil` for a text that is none, and would not be one header field.
  init?(_ text: String) {
    let parts = text.utf8.prefix { $0 != UInt8(ascii: ";") }.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 255, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }

  /// The type with which a file of any origin is sent. A script or a style sheet must not be one because a user says so.
  static func harmless(_ type: String) -> String {
    guard let type = MediaType(type) else { return unknown }
    let name = type.text.prefix { $0 != ";" }.lowercased()
    let isMedia = ["image/", "audio/", "video/", "font/"].contains { name.utf8.starts(with: $0.utf8) }
    // Of what browsers may take for a document, drawings alone are shown in pictures.
    if name.contains("xml"), name != "image/svg+xml" { return unknown }
    return isMedia || name == "application/pdf" || name == "application/zip" || name == "text/plain" ? name : unknown
  }
}
