import OrielDocument

extension NavigationGraph {
  /// Other models, or other titles, may be visible.
  func visibilityMayChange() {
    appearances.invalidate()
    rendering.titleMayChange()
  }

  /// Updates the visible models. Models that are no longer visible disappear at once; new ones appear when a page
  /// reports it.
  func updateVisibility() {
    guard appearances.resetStale() else { return }
    updatePacking()
    showLeftOut()
    disappear(appearances.update(to: seen))
  }

  private func disappear(_ ids: [String]) {
    for id in ids {
      guard let entry = entries[id], !entry.isUnusable else { continue }
      let model = entry.model
      report(.disappeared, of: model, "disappeared")
      settling?.calls(model)
      model.didDisappear()
    }
  }

  /// The last page has gone, so that no model is visible any more.
  package func pageHasGone() { disappear(appearances.lostPage()) }

  /// A page shows the window again.
  ///
  /// - Parameter isSame: Whether it has kept its copy of the document, whose screens it does not report again.
  package func pageIsBack(isSame: Bool) {
    updateVisibility()
    for id in appearances.drainInterrupted() where isSame {
      guard let entry = entries[id], !entry.isUnusable, appearances.shows(id) else { continue }
      let model = entry.model
      report(.appeared, of: model, "appeared", ["animated": "false"])
      model.didAppear(animated: false)
    }
  }

  /// Calls every attached model, parents first.
  package func notifyModels(isAttached: Bool) {
    for (model, _) in Array(attachedModels) where model._node.graph === self && !entries.isUnusable(model) {
      if isAttached { model.didAttach() } else { model.didDetach() }
    }
  }

  /// The visible models of every layer.
  var seen: [String] { visibleBottoms.flatMap { visibleModels(from: $0).map(\.model._node.id) } }

  /// The bottom models of the visible layers; a cover hides all layers below it.
  private var visibleBottoms: [any NavigationModel] {
    if let lockModel { return [lockModel] }
    var bottoms = [root]
    for layer in chain {
      guard case .model(let model, let style) = layer.presentation.content else { continue }
      if style == .cover { bottoms = [] }
      bottoms.append(model)
    }
    return bottoms
  }

  /// A page shows this screen, and its transition has ended. Reported once for each time it becomes visible, to the
  /// containers around it first.
  func pageShows(_ model: any NavigationModel, animated: Bool) {
    updateVisibility()
    var path: [any NavigationModel] = [model]
    while let parent = path[path.count - 1]._node.parent { path.append(parent) }
    for model in path.reversed() where appearances.shows(model._node.id) && !entries.isUnusable(model) {
      report(.appeared, of: model, "appeared", ["animated": "\(animated)"])
      model.didAppear(animated: animated)
    }
    for completion in appearances.removeAwaited(by: model._node.id) { completion.fire() }
  }

  /// Calls the completions of the turn's animations when they have ended: for a screen, when a page says that it has
  /// arrived; otherwise when the time is up.
  func awaitMotions() {
    for (completion, length, models) in motions.completions {
      for id in models { appearances.await(completion, of: id) }
      host.schedule(after: length) { completion.fire() }
    }
    motions = GraphMotions()
  }
}
