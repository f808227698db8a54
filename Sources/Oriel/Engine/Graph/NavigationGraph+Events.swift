import OrielDocument

extension NavigationGraph {
  /// Looks up the handler of an event in the rendered elements. Throws the reason for a refusal.
  package func handler(
    model id: String, element: String?, name: String, value: JSONValue?
  ) throws(EventRefusal) -> ElementHandler {
    guard let entry = entries[id], entry.model._node.id.hasSameScalars(as: id), isAttached(entry.model) else {
      throw .stale
    }
    if isLockedAway(entry.model), name != "appeared", name != "disappeared" { throw .stale }
    guard let element else { return try modelHandler(entry, name, value) }
    // What was typed before another screen came is kept.
    let isCovered = isCovered(entry.model)
    guard !isCovered || name == "input" || name == "change", let interaction = interaction(element, of: entry),
      !isCovered || interaction.handler(for: "input") != nil
    else { throw .stale }
    guard let handler = interaction.handler(for: name) else { throw .invalid("\(element) takes no \(name)") }
    guard !interaction.isDisabled else { throw .notExecutable("This can't be used now") }
    return try handler.resolved(for: value)
  }

  private func interaction(_ element: String, of entry: GraphEntry) -> Interaction? {
    guard entry.rendered?.isPacked == true else { return entry.rendered?.interaction(element) }
    return renderedOnce(entry).interaction(element)
  }

  private func modelHandler(
    _ entry: GraphEntry, _ name: String, _ value: JSONValue?
  ) throws(EventRefusal) -> ElementHandler {
    switch name {
    case "back": try back(entry, value)
    case "selectTab": try selectTab(entry, value)
    case "dismiss": try dismiss(entry.model, value)
    case "action": try action(entry.model, value)
    case "appeared": try appeared(entry.model, value)
    case "disappeared": .sync { _ in }
    case "detent": try selectDetent(entry.model, value)
    case "openURL": try openURL(entry.model, value)
    default: try componentEvent(entry.model, name)
    }
  }

  /// Handles an event of a custom container's component.
  private func componentEvent(_ model: any NavigationModel, _ name: String) throws(EventRefusal) -> ElementHandler {
    guard let container = model as? any CustomNavigationModel, name.hasPrefix("custom:") else {
      throw .invalid("a model takes no \(name)")
    }
    guard !isCovered(container) else { throw .stale }
    return .sync { value in
      do {
        try container.receive(event: String(name.dropFirst(7)), value: value.json)
      } catch is UnknownComponentEvent {
        throw EventRefusal.invalid("its container takes no \(name)")
      }
    }
  }

  private func appeared(_ model: any NavigationModel, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let isAnimated = value?["animated"]?.boolValue else { throw .invalid("appeared needs animated") }
    return .sync { [self] _ in
      pageShows(model, animated: isAnimated)
      continueSending(after: model)
    }
  }

  /// Handles an address that the user opened in the window, from a link or the browser's history. It names the root.
  private func openURL(_ model: any NavigationModel, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard model === root, let url = value?["url"]?.stringValue.flatMap(WindowURL.init) else {
      throw .invalid("openURL needs an address, and goes to the root")
    }
    return .sync { [self] _ in
      switch host.land(atWhole: url, isFollowed: true) {
      case .executed: break
      case .notExecutable where capacity.isExceeded: throw EventRefusal.exceeded
      case .notExecutable: throw EventRefusal.notExecutable("There is nothing at this address")
      case .rejected(let error): throw error
      }
    }
  }

  private func back(_ entry: GraphEntry, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let depth = value?["depth"]?.integerValue, depth >= 0 else { throw .invalid("back needs a depth") }
    if let split = entry.model as? any SplitNavigationModel { return try closeDetail(split, depth) }
    guard let stack = entry.model as? any StackRootNavigationModel else { throw .invalid("not a stack") }
    guard !isCovered(stack), depth < stack.path.count else { throw .stale }
    return .sync { _ in stack.truncate(to: depth + 1) }
  }

  /// On a narrow page the detail covers the sidebar, and the user can go back from it.
  private func closeDetail(_ split: any SplitNavigationModel, _ depth: Int) throws(EventRefusal) -> ElementHandler {
    guard depth == 0, split.detail != nil, !isCovered(split) else { throw .stale }
    return .sync { _ in split.detail = nil }
  }

  /// Handles the user's resizing of the top sheet.
  private func selectDetent(_ model: any NavigationModel, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let top = topLayer, top.presentation.model === model else { throw .stale }
    guard let detent = value?["id"]?.stringValue.flatMap(PresentationDetent.init),
      top.presentation.detents.contains(detent)
    else { throw .invalid("no such detent") }
    return .sync { [self] _ in
      top.presentation.selectedDetent = detent
      presentationChanged(of: top.presenter)
    }
  }

  private func selectTab(_ entry: GraphEntry, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let tabs = entry.model as? any TabsRootNavigationModel else { throw .invalid("no tabs") }
    guard let id = value?["id"]?.stringValue, tabs.tabs.contains(where: { $0.id.hasSameScalars(as: id) }) else {
      throw .invalid("no such tab")
    }
    guard !isCovered(tabs) else { throw .stale }
    return .sync { _ in tabs.selectedTabID = id }
  }

  /// Handles the user's closing of a layer. The event names the presented model or, for a question, its presenter,
  /// together with the question's id, because another question, or none, may be there by now. Users can close only the
  /// top layer.
  private func dismiss(_ model: any NavigationModel, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let top = topLayer, model === top.presentation.model ?? top.presenter else { throw .stale }
    if let question = value?["id"] {
      guard let id = question.stringValue else { throw .invalid("the id of a question is a string") }
      guard let shown = top.presentation.question?.id, shown.hasSameScalars(as: id) else { throw .stale }
    }
    guard top.presentation.isDismissible else { throw .notExecutable("This can't be dismissed") }
    return .sync { [self] _ in close(top, reason: .user) }
  }

  private func action(_ model: any NavigationModel, _ value: JSONValue?) throws(EventRefusal) -> ElementHandler {
    guard let top = topLayer, top.presenter === model, let question = top.presentation.question else { throw .stale }
    guard let id = value?["id"]?.stringValue else { throw .invalid("no such action") }
    guard let button = question.button(id) else { throw question.isOfAnother(id) ? .stale : .invalid("no such action") }
    return .sync { [self] _ in try choose(button, of: top) }
  }
}
