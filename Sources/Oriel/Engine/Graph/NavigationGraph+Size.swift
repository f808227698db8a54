import OrielDocument

// The document's size is the sum of its models' sizes. A model is measured again only when its rendering has changed.

extension NavigationGraph {
  /// The length of the document's JSON in bytes.
  package var encodedCount: Int {
    let models = entries.values.count { $0.rendered != nil }
    let members = entries.all.reduce(0) { $0 + encodedCount(of: $1.value, $1.key) }
    return frameCount + members + max(0, models - 1)
  }

  /// The length of the models that were measured since they were rendered.
  var measuredCount: Int { entries.values.reduce(0) { $0 + ($1.encodedCount ?? 0) } }

  /// The document without its models.
  private var frameCount: Int {
    var writer = JSONWriter()
    write(rendering.header, to: &writer) { _ in }
    return writer.bytes.count
  }

  /// The length of a model's member of the document.
  func encodedCount(of entry: GraphEntry, _ id: String) -> Int {
    if let known = entry.encodedCount { return known }
    guard let rendered = entry.rendered else { return 0 }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key(id)
    rendered.write(to: &writer)
    // Without the brace of the object around it.
    let count = writer.bytes.count - 1
    size.measured(count)
    entry.encodedCount = count
    return count
  }

  /// Replaces the largest screens of a document that is too long by an error, until it has at most `limit` bytes.
  ///
  /// - Parameter count: `encodedCount`.
  package func shrink(from count: Int, to limit: Int, into operations: inout [PatchOperation]) {
    var excess = count - limit
    size.limit(to: limit)
    let screens = entries.all.filter { $0.value.content.isScreen && !size.hides($0.key) }
      .map { (id: $0.key, entry: $0.value, bytes: encodedCount(of: $0.value, $0.key)) }.sorted { $0.bytes > $1.bytes }
    for screen in screens where excess > 0 && screen.bytes > Self.errorCount {
      let bytes = excess + limit
      report(
        .tooLarge, of: screen.entry.model, "is not shown: it makes the document \(bytes) bytes long",
        ["bytes": "\(bytes)"])
      showTooLarge(screen.id, screen.entry, &operations)
      size.hide(screen.id, bytes: screen.bytes)
      excess -= screen.bytes - encodedCount(of: screen.entry, screen.id)
    }
  }

  /// A screen that is hardly larger than the error is left as it is.
  private static let errorCount = 256

  private func showTooLarge(_ id: String, _ entry: GraphEntry, _ operations: inout [PatchOperation]) {
    unpack(entry)
    var base = entry.rendered?.base ?? [:]
    base["body"] = errorBody("This screen is too large to show")
    base["toolbar"] = nil
    entry.rendered?.base = base
    entry.rendered?.interactions = []
    entry.rendered?.tables = []
    entries.setTables([], of: id)
    entry.encodedCount = nil
    for translation in translations { translation.rendered(entry.model) }
    let isNew = withdraw(id, &operations)
    let json = entry.rendered?.json ?? .object(base)
    packIfCovered(entry)
    operations.append(isNew ? .add(Self.path(id), json) : .replace(Self.path(id), json))
  }

  /// Withdraws the operations for a model that would be too large. Returns whether the model is new.
  private func withdraw(_ id: String, _ operations: inout [PatchOperation]) -> Bool {
    let model = Self.path(id)
    let isNew = operations.contains { if case .add(model, _) = $0.kind { true } else { false } }
    operations.removeAll { $0.path == model || $0.path.tokens.starts(with: model.tokens) }
    return isNew
  }

  /// Renders the screens again that were too large and have room now.
  func showFitting() {
    // All sizes are known then.
    let document = encodedCount
    let fitting = size.removeFitting(into: document) { id in entries[id].map { $0.encodedCount ?? 0 } }
    for model in fitting.compactMap({ entries[$0]?.model }) {
      model._node.endTracking()
      model._node.pending.insert(.body)
      rendering.enqueue(model)
      host.graphNeedsCommit()
    }
  }
}
