import Oriel
import OrielDocument
import OrielHub

/// A file that a test's user chooses.
public struct TestFile: Sendable {
  /// The file's name on the user's machine.
  public var name: String
  /// The media type claimed by the page.
  public var type: String
  /// The content.
  public var contents: [UInt8]

  /// Creates a file from bytes.
  public init(_ name: String, type: String = "application/octet-stream", contents: [UInt8]) {
    self.name = name
    self.type = type
    self.contents = contents
  }

  /// Creates a text file, encoded as UTF-8.
  public init(_ name: String, type: String = "text/plain", contents: String) {
    self.init(name, type: type, contents: Array(contents.utf8))
  }
}

extension TestWindow {
  /// Chooses files in a file field. They are uploaded, stored as by a real server, and passed to the field's model.
  ///
  /// ```swift
  /// try window.choose(files: [TestFile("list.txt", contents: "Bread")], in: "Shopping list")
  /// ```
  /// - Parameters:
  ///   - files: The files in the order in which the model gets them.
  ///   - name: The field's id, or its label.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: `TestError.fileRefused` if the server refuses one; the model then gets none of them.
  public func choose(files: [TestFile], in name: String, of model: String? = nil) throws {
    try accept(choose(files: files, in: name, of: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func choose(files: [TestFile], in name: String, of model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    guard let ticket = found.element["ticket"]?.stringValue else {
      throw TestError.nothingTo("choose files in: \(found.description)")
    }
    var ids: [JSONValue] = []
    for file in files { ids.append(["id": .string(try send(file, ticket))]) }
    return try event(model: found.model, element: found.id, name: "files", value: .array(ids))
  }

  /// - Returns: The id that the server gave the file.
  package func send(_ file: TestFile, _ ticket: String) throws -> String {
    try server.step((file, ticket, request.user), on: hub) { hub, sent in
      let (file, ticket, user) = sent
      let description = FileDescription(name: file.name, type: file.type, size: file.contents.count)
      do throws(UploadRefusal) {
        let incoming = try hub.receiveFile(description, ticket: ticket, from: user)
        var refusal: UploadRefusal?
        file.contents.withUnsafeBytes { bytes in incoming.receive(bytes) { refusal = $0 } }
        if refusal == nil { incoming.finish { refusal = $0 } }
        guard let refusal else { return incoming.id }
        incoming.cancel()
        throw refusal
      } catch {
        throw TestError.fileRefused("\(error)")
      }
    }
  }
}
