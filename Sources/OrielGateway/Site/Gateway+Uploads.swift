import Oriel
import OrielHub

// `POST /upload/<ticket>`: the bytes of a file field. They are written to disk as they arrive.

extension Gateway {
  func planUpload(
    _ request: HTTPRequest, _ ticket: String, length: Int, hub: WindowHub
  ) -> BodyPlan {
    let headers = sharingHeaders(request)
    if request.method == "OPTIONS" { return .answer(preflight("POST", headers)) }
    do throws(FileRefusal) {
      let user = try uploader(of: request, hub: hub)
      guard request.headers["content-length"] != nil else { throw FileRefusal(411, "Send a Content-Length") }
      let file = UploadRequest.file(request, size: length)
      let network = RemoteNetwork(of: request.remoteAddress).text
      return .stream(UploadBody(try hub.incomingFile(file, ticket: ticket, from: user, in: network), headers: headers))
    } catch {
      return .answer(error.response(headers))
    }
  }

  private func uploader(of request: HTTPRequest, hub: WindowHub) throws(FileRefusal) -> Visitor {
    guard request.method == "POST" else { throw FileRefusal(405, "Use POST", ["allow": "POST"]) }
    if isDraining { throw FileRefusal(503, "Restarting", ["retry-after": "2"]) }
    guard origins.allow(request, withBearer: Authentication.bearer(of: request) != nil) else {
      throw FileRefusal(403, refuseOrigin(request, to: "send files"))
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

extension WindowHub {
  fileprivate func incomingFile(
    _ file: FileDescription, ticket: String, from visitor: Visitor, in network: String
  ) throws(FileRefusal) -> IncomingFile {
    do throws(UploadRefusal) {
      return try receiveFile(file, ticket: ticket, from: visitor.credentials.user, in: network)
    } catch {
      guard error == .unknownTicket, let former = visitor.former else { throw FileRefusal(error) }
      return try incomingFile(file, ticket: ticket, from: Visitor(credentials: former), in: network)
    }
  }
}

/// A refusal with a text for the page's user.
struct FileRefusal: Error {
  private let status: Int
  private let text: String
  private let fields: HTTPHeaders

  init(_ status: Int, _ text: String, _ fields: HTTPHeaders = [:]) {
    self.status = status
    self.text = text
    self.fields = fields
  }

  init(_ caller: Caller) {
    (status, text, fields) = caller.refusal
  }

  init(_ refusal: UploadRefusal) {
    switch refusal {
    case .unknownTicket: self.init(404, "No field accepts this file any more")
    case .tooLarge(let limit): self.init(413, "Files are limited to \(limit) bytes here")
    case .tooMany: self.init(429, "Too many files at once", ["retry-after": "5"])
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

  func response(_ headers: HTTPHeaders) -> HTTPResponse {
    var response = HTTPResponse.text(status, text, headers: headers)
    for (name, value) in fields { response.headers[name] = value }
    return response
  }
}

/// The body of an upload, on its way to the hub's file.
private final class UploadBody: BodyReceiver {
  private let file: IncomingFile
  private let headers: HTTPHeaders

  init(_ file: IncomingFile, headers: HTTPHeaders) {
    self.file = file
    self.headers = headers
  }

  func receive(_ bytes: UnsafeRawBufferPointer, done: @escaping (HTTPResponse?) -> Void) {
    file.receive(bytes) { [self] refusal in done(refusal.map(refused)) }
  }

  func end(reply: @escaping (HTTPResponse) -> Void) {
    file.finish { [self] refusal in reply(refusal.map(refused) ?? received) }
  }

  func cancel() { file.cancel() }

  private func refused(_ refusal: UploadRefusal) -> HTTPResponse {
    file.cancel()
    return FileRefusal(refusal).response(headers)
  }

  private var received: HTTPResponse {
    var headers = headers
    headers["content-type"] = "application/json"
    return HTTPResponse(status: 201, headers: headers, body: Array("{\"id\":\"\(file.id)\"}".utf8))
  }
}
