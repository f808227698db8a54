extension NavigationGraph {
  /// Navigates to an address, given relative to the scene's own.
  ///
  /// - Returns: Whether a handler took it. `/` is always taken: it is where the window began.
  package func land(at url: WindowURL) throws -> Bool {
    if let loading = root as? BootstrapModel, loading.isLoading {
      loading.landing = url
      return true
    }
    updateStructure()
    if url == address { return true }
    for entry in host.routes.entries where try handle(url, with: entry) { return true }
    for (model, _) in attachedModels {
      for handler in model._node.routing?.handlers ?? [] where try handler.open(url) { return true }
    }
    if selectTab(at: url) { return true }
    guard url.path.isEmpty else { return false }
    goHome()
    return true
  }

  /// Selects the tab that has this address as it is, so that a tab that was visited can be returned to.
  private func selectTab(at url: WindowURL) -> Bool {
    for (model, _) in attachedModels {
      guard let container = model as? any TabsRootNavigationModel else { continue }
      let tab = container.tabs.first {
        // `/` is where the window began: no later tab without an address of its own.
        $0.id != container.selectedTabID && (!url.path.isEmpty || $0.id == container.tabs.first?.id)
          && address(with: $0, of: container) == url
      }
      guard let tab else { continue }
      closeLayers()
      container.selectedTabID = tab.id
      return true
    }
    return false
  }

  private func handle(_ url: WindowURL, with entry: SceneRoutes.Entry) throws -> Bool {
    switch entry {
    case .url(_, let open): return try open(url, root)
    case .route(_, let parse, let go):
      guard let route = parse(url) else { return false }
      try go(route, root)
      return true
    case .destination(let type as any URLDestination.Type):
      return land(at: url, on: type)
    case .destination: return false
    }
  }

  private func land<Destination: URLDestination>(at url: WindowURL, on type: Destination.Type) -> Bool {
    guard let destination = type.destination(at: url) else { return false }

    if destination.method == .push { closeLayers() }
    return root.navigate(to: destination) == .executed
  }

  private func goHome() {
    closeLayers()
    stackMember(for: root).popToRoot()
  }

  private func closeLayers() {
    if let first = chain.first { close(first, reason: .programmatic) }
  }

  // MARK: Routes

  /// The handler of routes of this type for a caller: that of the nearest model around it, else the first in the
  /// window, else the scene's.
  func routeHandler(_ type: ObjectIdentifier, for caller: any NavigationModel) -> (
    (any NavigationRoute) throws -> Void
  )? {
    var above: (any NavigationModel)? = caller
    while let model = above {
      if let handler = handler(of: type, declaredBy: model) { return handler }
      above = model._node.parent
    }
    for (model, _) in attachedModels {
      if let handler = handler(of: type, declaredBy: model) { return handler }
    }
    return host.routes.handler(of: type).map { go in { [root] in try go($0, root) } }
  }

  private func handler(
    of type: ObjectIdentifier, declaredBy model: any NavigationModel
  ) -> ((any NavigationRoute) throws -> Void)? {
    model._node.routing?.handlers.lazy.compactMap { $0.handler(of: type) }.first
  }
}
