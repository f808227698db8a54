extension NavigationModel {
  /// Has the page save a file that the app makes while it is sent.
  ///
  /// ```swift
  /// Button("Export") {
  ///   self.download(name: "orders.csv", type: "text/csv") { file in
  ///     try await file.write(row: ["Number", "Amount"])
  ///     for order in self.desk.orders { try await file.write(row: [order.number, order.amount]) }
  ///   }
  /// }
  /// ```
  ///
  /// The page fetches the file by a secret address, which is valid for a minute, once, and only for this window's user.
  /// Then the code runs as a task of the model: it is cancelled when the model finishes. Each write after which it has to
  /// wait lets others change what it reads. If it throws, the browser shows a download that has failed, and the log has the error.
  ///
  /// For a file that many windows link to, or that programs fetch, use an ``Endpoint``; for one that a user has uploaded,
  /// ``Link/init(_:file:)``.
  ///
  /// - Parameters:
  ///   - name: The suggested name. Folders, line breaks and other control characters are left out.
  ///   - type: The media type.
  ///   - make: Writes the file. ``BodyWriter`` has the limits.
  /// - Returns: `notExecutable(.notAttached)` if the model is in no window.
  @discardableResult
  public func download(
    name: String, type: String = "application/octet-stream",
    _ make: nonisolated(nonsending) @escaping (BodyWriter) async throws -> Void
  ) -> CommandResult {
    guard let graph = _node.graph, let acting = graph.acting else { return .notExecutable(.notAttached) }
    let ticket = graph.downloads.begin(name, type, BodyStream(make), by: self, graph.host.ticketPlace)
    graph.host.schedule(after: Downloads.time) { [weak graph] in graph?.downloads.forget(ticket) }
    acting.perform(.sendTrigger(.download(FileAddress.path(ticket, name), name: name).secret))
    return .executed
  }
}
