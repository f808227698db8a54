import OrielDocument

extension NavigationGraph {
  /// Updates the visible models. Models that are no longer visible disappear at once; new ones appear when a page
  /// reports it.
  func updateVisibility() {
    guard isVisibilityStale else { return }
    isVisibilityStale = false
    let seen = seen
    visible = seen
    let gone = appeared.subtracting(seen)
    appeared.subtract(gone)
    for id in gone.sorted() {
      guard let model = entries[id]?.model else { continue }
      note(.disappeared, model, "disappeared")
      settling?.actor = model
      model.didDisappear()
    }
  }

  /// The visible models of every layer.
  var seen: Set<String> {
    var seen: Set<String> = []
    for bottom in visibleBottoms { visit(visibleFrom: bottom) { seen.insert($0._node.id) } }
    return seen
  }

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
    for model in path.reversed() where visible.contains(model._node.id) && appeared.insert(model._node.id).inserted {
      note(.appeared, model, "appeared", ["animated": "\(animated)"])
      model.didAppear(animated: animated)
    }
    for completion in awaited.removeValue(forKey: model._node.id) ?? [] { completion.fire() }
  }

  /// Calls the completions of the turn's animations when they have ended: for a screen, when a page says that it has
  /// arrived; otherwise when the time is up.
  func awaitMotions() {
    for (completion, length, models) in motions.completions {
      for id in models where visible.contains(id) && !appeared.contains(id) {
        awaited[id, default: []].append(completion)
      }
      host.schedule(after: length) { completion.fire() }
    }
    motions = GraphMotions()
  }
}
