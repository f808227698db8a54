import OrielDocument

/// What a scene takes from outside, in the order of declaration.
package struct SceneRoutes: Sendable {
  enum Entry: Sendable {
    case url(@Sendable (WindowURL, any NavigationModel) throws -> Bool)
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

  /// The model that the scene's last provider for its type makes.
  func model(for destination: any NavigationDestination) -> (any NavigationModel)? {
    let type = ObjectIdentifier(type(of: destination))
    return providers.last { $0.type == type }?.make(destination)
  }

  package func destination(named name: String, _ properties: JSONValue) -> (any NavigationDestination)? {
    for case .destination(let type) in entries where type.routeName == name {
      return try? JSONValueDecoder.decode(type, from: properties)
    }
    return nil
  }

  func handler(of type: ObjectIdentifier) -> ((any NavigationRoute, any NavigationModel) throws -> Void)? {
    for case .route(type, _, let go) in entries { return go }
    return nil
  }
}

extension WindowGroup {
  /// Takes addresses that are opened in windows of this kind, by an attaching page, an operator or a link.
  ///
  /// Handlers are asked in order, before those of models; the first that returns `true` ends it.
  ///
  /// - Parameter open: Is given the address below the scene's own, and the window's root model.
  public func onOpenURL(
    _ open: @escaping @Sendable (_ url: WindowURL, _ root: any NavigationModel) throws -> Bool
  ) -> WindowGroup {
    adding(.url(open))
  }

  /// Says what routes of a type mean in windows of this kind, unless a model of the window says it.
  public func onNavigationRoute<Route: NavigationRoute>(
    _ type: Route.Type, _ go: @escaping @Sendable (_ route: Route, _ root: any NavigationModel) throws -> Void
  ) -> WindowGroup {
    adding(
      .route(ObjectIdentifier(type), parse: { Route(url: $0) }) { route, root in
        if let route = route as? Route { try go(route, root) }
      })
  }

  /// The destinations that may be asked for from outside: by name, and those with a path by their address.
  ///
  /// A pushed one lands on the stack that the window shows, with nothing presented above it.
  public func destinations(_ types: any NavigationDestination.Type...) -> WindowGroup {
    types.reduce(self) { $0.adding(.destination($1)) }
  }

  /// Makes the models of a provided destination in windows of this kind, unless a model of the window does.
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
