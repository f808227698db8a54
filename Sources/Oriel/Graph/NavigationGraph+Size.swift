import OrielDocument

extension NavigationGraph {
  /// The length of the document's JSON in bytes.
  package var encodedCount: Int {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes.count
  }

  /// Replaces the largest screens by an error until the document has at most `limit` bytes.
  package func shrink(to limit: Int, into operations: inout [PatchOperation]) {
    var excess = encodedCount - limit
    guard excess > 0 else { return }
    let screens = entries.filter { $0.value.content.isScreen && !oversized.contains($0.key) }
      .map { (id: $0.key, entry: $0.value, bytes: encodedCount(of: $0.value)) }.sorted { $0.bytes > $1.bytes }
    for screen in screens where excess > 0 {
      let bytes = excess + limit
      note(
        .tooLarge, screen.entry.model, "is not shown: it makes the document \(bytes) bytes long", ["bytes": "\(bytes)"])
      showTooLarge(screen.id, screen.entry, &operations)
      excess -= screen.bytes - encodedCount(of: screen.entry)
    }
    shrunkCount = encodedCount
  }

  private func showTooLarge(_ id: String, _ entry: GraphEntry, _ operations: inout [PatchOperation]) {
    let message: JSONValue = ["type": "text", "text": "This screen is too large to show", "style": "danger"]
    var base = entry.rendered?.base ?? [:]
    base["body"] = [message]
    base["toolbar"] = nil
    entry.rendered?.base = base
    entry.rendered?.interactions = []
    oversized.insert(id)
    let isNew = withdraw(id, &operations)
    let json = entry.rendered?.json ?? .object(base)
    operations.append(isNew ? .add(Self.path(id), json) : .replace(Self.path(id), json))
  }

  /// Withdraws the operations for a model that would be too large. Returns whether the model is new.
  private func withdraw(_ id: String, _ operations: inout [PatchOperation]) -> Bool {
    let model = Self.path(id)
    let isNew = operations.contains { if case .add(model, _) = $0.kind { true } else { false } }
    operations.removeAll { $0.path == model || $0.path.tokens.starts(with: model.tokens) }
    return isNew
  }

  private func encodedCount(of entry: GraphEntry) -> Int {
    var writer = JSONWriter()
    if let rendered = entry.rendered { writer.write(rendered.json) }
    return writer.bytes.count
  }

  /// Tries screens that were too large again, because the document has become smaller.
  func retryOversized() {
    for id in oversized {
      guard let model = entries[id]?.model else { continue }
      model._node.endTracking()
      model._node.pending.insert(.body)
      queueRendering(model)
    }
    oversized = []
    host.graphNeedsCommit()
  }
}
