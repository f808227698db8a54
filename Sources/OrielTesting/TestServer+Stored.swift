import Oriel
import OrielDocument
import OrielHub

// What is stored, as text: a test can begin with it, and compare it.

extension TestServer {
  /// Creates a server of this app whose store has the content of a fixture.
  ///
  /// Write a fixture once, with ``stored()`` or `store export`, and keep it beside the tests. A later version of the
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
    let store = TestStore()
    store.commit(documents.map(\.turn)) { _ in }
    try self.init(app: app, store: store, clock: TestClock(beginning: documents.compactMap(\.usedAt).max()))
  }

  /// Exports the store as `store export` prints it: a line of JSON for each window, and for the objects of each user
  /// and tenant.
  public func stored() throws -> String {
    try run()
    let tenants = try store.answer { try $0.tenants(after: nil, limit: .max) }.map(\.mark.tenant)
    let lines = try tenants.flatMap { tenant in try store.answer { try $0.contents(of: tenant) }.exported }
    return lines.map { "\(JSONValue.object($0))\n" }.joined()
  }

  /// The records that could not be restored and were kept aside, oldest first, as `store aside list` describes them.
  ///
  /// ```swift
  /// let server = try TestServer(app: NotesApp(), stored: fixture)
  /// _ = try server.open(WindowID("w-1"), user: "ada")
  /// #expect(try server.keptAside() == [])
  /// ```
  public func keptAside() throws -> [String] {
    try run()
    return try store.answer { try $0.keptAside(of: nil) }.map { "\($0.words): \($0.order.reason)" }
  }
}

extension ExportedDocument {
  fileprivate var usedAt: Int64? { if case .window(_, let window) = self { window.usedAt } else { nil } }
}
