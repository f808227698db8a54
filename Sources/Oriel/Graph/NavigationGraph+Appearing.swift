import OrielDocument

extension NavigationGraph {
  /// What can be seen has changed: models that no longer can disappear. Those that newly can have appeared when a page
  /// says so.
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

  /// What can be seen, in every layer.
  var seen: Set<String> {
    var seen: Set<String> = []
    for bottom in visibleBottoms { visit(visibleFrom: bottom) { seen.insert($0._node.id) } }
    return seen
  }

  /// What stands at the bottom of each layer that can be seen: a cover hides all below it.
  private var visibleBottoms: [any NavigationModel] {
    if let lockModel { return [lockModel] }
    var bottoms = [root]
    for layer in chain {
      guard case .model(let model, let style) = layer.presentation.content else { continue }
      if style == "cover" { bottoms = [] }
      bottoms.append(model)
    }
    return bottoms
  }

  /// A page shows this screen, and whatever it was to move by has ended: told once for each time it can be seen,
  /// to the containers around it first.
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

  /// Lets those who wait for the turn's animations know when they have ended: a screen's, when a page says it has
  /// arrived; any, when its time is up.
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
