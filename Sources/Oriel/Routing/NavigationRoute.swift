/// A way into an app that does not depend on how the app is arranged: *the settings*, *order 7*. Whoever handles routes
/// of its type says what that means in a window.
///
/// The same route may come from an address, from an operator or from code. Give it `init(url:)` to be found at
/// addresses.
public protocol NavigationRoute: Codable, Hashable, SendableMetatype {
  /// The route at this address, if there is one.
  init?(url: WindowURL)
}

extension NavigationRoute {
  /// No address leads here.
  public init?(url: WindowURL) { return nil }
}

/// What a model has said that it takes.
enum AddressHandler {
  /// Tells whether the address was taken.
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
  /// Takes addresses that are opened in the window: return `true` for those that were taken, and do then what
  /// leads there. Declare it in `start()`.
  ///
  /// The scene's handlers are asked first, then those of the window's models from the root down, each in the order of
  /// declaration; the first that takes it ends it. Addresses come from outside: believe nothing of them.
  public func onOpenURL(_ open: @escaping (WindowURL) throws -> Bool) {
    _node.routed.handlers.append(.url(open))
  }

  /// Says what routes of a type mean here: by commands, usually. They may also come among sent values. Declare it in
  /// `start()`.
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
