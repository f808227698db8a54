import Oriel
import OrielDocument

extension Window {
  package var routes: SceneRoutes { scene.routes }

  /// The address of the window's root: `/` for the app's default scene.
  package var baseURL: WindowURL {
    scene.id == context.defaultScene.id ? WindowURL() : SceneAddress.url(scene: scene.id, value: value)
  }

  /// Where the window is, as the address bar shows it.
  var url: String { graph.url ?? baseURL.description }

  package func bootstrap() async throws -> (any NavigationModel)? {
    try await scene.bootstrap?(value)
  }

  /// Leads to an address that is given below the window's own.
  package func land(at url: WindowURL) -> CommandResult {
    let place = url.withoutQuery
    do {
      // The default scene may be called by its name too.
      if try graph.land(at: url) || url == WindowURL(path: [scene.id]) {
        note(.landed, "Navigated to \(place)", ["url": "\(place)"])
        return .executed
      }
    } catch {
      note(.failed, "The handler for \(place) failed: \(error)", ["url": "\(place)", "error": "\(error)"])
      return .rejected(CommandError(error))
    }
    note(.unknownURL, "No handler takes the address \(place)", ["url": "\(place)"])
    return .notExecutable(.unknownURL(url.description))
  }

  /// Leads to a whole address, as it stands in an address bar.
  func land(atWhole url: WindowURL) -> CommandResult { land(at: url.dropping(baseURL) ?? url) }

  package func root(of window: WindowID) -> (any NavigationModel)? {
    let user = user.user.key
    nonisolated(unsafe) var root: (any NavigationModel)?
    hub.assumeIsolated { hub in
      if let found = hub.windows[window], found.user.user.key == user { root = found.graph.root }
    }
    return root
  }

  package func run(in window: WindowID, _ body: () throws -> Void) throws {
    nonisolated(unsafe) let body = body
    try hub.assumeIsolated { hub in
      guard let window = hub.windows[window] else { return }
      try TurnContext.$current.withValue(window.turnContext) { try body() }
    }
  }
}

extension WindowHub {
  /// Whether an address, as it stands in an address bar, may lead somewhere: whether a scene is named by it, or the
  /// default scene takes such addresses. What models say in `start()` is not known before there are any.
  package func mayLead(to url: WindowURL) -> Bool {
    guard let name = url.path.first else { return true }
    if let scene = context.scenes[ScalarKey(name)] {
      let value = scene.takesValue ? scene.address.value(in: url) : nil
      if scene.accepts(value) { return true }
    }
    return context.defaultScene.routes.mayTake(url)
  }
}

extension HubContext {
  /// Which kind of window an address leads to, and for what value: what the page has named, else what the address names
  /// first, else the default. A scene that these roles don't open is none.
  func scene(for url: WindowURL?, named name: String?, value: JSONValue?, roles: Set<String>) -> (
    scene: WindowScene, value: JSONValue?
  ) {
    func open(_ id: String) -> WindowScene? { scenes[ScalarKey(id)].flatMap { $0.opens(to: roles) ? $0 : nil } }
    let named = name.flatMap(open) ?? url?.path.first.flatMap(open)
    guard let named else { return (defaultScene, nil) }
    let value = named.takesValue ? value ?? url.flatMap(named.address.value) : value
    return named.accepts(value) ? (named, value) : (defaultScene, nil)
  }
}
