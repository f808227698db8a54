extension NavigationGraph {
  /// Attaches new models and records removed ones; no listener is notified yet.
  func updateStructure() {
    capacity.recount()
    while !structure.isCurrent {
      for model in structure.drainQueue() {
        model._node.pending.remove(.structure)
        if model._node.graph === self { updateStructure(of: model) }
      }
      moveContested()
    }
    if !news.isEmpty { reportStructure() }
  }

  private func updateStructure(of model: any NavigationModel) {
    let node = model._node
    let old = node.attached
    let new = evaluateChildren(of: model)
    shape.invalidate()
    structure.changes(old, below: node)
    node.attached = new
    visibilityMayChange()
    retryItems()
    for child in old.without(new) {
      motions.recordChild(child._node.id, of: node.id)
      detach(child, from: model)
    }
    var excess: [any NavigationModel] = []
    for child in new where child._node.parent !== model || child._node.graph !== self {
      guard child._node.graph != nil || hasRoom(for: child) else {
        excess.append(child)
        continue
      }
      place(child, in: model)
      motions.recordChild(child._node.id, of: node.id)
    }
    if !excess.isEmpty { refuse(excess, in: model) }
  }

  /// The app has written more models into a container than the window may have.
  private func refuse(_ excess: [any NavigationModel], in model: any NavigationModel) {
    let reason = NotExecutableReason.tooManyModels(limit: host.limits.models)
    capacity.exceed(reason)
    report(
      .exceeded, of: model, "can't show \(excess.count) of its models: \(reason.advice ?? "")", ["reason": "\(reason)"])
    removeUnattached(excess, from: model)
  }

  private func evaluateChildren(of model: any NavigationModel) -> [any NavigationModel] {
    guard let entry = entries[model._node.id] else { return [] }
    remember(entry.content, of: model)
    let (content, children) = trackStructure(of: model, entry)
    let presented = model._node.layer?.presentation.model
    let contained = children.isEmpty ? children : children.filter { $0 !== presented }
    if let id = content.doubledTab, entry.content.doubledTab != id {
      report(.misuse, of: model, "has two tabs with the id \"\(id)\"; only one of them can be selected")
    }
    entry.content = content
    if case .stack(_, let display) = content, display.name != nil { names.use() }
    if let presented, content.children.contains(where: { $0 === presented }) {
      reportDuplicate(presented)
      entry.content.remove(presented)
      revert(presented, in: model)
    }
    if content.isScreen, !contained.isEmpty {
      entry.content = .custom(component: typeName(of: model), properties: [:], children: contained)
    }
    if !entry.content.isScreen { rendering.enqueue(model) }
    if case .shared(let kind, let value) = content { entries.setSlot((kind, value), of: model._node.id) }
    if content.selectsUnknownTab { structure.selectsUnknownTab(model) }
    let lock = model === root ? lockModel : nil
    return (presented.map { [$0] } ?? []) + once(contained, in: model) + (lock.map { [$0] } ?? [])
  }

  /// An instance that is in one container twice keeps its first place.
  private func once(_ children: [any NavigationModel], in model: any NavigationModel) -> [any NavigationModel] {
    var seen: Set<ObjectIdentifier> = []
    guard children.count > 1, Set(children.map { ObjectIdentifier($0) }).count < children.count else { return children }
    let unique = children.filter { seen.insert(ObjectIdentifier($0)).inserted }
    reportDuplicate(model)
    entries[model._node.id]?.content.removeDuplicates()
    if let stack = model as? any StackRootNavigationModel { stack.removeDuplicates() }
    return unique
  }

  /// A plain screen has no children and reads nothing here, so it needs no tracking.
  private func trackStructure(
    of model: any NavigationModel, _ entry: GraphEntry
  ) -> (ModelContent, [any NavigationModel]) {
    structure.beginReading()
    defer { structure.endReading() }
    let node = model._node
    let isScreen = model._content.isScreen
    // The last tracking may still be active, if a layer changed and no property did. A container has no other tracking.
    if !isScreen { node.endTracking() }
    let invalidated = host.isolation.callback { model._node.graph?.structureInvalidated(model) }
    return node.track(withCanary: !isScreen, invalidated: invalidated) {
      let children = model.children
      // A screen's address is read with its body.
      if !isScreen || !children.isEmpty { recordAddress(of: model, entry) }
      return (model._content, children)
    }
  }

  /// A model that is in another place waits until it is known whether that place releases it in the same turn.
  private func place(_ child: any NavigationModel, in parent: any NavigationModel) {
    if isFree(child, for: parent) { attach(child, to: parent) } else { structure.contest(child, by: parent) }
  }

  private func isFree(_ child: any NavigationModel, for parent: any NavigationModel) -> Bool {
    guard let graph = child._node.graph else { return true }
    return graph === self && !isAttached(child) && !isAncestor(child, of: parent)
  }

  private func isAncestor(_ ancestor: any NavigationModel, of model: any NavigationModel) -> Bool {
    var model: (any NavigationModel)? = model
    while let one = model {
      if one === ancestor { return true }
      model = one._node.parent
    }
    return false
  }

  private func moveContested() {
    var hasMoved = true
    while hasMoved && structure.isContested {
      hasMoved = false
      for (child, parent) in structure.drainContested() where isWanted(child, by: parent) {
        if isFree(child, for: parent) {
          hasMoved = true
          rememberWithout(child, of: parent)
        }
        place(child, in: parent)
      }
    }
  }

  private func isWanted(_ child: any NavigationModel, by parent: any NavigationModel) -> Bool {
    parent._node.graph === self && child._node.parent !== parent
      && parent._node.attached.contains { $0 === child }
  }

  private func rememberWithout(_ child: any NavigationModel, of parent: any NavigationModel) {
    guard var content = entries[parent._node.id]?.content, host.isObserved(at: .info) else { return }
    content.remove(child)
    remember(content, of: parent)
  }

  private func reportDuplicate(_ model: any NavigationModel) {
    report(.duplicate, of: model, "is in two places; an instance can be in only one")
  }

  /// An instance can be in only one place: it stays where it was, and is removed from the other.
  func refuseContested() {
    let refused = structure.drainContested().filter { isWanted($0.child, by: $0.parent) }
    for (child, parent) in refused {
      reportDuplicate(child)
      removeUnattached([child], from: parent)
    }
  }

  /// Removes models that were not attached from the container that lists them.
  private func removeUnattached(_ children: [any NavigationModel], from parent: any NavigationModel) {
    let out = Set(children.map { ObjectIdentifier($0) })
    parent._node.attached.removeAll { out.contains(ObjectIdentifier($0)) }
    if let layer = parent._node.layer, let model = layer.presentation.model, out.contains(ObjectIdentifier(model)) {
      close(layer, reason: .programmatic)
    }
    entries[parent._node.id]?.content.keep { !out.contains(ObjectIdentifier($0)) }
    if let stack = parent as? any StackRootNavigationModel {
      stack.path.removeAll { out.contains(ObjectIdentifier($0.model)) }
    } else {
      for child in children { revert(child, in: parent) }
    }
    rendering.enqueue(parent)
  }

  /// Reverts the app's change of a container, as far as the container allows it.
  private func revert(_ child: any NavigationModel, in parent: any NavigationModel) {
    let old = structure.former.attached(below: parent._node)?.first { isFree($0, for: parent) }
    switch parent {
    case let stack as any StackRootNavigationModel: stack.remove(child)
    case let switched as any SwitchedNavigationModel where switched.switchedModel === child:
      switched.switchedModel = old
    case let split as any SplitNavigationModel where split.detail === child: split.detail = old
    default: break
    }
  }

  /// An invalid selection is replaced by the previous tab, or else by the first.
  func mendTabs() {
    for model in structure.drainUnknownTabs() {
      guard let tabs = model as? any TabsRootNavigationModel, tabs._content.selectsUnknownTab else { continue }
      let last = entries[model._node.id]?.selectedTab
      guard let kept = tabs.tabs.first(where: { $0.id == last }) ?? tabs.tabs.first else { continue }
      let asked = tabs.selectedTabID
      if last == nil || last == kept.id { report(.unknownTab, of: model, "has no tab \"\(asked)\"", ["tab": asked]) }
      tabs.selectedTabID = kept.id
    }
  }

  func attach(_ model: any NavigationModel, to parent: (any NavigationModel)?) {
    let node = model._node
    node.parent = parent
    // It was removed from another place in this turn, so it moves, and is neither finished nor started.
    guard node.graph !== self else { return structure.enqueue(model) }
    if node.id.isEmpty || isForeign(node) || entries[node.id] != nil { rename(node) }
    node.graph = self
    node.owner = self
    node.reportWhenFreed(type(of: model), to: host)
    node.environment = host.environment
    saving.release(node.id)
    entries.insert(model)
    structure.attached(model)
    rendering.enqueue(model)
    saving.enqueue(model)
    if let layer = node.layer { raise(layer) }
    updateStructure(of: model)
  }

  /// It is now queued for saving under its new id, and nothing refers to the old one.
  func rename(_ node: _ModelNode) {
    node.id = ids.nextID()
    node.pending.remove(.saving)
  }

  /// Whether its id is from another graph; this graph may use the same id for another model.
  private func isForeign(_ node: _ModelNode) -> Bool {
    node.owner.map { $0 !== self } ?? false
  }

  private func detach(_ child: any NavigationModel, from parent: any NavigationModel) {
    guard child._node.parent === parent else { return }
    child._node.parent = nil
    structure.detached()
    capacity.recount()
  }

  // MARK: What models tell

  func structureInvalidated(_ model: any NavigationModel) {
    guard !model._node.pending.contains(.rearming) else { return }
    if isRefusing { reportRestless() }
    motions.recordChange(of: model._node.id)
    structure.enqueue(model)
    host.graphNeedsCommit()
  }

  func typeName(of model: any NavigationModel) -> String { TypeName.of(type(of: model)).short }
}

extension ModelContent {
  var isScreen: Bool { if case .screen = self { true } else { false } }

  var selectsUnknownTab: Bool {
    guard case .tabs(let tabs, let selected) = self else { return false }
    return !tabs.isEmpty && !tabs.contains { $0.id == selected }
  }

  /// The id that two tabs have.
  var doubledTab: String? {
    guard case .tabs(let tabs, _) = self else { return nil }
    var ids: Set<String> = []
    return tabs.first { !ids.insert($0.id).inserted }?.id
  }
}
