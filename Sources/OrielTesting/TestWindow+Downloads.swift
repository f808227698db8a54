import Oriel
import OrielDocument
import OrielHub

extension TestWindow {
  /// Fetches the file of a link or a picture, as its page does.
  ///
  /// - Parameters:
  ///   - name: The element's id, its text or its label.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: ``TestError/fileRefused(_:)`` if the server has no such file.
  public func file(of name: String, in model: String? = nil) async throws -> TestFile {
    let found = try element(name, in: model, with: "url")
    return try await file(at: found.element["url"]?.stringValue ?? "", of: found.description)
  }

  /// Fetches what the window's model has the page save with `download(name:type:)`: the last, if there are several.
  ///
  /// ```swift
  /// try window.tap("Export")
  /// #expect(try await window.followDownload().contents == Array("1,2".utf8))
  /// ```
  ///
  /// - Throws: ``TestError/fileRefused(_:)`` if the code that makes it throws, and if it is fetched already.
  public func followDownload() async throws -> TestFile {
    let url = triggers.last { $0.kind == "download" }?.payload["url"]?.stringValue
    return try await file(at: url ?? "", of: "follow: the window's model has begun no download")
  }

  /// Fetches what an address is for.
  package func file(at url: String, of place: String = "fetch: it is no file's address") async throws -> TestFile {
    guard let ticket = FileAddress.ticket(in: url) else { throw TestError.nothingTo(place) }
    let fetched = Fetched()
    try server.step((ticket, request.user, fetched), on: hub) { hub, asked in
      let (ticket, user, fetched) = asked
      hub.performNow { await fetched.fetch(ticket, for: user, from: hub) }
    }
    try await server.settled { fetched.result != nil }
    return try fetched.result!.get()
  }
}

/// A file that a test fetches. Confined to the hub.
private final class Fetched {
  private(set) var result: Result<TestFile, TestError>?

  func fetch(_ ticket: String, for user: User, from hub: WindowHub) async {
    do throws(DownloadRefusal) {
      let file = try await hub.openDownload(ticket, isSent: true, for: user, in: "127.0.0.1")
      let size = if case .stored(let reader) = file.content { reader.size } else { 0 }
      try file.body(0..<size).collect { [self] bytes in
        result =
          bytes.map { .success(TestFile(file.name, type: file.type, contents: $0)) }
          ?? .failure(.fileRefused("\(file.name) was not completed"))
      }
    } catch {
      result = .failure(.fileRefused("\(error)"))
    }
  }
}

extension BodySource {
  /// Reads a whole body.
  ///
  /// - Parameter then: Called once, with `nil` if the body was not completed.
  func collect(_ bytes: [UInt8] = [], _ then: @escaping ([UInt8]?) -> Void) {
    next(for: nil) { [self] piece in
      switch piece {
      case .bytes(let more): collect(bytes + more, then)
      case .end: then(bytes)
      case .failed: then(nil)
      }
    }
  }
}
