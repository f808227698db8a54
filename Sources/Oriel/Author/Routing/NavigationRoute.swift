/// A navigation request that doesn't depend on the layout of the app: *the settings*, *order 7*. A handler for routes
/// of its type decides where it leads in a window.
///
/// A route can come from an address, an operator or code. Implement `init(url:)` to make it reachable by address.
public protocol NavigationRoute: Codable, Hashable, SendableMetatype {
  /// The route at this address, if there is one.
  init?(url: WindowURL)
}

extension NavigationRoute {
  /// No address leads to this route.
  public init?(url: WindowURL) { return nil }
}

/// A handler for addresses or routes, as declared.
enum AddressHandler {
  /// Returns whether it took the address.
  case url((WindowURL) throws -> Bool)
  case route(ObjectIdentifier, parse: (WindowURL) -> (any NavigationRoute)?, go: (any NavigationRoute) throws -> Void)

  func open(_ url: WindowURL) throws -> Bool {
    switch self {
    case .url(let open): return try open(url)
    case .route(_, let parse, let go):
      guard let route = parse(url) else { return false }
      try go(route)
      return true
    }
  }

  func handler(of type: ObjectIdentifier) -> ((any NavigationRoute) throws -> Void)? {
    if case .route(type, _, let go) = self { go } else { nil }
  }
}

extension NavigationModel {
  /// Handles addresses opened in the window: navigate, and return `true` for an address you took. Declare it in
  /// `start()`.
  ///
  /// The scene's handlers are called first, then those of the window's models from the root down, each in the order of
  /// declaration, until one takes the address. Treat addresses as untrusted input.
  public func onOpenURL(_ open: @escaping (WindowURL) throws -> Bool) {
    _node.routed.handlers.append(.url(open))
  }

  /// Handles routes of a type, usually with commands. Routes can also be sent as values. Declare it in `start()`.
  public func onNavigationRoute<Route: NavigationRoute>(_ type: Route.Type, _ go: @escaping (Route) throws -> Void) {
    _node.routed.handlers.append(
      .route(ObjectIdentifier(type), parse: { Route(url: $0) }) { route in
        if let route = route as? Route { try go(route) }
      })
    onNavigationReceive(type) { route in
      try go(route)
      return .auto
    }
  }
}
