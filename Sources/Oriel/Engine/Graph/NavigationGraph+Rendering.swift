import OrielDocument

extension NavigationGraph {
  /// A value that the model's `body` has read has changed.
  func renderingInvalidated(_ node: _ModelNode) {
    guard let model = entries[node.id]?.model else { return }
    motions.recordChange(of: node.id)
    node.pending.insert(.body)
    rendering.enqueue(model)
    host.graphNeedsCommit()
  }

  func reportWrite(of property: StaticString, inBodyOf node: _ModelNode) {
    guard let model = model(node.id) else { return }
    report(
      .misuse, of: model,
      "changes its \(property) in its body, which won't show the change: do it in start() or in a handler")
  }

  /// Renders the changed models and appends the differences. The graph must be settled.
  package func render(into operations: inout [PatchOperation]) {
    let (changed, removed) = rendering.drain()
    let returning = Set(removed)
    for model in changed where model._node.graph === self { render(model, returning: returning, into: &operations) }
    for id in removed where entries[id] == nil {
      operations.append(.remove(Self.path(id)))
      for translation in translations { translation.removed(id) }
    }
    if size.hidesAny, !operations.isEmpty { showFitting() }
    renderHeader(into: &operations)
    if !motions.isEmpty { awaitMotions() }
  }

  /// Renders and measures models of a document that no page has yet, each once, and packs them as soon as it is large.
  ///
  /// - Returns: Whether each was rendered. Those that have changed since are queued.
  package func renderFirst(packingAbove limit: Int, while hasTime: () -> Bool) -> Bool {
    let (queued, _) = rendering.drain()
    let isNew = { [self] (model: any NavigationModel) in
      model._node.graph === self && entries[model._node.id].map { $0.rendered == nil } == true
    }
    rendering.putBack(queued.filter { !isNew($0) })
    let new = queued.filter(isNew)
    var bytes = measuredCount
    for (index, model) in new.enumerated() {
      guard let entry = entries[model._node.id] else { continue }
      var unneeded: [PatchOperation] = []
      render(model, returning: [], into: &unneeded)
      bytes += encodedCount(of: entry, model._node.id)
      packCovered(bytes > limit)
      guard hasTime() else {
        rendering.putBack(new[(index + 1)...])
        return index + 1 == new.count
      }
    }
    return true
  }

  /// - Parameter returning: Ids of models that have left. Ids are never reused, but a model may return in the same turn.
  private func render(
    _ model: any NavigationModel, returning: Set<String>, into operations: inout [PatchOperation]
  ) {
    let node = model._node
    guard let entry = entries[node.id] else { return }
    let isBodyCurrent = entry.rendered != nil && entry.content.isScreen && !node.pending.contains(.body)
    node.pending.subtract([.rendering, .body])
    if !isBodyCurrent {
      size.forget(node.id)
      unpack(entry)
    }
    let old = entry.rendered
    let reads = host.environment.client.languageReads
    var new = isBodyCurrent ? old! : renderBase(model, entry)
    if !isBodyCurrent, entry.content.isScreen, isLeftOut(model, entry) { new.leaveOut() }
    new.presented = renderedPresentation(of: model)
    if host.environment.client.languageReads != reads { (entry.isLocalized, isLocalized) = (true, true) }
    for translation in translations { translation.rendered(model) }
    entry.rendered = new
    entry.encodedCount = nil
    if !isBodyCurrent { entries.setTables(new.tables, of: node.id) }
    packIfCovered(entry)
    if !isBodyCurrent, !new.title.hasSameScalars(as: old?.title) { rendering.titleMayChange() }
    if new.declared.isLocked != (old?.declared.isLocked ?? false) { updateLock(of: entry) }
    if new.declared.tags != (old?.declared.tags ?? []) { entries.setTags(new.declared.tags, of: node.id) }
    if !new.declared.checkpoints.isEmpty { reportCheckpoints(new.declared, old?.declared, of: model) }
    guard let old else {
      let path = Self.path(node.id)
      return operations.append(returning.contains(node.id) ? .replace(path, new.json) : .add(path, new.json))
    }
    if !isBodyCurrent {
      let start = operations.count
      JSONValue.difference(from: .object(old.base), to: .object(new.base), at: ["models", node.id], into: &operations)
      if !motions.isEmpty { motions.animate(&operations, from: start, model: node.id, was: old.base) }
    }
    guard old.presented != nil || new.presented != nil else { return }
    let start = operations.count
    Self.differ(from: old.presented, to: new.presented, at: ["models", node.id, "presented"], into: &operations)
    if !motions.isEmpty { motions.animateLayer(&operations, from: start, of: node.id) }
  }

  /// Whether the elements of a screen are left out of the document, because it is in a tab that isn't selected and was not
  /// shown yet.
  private func isLeftOut(_ model: any NavigationModel, _ entry: GraphEntry) -> Bool {
    if entry.rendered == nil, isInOtherTab(model) {
      entry.isLeftOut = true
      rendering.leavesOut(model._node.id)
    }
    return entry.isLeftOut
  }

  /// Has the screens of tabs that are selected for the first time rendered.
  func showLeftOut() {
    for id in rendering.drainLeftOut() {
      guard let entry = entries[id] else { continue }
      if isInOtherTab(entry.model) {
        rendering.leavesOut(id)
      } else {
        entry.isLeftOut = false
        renderingInvalidated(entry.model._node)
      }
    }
  }

  /// Appends the difference of a layer.
  static func differ(
    from old: JSONValue?, to new: JSONValue?, at tokens: [String], into operations: inout [PatchOperation]
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let new?): operations.append(.add(JSONPointer(tokens: tokens), new))
    case (_?, nil): operations.append(.remove(JSONPointer(tokens: tokens)))
    case (let old?, let new?):
      // Another model or question in this place is another layer, not the same one with a new id.
      if old["model"] == new["model"], old["id"] == new["id"], old["as"] == new["as"] {
        JSONValue.difference(from: old, to: new, at: tokens, into: &operations)
      } else {
        operations.append(.replace(JSONPointer(tokens: tokens), new))
      }
    }
  }

  // MARK: One model

  private func renderBase(_ model: any NavigationModel, _ entry: GraphEntry) -> RenderedModel {
    switch entry.content {
    case .screen: return renderScreen(model, entry)
    case .stack(let path, let display): return RenderedModel(base: display.rendered(path: path))
    case .tabs(let tabs, let selected):
      return RenderedModel(
        base: ["kind": "tabs", "selected": .string(selected), "tabs": .array(tabs.map(\.rendered))])
    case .switched(let child):
      var base: JSONObject = ["kind": "switched"]
      base["child"] = child.map { .string($0._node.id) }
      return RenderedModel(base: base)
    case .split(let sidebar, let detail):
      var base: JSONObject = ["kind": "split", "sidebar": .string(sidebar._node.id)]
      base["detail"] = detail.map { .string($0._node.id) }
      return RenderedModel(base: base)
    case .shared(let kind, let value):
      return RenderedModel(base: sharedSlot(kind: kind, value: value, model))
    case .custom(let component, let properties, let children):
      return RenderedModel(base: [
        "kind": "custom", "component": .string(component), "properties": .object(properties),
        "children": .array(children.map { .string($0._node.id) }),
      ])
    }
  }

  private func sharedSlot(kind: String, value: JSONValue, _ model: any NavigationModel) -> JSONObject {
    guard let document = host.sharedDocument(kind: kind, value: value) else {
      report(.misuse, of: model, "shows a SharedModel \"\(kind)\", but there is no such scene")
      return ["kind": "switched"]
    }
    return ["kind": "shared", "document": .string(document)]
  }

  // Milliseconds. Without optimisation all code is about ten times slower.
  #if DEBUG
    private static let slowBody: Int64 = 100
  #else
    private static let slowBody: Int64 = 10
  #endif

  private func renderScreen(_ model: any NavigationModel, _ entry: GraphEntry) -> RenderedModel {
    if entry.isUnusable { return unusableScreen(entry) }
    rendering.evaluated()
    let start = host.now
    let node = model._node
    downloads.rendering(node.id)
    let body = trackBody(of: model, entry)
    downloads.rendered(node.id)
    let type = entry.kind.name.short
    let duration = host.now - start
    if duration > Self.slowBody {
      report(.slowBody, of: model, "took \(duration) ms for its body", ["milliseconds": "\(duration)"])
    }
    for issue in body.issues where entry.rendered?.issues.contains(issue) != true {
      host.report(.misuse, model: node.id, type: type, "\(type) \(node.id): \(issue)")
    }
    var rendered = RenderedModel(
      base: screen(type, body), interactions: body.interactions, ids: body.ids, declared: body.declared,
      issues: body.issues)
    rendered.tables = body.tables
    return rendered
  }

  private func screen(_ type: String, _ body: RenderedBody) -> JSONObject {
    // It is kept for as long as the model is visible, so it should be small.
    var base = JSONObject(
      reserving: 3 + (body.title == nil ? 0 : 1) + (body.width == nil ? 0 : 1) + (body.isUnsaved ? 1 : 0)
        + (body.toolbar.isEmpty ? 0 : 1))
    base.append("kind", "screen")
    base.append("type", .string(type))
    if let title = body.title { base.append("title", .string(title)) }
    if let width = body.width { base.append("width", .string(width.rawValue)) }
    if body.isUnsaved { base.append("unsaved", true) }
    if !body.toolbar.isEmpty { base.append("toolbar", .array(body.toolbar)) }
    base.append("body", .array(body.body))
    return base
  }

  /// The rendering of a model without its layer, for which its `body` is evaluated without a consequence; `nil` if it
  /// can't be shown.
  func translatedBase(of entry: GraphEntry) -> JSONObject? {
    guard entry.content.isScreen else { return renderBase(entry.model, entry).base }
    guard !entry.isUnusable else { return nil }
    let body = Self.body(of: entry.model, after: nil, decoration(of: entry.model))
    return screen(entry.kind.name.short, body)
  }

  private func unusableScreen(_ entry: GraphEntry) -> RenderedModel {
    RenderedModel(base: [
      "kind": "screen", "type": .string(entry.kind.name.short), "body": errorBody("This screen can't be shown"),
    ])
  }

  /// The content of a screen that can't be shown.
  func errorBody(_ text: LocalizedStringKey) -> JSONValue {
    [["type": "text", "text": .string(host.environment.ownText(text)), "style": "danger"]]
  }

  private func trackBody(of model: any NavigationModel, _ entry: GraphEntry) -> RenderedBody {
    let decoration = decoration(of: model)
    return model._node.trackBody(of: entry.kind) {
      recordAddress(of: model, entry)
      return Self.body(of: model, after: entry.rendered?.rendering, decoration)
    }
  }

  /// The rendering of a packed screen with its handlers, which nothing keeps.
  func renderedOnce(_ entry: GraphEntry) -> RenderedModel {
    let body = Self.body(of: entry.model, after: entry.rendered?.unpacked?.rendering, decoration(of: entry.model))
    return RenderedModel(base: [:], interactions: body.interactions)
  }

  static func path(_ id: String) -> JSONPointer { JSONPointer(tokens: ["models", id]) }

  private static func body<Model: NavigationModel>(
    of model: Model, after old: RenderedBody?, _ decoration: NavigationDecoration?
  ) -> RenderedBody {
    guard let decoration else { return ElementRenderer.render(model.body, of: model, after: old) }
    return decoration.body(NavigationContent { Model.Body._render(model.body, into: &$0) }, model)
  }

  // MARK: The document around the models

  private func renderHeader(into operations: inout [PatchOperation]) {
    guard rendering.needsHeader(isLocked: isLocked, hasAddresses: declarations.haveAddresses) else { return }
    var new = host.header(root: root._node.id, title: visibleTitle, url: address)
    if isLocked { new["locked"] = true }
    rendering.setHeader(new, into: &operations)
  }

  /// The window's last rendered title.
  package var title: String? { rendering.header["title"]?.stringValue }
  /// The window's last rendered address.
  package var url: String? { rendering.header["url"]?.stringValue }

  /// Whether one of its screens has such a title, also one behind others.
  package func hasTitle(where isWanted: (String) -> Bool) -> Bool {
    entries.all.values.contains { $0.rendered?.title.map(isWanted) ?? false }
  }

  /// The title of the innermost visible screen that has one.
  private var visibleTitle: String? {
    let bottoms = lockModel.map { [$0] } ?? [root] + layers.open.compactMap(\.presentation.model)
    return bottoms.reduce(nil) { title, bottom in
      visibleModels(from: bottom).reduce(title) { entries[$1.model._node.id]?.rendered?.title ?? $0 }
    }
  }

  /// Writes the whole document as last rendered.
  package func write(to writer: inout JSONWriter) {
    // Most of a long document is in packed models. An eighth more is for their keys and for what is not packed.
    if packedBytes > 0 { writer.reserve(packedBytes + packedBytes / 8) }
    write(rendering.header, to: &writer) { writer in
      for (id, entry) in entries.all {
        guard let rendered = entry.rendered else { continue }
        writer.key(id)
        rendered.write(to: &writer)
      }
    }
  }

  func write(_ header: JSONObject, to writer: inout JSONWriter, models: (inout JSONWriter) -> Void) {
    writer.beginObject()
    for (key, value) in header {
      writer.key(key)
      writer.write(value)
    }
    writer.key("models")
    writer.beginObject()
    models(&writer)
    writer.endObject()
    writer.endObject()
  }

  package var document: JSONValue {
    document(of: entries.all.compactMap { id, entry in entry.rendered.map { (id, $0) } })
  }

  func document(of models: [(id: String, rendered: RenderedModel)]) -> JSONValue {
    var document = rendering.header
    document["models"] = .object(models.reduce(into: JSONObject()) { $0.append($1.id, $1.rendered.json) })
    return .object(document)
  }
}
