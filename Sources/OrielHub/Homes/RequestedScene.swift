import Oriel
import OrielDocument

/// A scene that a page's request may lead to, in the tenant that its tenancy finds.
struct RequestedScene {
  var scene: WindowScene
  var value: JSONValue?
  var tenant: Tenant
}

extension SceneTable {
  /// The scenes that a request may lead to: the one that the page or its address names, then the default. A scene whose
  /// tenancy finds no tenant doesn't exist for the visitor.
  func requested(by request: AttachRequest) -> [RequestedScene] {
    let address = PageAddress(host: request.host, path: request.attach.url ?? "/")
    return [named(by: request), (defaultScene, nil)].compactMap { asked in
      guard let asked, !asked.scene.isConsole || asked.scene.opens(to: request.user.roles) else { return nil }
      let tenancy = asked.scene.tenancy
      let tenant = asked.scene.isConsole ? .operators : tenancy.tenant(of: request.user, at: address)
      return tenant.map { RequestedScene(scene: asked.scene, value: asked.value, tenant: $0) }
    }
  }

  /// The tenant of the window that a page opens, unless it may not have the first scene that it asks for.
  func tenant(askedBy request: AttachRequest) -> Tenant? { requested(by: request).first?.tenant }

  /// Whether a visitor can't have the window that they ask for without signing in.
  func needUser(_ request: AttachRequest) -> Bool {
    let asked = named(by: request)?.scene ?? defaultScene
    guard request.user.isAnonymous, asked !== signIn, !asked.isConsole else { return false }
    let address = PageAddress(host: request.host, path: request.attach.url ?? "/")
    return !asked.opens(to: request.user.roles) || asked.tenancy.tenant(of: request.user, at: address) == nil
  }

  /// Whether the page's address is that of the scene in which visitors sign in.
  func isForSignIn(_ request: AttachRequest) -> Bool { signIn.map { named(by: request)?.scene === $0 } ?? false }

  /// Whether the page asks for a window that is not saved.
  func areUnsaved(for request: AttachRequest) -> Bool { tenant(askedBy: request) == .everywhere }

  private func named(by request: AttachRequest) -> (scene: WindowScene, value: JSONValue?)? {
    let (name, url, value) = (request.scene, request.address, request.value)
    if let named = scene(named: name, at: url, value: value), name != nil || !named.scene.tenancy.isPath {
      return named
    }
    // The tenant may be the first component of the address.
    guard haveTenantsInPaths, let url, !url.path.isEmpty else { return nil }
    let rest = scene(named: nil, at: WindowURL(path: Array(url.path.dropFirst()), query: url.query), value: value)
    return rest.flatMap { $0.scene.tenancy.isPath ? $0 : nil }
  }
}
