import Oriel
import OrielDocument

extension Window {
  package var routes: SceneRoutes { scene.routes }

  /// The address of the window's root: `/` for the app's default scene.
  package var baseURL: WindowURL { hub.baseURL(of: scene, value, in: user.account.tenant) }

  package func address(of place: WindowURL) -> WindowURL { baseURL.appending(place) }

  package func place(of address: WindowURL) -> WindowURL { address.dropping(withoutTenant(baseURL)) ?? address }

  /// The window's address, as in the address bar.
  var url: String { graph.url ?? baseURL.description }

  package func bootstrap() async throws -> (any NavigationModel)? {
    try await scene.bootstrap?(value)
  }

  /// Navigates to an address relative to the window's own.
  package func land(at url: WindowURL) -> CommandResult { land(at: url, isFollowed: false) }

  private func land(at url: WindowURL, isFollowed: Bool) -> CommandResult {
    let place = url.withoutQuery
    // A destination may have the scene in its address.
    let own = withoutTenant(baseURL)
    do {
      // The default scene can also be named explicitly.
      if try graph.land(at: url) || !own.path.isEmpty && graph.land(at: own.appending(url))
        || url == WindowURL(path: [scene.id])
      {
        report(.landed, "Navigated to \(place)", ["url": "\(place)"])
        return .executed
      }
    } catch {
      report(.failed, "The handler for \(place) failed: \(error)", ["url": "\(place)", "error": "\(error)"])
      return .rejected(CommandError(error))
    }
    if !isFollowed { report(.unknownURL, "No handler takes the address \(place)", ["url": "\(place)"]) }
    return .notExecutable(.unknownURL(url.description))
  }

  /// Navigates to a whole address, as in the address bar, or to one relative to the window's own. One that names no
  /// tenant is one of this window's; that of the default scene's root leads to no window of another scene.
  ///
  /// - Parameter isFollowed: Whether the user has followed a link, with which the browser goes on if nothing takes it.
  package func land(atWhole url: WindowURL, isFollowed: Bool = false) -> CommandResult {
    var (url, base) = (url, baseURL)
    if let item = scene.tenancy.queryItem {
      if let named = url[item], !named.hasSameScalars(as: tenant.id) {
        return .notExecutable(.unknownURL(url.description))
      }
      (url, base) = (url.removing(item), base.removing(item))
    }
    if let rest = url.dropping(base) { return land(at: rest, isFollowed: isFollowed) }
    return url.path.isEmpty
      ? .notExecutable(.unknownURL(url.description)) : land(at: url, isFollowed: isFollowed)
  }

  /// Navigates a new window, whose scene its page has named, to the page's address: a whole one, or one within the window.
  /// Either may name the tenant.
  func land(atFirst url: WindowURL) -> CommandResult {
    let place = withoutTenant(url)
    let rest = place.dropping(withoutTenant(baseURL)) ?? place
    return rest == WindowURL() ? .executed : land(at: rest)
  }

  private func withoutTenant(_ url: WindowURL) -> WindowURL {
    if let item = scene.tenancy.queryItem { return url.removing(item) }
    return scene.tenancy.isPath ? url.dropping(WindowURL(path: [tenant.id])) ?? url : url
  }

  package func root(of window: WindowID) -> (any NavigationModel)? {
    guard let found = hub.windows[window], found.user === user else { return nil }
    return found.graph.root
  }

  package func run(in window: WindowID, _ body: () throws -> Void) throws {
    guard let window = hub.windows[window] else { return }
    window.opening = nil
    try TurnContext.$current.withValue(window.turnContext) { try body() }
  }
}
