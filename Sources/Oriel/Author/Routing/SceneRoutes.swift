import OrielDocument

/// A scene's handlers for requests from outside, in the order of declaration.
package struct SceneRoutes: Sendable {
  enum Entry: Sendable {
    case url(may: @Sendable (WindowURL) -> Bool, open: @Sendable (WindowURL, any NavigationModel) throws -> Bool)
    case route(
      ObjectIdentifier, parse: @Sendable (WindowURL) -> (any NavigationRoute)?,
      go: @Sendable (any NavigationRoute, any NavigationModel) throws -> Void)
    case destination(any NavigationDestination.Type)
  }

  struct Provider: Sendable {
    let type: ObjectIdentifier
    let make: @Sendable (any NavigationDestination) -> any NavigationModel
  }

  var entries: [Entry] = []
  var providers: [Provider] = []

  package init() {}

  /// The model created by the scene's last provider for this type.
  func model(for destination: any NavigationDestination) -> (any NavigationModel)? {
    let type = ObjectIdentifier(type(of: destination))
    return providers.last { $0.type == type }?.make(destination)
  }

  /// The names of all destinations that the scene lists.
  package var destinationNames: [String] {
    entries.compactMap { if case .destination(let type) = $0 { type.routeName } else { nil } }
  }

  package func destination(named name: String, _ properties: JSONValue) -> (any NavigationDestination)? {
    for case .destination(let type) in entries where type.routeName == name {
      return try? JSONValueDecoder.decode(type, from: properties)
    }
    return nil
  }

  /// Whether one of the entries may accept this address. A closure may accept any.
  package func mayTake(_ url: WindowURL) -> Bool {
    entries.contains { entry in
      switch entry {
      case .url(let may, _): return may(url)
      case .route(_, let parse, _): return parse(url) != nil
      case .destination(let type as any URLDestination.Type): return type.destination(at: url) != nil
      case .destination: return false
      }
    }
  }

  func handler(of type: ObjectIdentifier) -> ((any NavigationRoute, any NavigationModel) throws -> Void)? {
    for case .route(type, _, let go) in entries { return go }
    return nil
  }
}

extension WindowGroup {
  /// Handles addresses opened in windows of this kind by an attaching page, an operator or a link.
  ///
  /// Handlers are called in order, before those of models, until one returns `true`.
  ///
  /// - Parameter open: Takes the address relative to the scene's own, and the window's root model.
  public func onOpenURL(
    _ open: @escaping @Sendable (_ url: WindowURL, _ root: any NavigationModel) throws -> Bool
  ) -> WindowGroup {
    adding(.url(may: { _ in true }, open: open))
  }

  /// Handles the addresses of a destination that are opened in windows of this kind, if going there is not enough.
  ///
  /// Unlike a handler of all addresses, it lets the server answer 404 to addresses that lead nowhere.
  ///
  /// - Parameters:
  ///   - type: The destination whose addresses it handles.
  ///   - open: Receives the destination and the window's root model, and returns whether it handled the address.
  public func onOpenURL<Destination: URLDestination>(
    of type: Destination.Type,
    _ open: @escaping @Sendable (_ destination: Destination, _ root: any NavigationModel) throws -> Bool
  ) -> WindowGroup {
    adding(
      .url(
        may: { type.destination(at: $0) != nil },
        open: { url, root in try type.destination(at: url).map { try open($0, root) } ?? false }))
  }

  /// Handles routes of a type in windows of this kind, unless a model of the window does.
  public func onNavigationRoute<Route: NavigationRoute>(
    _ type: Route.Type, _ go: @escaping @Sendable (_ route: Route, _ root: any NavigationModel) throws -> Void
  ) -> WindowGroup {
    adding(
      .route(ObjectIdentifier(type), parse: { Route(url: $0) }) { route, root in
        if let route = route as? Route { try go(route, root) }
      })
  }

  /// Declares the destinations that can be requested from outside: by name and, if they have a path, by address.
  ///
  /// A pushed destination goes onto the visible stack of the window, after all layers are dismissed.
  public func destinations(_ types: any NavigationDestination.Type...) -> WindowGroup {
    types.reduce(self) { $0.adding(.destination($1)) }
  }

  /// Creates the models of a provided destination in windows of this kind, unless a model of the window does.
  public func navigationProvider<Destination: NavigationProvidedDestination>(
    for type: Destination.Type, make: @escaping @Sendable (Destination) -> any NavigationModel
  ) -> WindowGroup {
    changing { scene in
      scene.routes.providers.append(
        SceneRoutes.Provider(type: ObjectIdentifier(type)) { destination in
          (destination as? Destination).map(make) ?? destination.makeModel()
        })
    }
  }

  private func adding(_ entry: SceneRoutes.Entry) -> WindowGroup {
    changing { $0.routes.entries.append(entry) }
  }
}
