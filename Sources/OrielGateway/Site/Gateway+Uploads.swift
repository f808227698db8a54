import Oriel
import OrielHub

// `POST /upload/<ticket>`: the bytes of a file field. They are written to disk as they arrive. With `?key=…` a page may ask
// after a cut connection what has arrived, by `GET`, and send the rest with `&offset=…`, or discard it by `DELETE`.

extension Gateway {
  func planUpload(
    _ request: HTTPRequest, _ ticket: String, length: Int, hub: WindowHub
  ) -> BodyPlan {
    let headers = sharingHeaders(request)
    if request.method == "OPTIONS" { return .answer(preflight("GET, POST, DELETE", headers)) }
    do throws(FileRefusal) {
      let user = try uploader(of: request, hub: hub)
      let place = try UploadRequest.place(in: request)
      if request.method != "POST" {
        guard let place else { throw FileRefusal(400, "Name the upload by its key") }
        let file = try user.each { user throws(UploadRefusal) in
          try hub.knownFile(ticket: ticket, key: place.key, from: user)
        }
        guard request.method == "DELETE" else { return .answer(UploadBody.progress(of: file, headers)) }
        file.cancel()
        return .answer(HTTPResponse(status: 204, headers: headers))
      }
      guard request.headers["content-length"] != nil else { throw FileRefusal(411, "Send a Content-Length") }
      let network = RemoteNetwork(of: request.remoteAddress).text
      let file = try user.each { user throws(UploadRefusal) in
        guard let place, let offset = place.offset else {
          let file = UploadRequest.file(request, size: length)
          return try hub.receiveFile(file, ticket: ticket, key: place?.key, from: user, in: network)
        }
        return try hub.continueFile(ticket: ticket, key: place.key, from: user, at: offset, rest: length)
      }
      return .stream(UploadBody(file, headers: headers, texts: pages.texts(for: request)))
    } catch {
      return .answer(error.response(headers, pages.texts(for: request)))
    }
  }

  private func uploader(of request: HTTPRequest, hub: WindowHub) throws(FileRefusal) -> Visitor {
    guard ["GET", "POST", "DELETE"].contains(request.method) else {
      throw FileRefusal(405, "Use POST", ["allow": "GET, POST, DELETE"])
    }
    if isDraining { throw FileRefusal(503, "Restarting", ["retry-after": "2"]) }
    // Browsers send no origin with a GET of the page's own.
    let isAllowed = origins.allow(request, withBearer: Authentication.bearer(of: request) != nil)
    guard isAllowed || request.method == "GET" else {
      throw FileRefusal(403, LocalizedStringKey(refuseOrigin(request, to: "send files")))
    }
    return try visitorWithTicket(request, hub: hub)
  }

  /// The sender of a request that has a ticket besides their credentials.
  func visitorWithTicket(_ request: HTTPRequest, hub: WindowHub) throws(FileRefusal) -> Visitor {
    guard let bearer = Authentication.bearer(of: request) else {
      guard let visitor = visitor(request, hub: hub) else {
        throw FileRefusal(.nobody)
      }
      guard refusal(of: visitor.credentials, hub: hub) == nil else {
        throw FileRefusal(403, "This account has been banned")
      }
      return visitor
    }
    // The page has connected with this token, or one like it. Requests that are answered at once and have a key fetched
    // could wait for it in any number.
    let caller = identifyAtOnce(bearer, from: request.remoteAddress, hub: hub)
    guard case .user(let credentials) = caller else {
      throw FileRefusal(caller)
    }
    return Visitor(credentials: credentials)
  }
}

extension Visitor {
  /// The window with a ticket may be one from before the browser signed in.
  fileprivate func each<Value>(
    _ body: (User) throws(UploadRefusal) -> Value
  ) throws(FileRefusal) -> Value {
    do throws(UploadRefusal) {
      return try body(credentials.user)
    } catch {
      guard error == .unknownTicket, let former else { throw FileRefusal(error) }
      return try Visitor(credentials: former).each(body)
    }
  }
}

/// A refusal with a text for the page's user.
struct FileRefusal: Error {
  private let status: Int
  private let text: LocalizedStringKey
  private let fields: HTTPHeaders

  init(_ status: Int, _ text: LocalizedStringKey, _ fields: HTTPHeaders = [:]) {
    self.status = status
    self.text = text
    self.fields = fields
  }

  init(_ caller: Caller) {
    let refusal = caller.refusal
    (status, text, fields) = (refusal.status, LocalizedStringKey(refusal.text), refusal.headers)
  }

  init(_ refusal: UploadRefusal) {
    switch refusal {
    case .unknownTicket: self.init(404, "No field accepts this file any more")
    case .tooLarge(let limit): self.init(413, "Files are limited to \(limit) bytes here")
    case .tooMany: self.init(429, "Too many files at once", ["retry-after": "5"])
    case .outOfStep: self.init(409, "Ask how much of this file has arrived")
    case .noRoom: self.init(507, "There is no room for this file")
    case .failed: self.init(500, "This file could not be stored")
    }
  }

  init(_ refusal: DownloadRefusal) {
    switch refusal {
    case .unknownTicket: self.init(404, "No window shows this file any more. Load it again from its window")
    case .gone: self.init(404, "This file does not exist any more")
    case .tooMany: self.init(429, "Too many files at once", ["retry-after": "5"])
    }
  }

  /// - Parameter texts: Those of the page that shows why.
  func response(_ headers: HTTPHeaders, _ texts: PageTexts) -> HTTPResponse {
    var response = HTTPResponse.text(status, texts(text), headers: headers)
    for (name, value) in fields { response.headers[name] = value }
    return response
  }
}

/// The body of an upload, on its way to the hub's file.
private final class UploadBody: BodyReceiver {
  private let file: IncomingFile
  private let headers: HTTPHeaders
  private let texts: PageTexts

  init(_ file: IncomingFile, headers: HTTPHeaders, texts: PageTexts) {
    self.file = file
    self.headers = headers
    self.texts = texts
    file.begin(by: self)
  }

  func receive(_ bytes: UnsafeRawBufferPointer, done: @escaping (HTTPResponse?) -> Void) {
    guard file.isRead(by: self) else { return done(FileRefusal(UploadRefusal.outOfStep).response(headers, texts)) }
    file.receive(bytes) { [self] refusal in done(refusal.map(refused)) }
  }

  func end(reply: @escaping (HTTPResponse) -> Void) {
    guard file.isRead(by: self) else { return reply(FileRefusal(UploadRefusal.outOfStep).response(headers, texts)) }
    file.finish { [self] refusal in reply(refusal.map(refused) ?? Self.received(file, headers)) }
  }

  func cancel() { if file.isRead(by: self) { file.pause() } }

  private func refused(_ refusal: UploadRefusal) -> HTTPResponse {
    file.cancel()
    return FileRefusal(refusal).response(headers, texts)
  }

  /// Tells a page that has lost its connection how far the file is.
  static func progress(of file: IncomingFile, _ headers: HTTPHeaders) -> HTTPResponse {
    guard !file.isComplete else {
      file.heard()
      return received(file, headers)
    }
    return json(200, "{\"offset\":\(file.count)}", headers)
  }

  private static func received(_ file: IncomingFile, _ headers: HTTPHeaders) -> HTTPResponse {
    json(201, "{\"id\":\"\(file.id)\"}", headers)
  }

  private static func json(_ status: Int, _ text: String, _ headers: HTTPHeaders) -> HTTPResponse {
    var headers = headers
    headers["content-type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
  }
}
