import OrielHub

// When what was done is on disk.

extension TestServer {
  /// Has the store keep back what it is to save, as a disk that hangs does, until ``resumeSaving()``. A ``restart()``
  /// meanwhile is a crash in which it is lost.
  ///
  /// This shows what an app does before its changes are safe:
  ///
  /// ```swift
  /// try server.pauseSaving()
  /// try window.tap("Order")
  /// #expect(mailer.sent == [])
  /// try server.resumeSaving()
  /// try server.advance(by: .zero)
  /// #expect(mailer.sent == ["order 1"])
  /// ```
  public func pauseSaving() throws { try testStore().holdCommits() }

  /// Saves what was kept back, and runs what has waited for that.
  public func resumeSaving() throws {
    try testStore().releaseCommits()
    try run()
  }

  private func testStore() throws -> TestStore {
    guard let store = store as? TestStore else { throw TestError.nothingTo("pause: the store is not in memory") }
    return store
  }
}
