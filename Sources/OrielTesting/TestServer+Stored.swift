import Oriel
import OrielDocument
import OrielHub
import Synchronization

// What is stored, as text: a test can begin with it, and compare it.

extension TestServer {
  /// Creates a server of this app whose store has the content of a fixture.
  ///
  /// Write a fixture once, with ``stored()`` or `oriel store export`, and keep it beside the tests. A later version of the
  /// app then shows that it can restore what an earlier one has saved:
  ///
  /// ```swift
  /// let server = try TestServer(app: NotesApp(), stored: fixture)
  /// let window = try server.open(WindowID("w-1"), user: "ada")
  /// #expect(window.text == ["Milk"])
  /// #expect(server.warnings == [])
  /// ```
  /// - Parameters:
  ///   - app: The app.
  ///   - stored: A line of JSON for each window, and for the objects of each user and tenant. The clock begins when a
  ///     window was last used.
  /// - Throws: An error that shows the line which can't be read; or the one with which the server would refuse to start,
  ///   which says what all users share that this app can't decode, by its type and property.
  public convenience init(app: some WindowApp, stored: String) throws {
    let documents = try stored.utf8.split(separator: UInt8(ascii: "\n")).map { try ExportedDocument(line: $0) }
    let store = MemoryWindowStore()
    store.commit(documents.map(\.turn)) { _ in }
    try self.init(app: app, store: store, clock: TestClock(beginning: documents.compactMap(\.usedAt).max()))
  }

  /// Exports the store as `oriel store export` prints it: a line of JSON for each window, and for the objects of each user
  /// and tenant.
  public func stored() throws -> String {
    try run()
    let tenants = try read { store.tenants(after: nil, limit: .max, then: $0) }.map(\.mark.tenant)
    let lines = try tenants.flatMap { tenant in try read { store.contents(of: tenant, then: $0) }.exported }
    return lines.map { "\(JSONValue.object($0))\n" }.joined()
  }

  /// The records that could not be restored and were kept aside, oldest first, as `oriel store aside list` describes them.
  ///
  /// ```swift
  /// let server = try TestServer(app: NotesApp(), stored: fixture)
  /// _ = try server.open(WindowID("w-1"), user: "ada")
  /// #expect(try server.keptAside() == [])
  /// ```
  public func keptAside() throws -> [String] {
    try run()
    return try read { store.keptAside(of: nil, then: $0) }.map { "\($0.words): \($0.order.reason)" }
  }

  private func read<Value: Sendable>(_ question: (@escaping StoreAnswer<Value>) -> Void) throws -> Value {
    let answer = Answer<Value>()
    question { result in answer.result.withLock { $0 = result } }
    guard let result = answer.result.withLock({ $0 }) else { throw TestError.nothingTo("read: the store waits") }
    return try result.get()
  }

  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}

extension ExportedDocument {
  fileprivate var usedAt: Int64? { if case .window(_, let window) = self { window.usedAt } else { nil } }
}
