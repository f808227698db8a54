import Oriel
import OrielDocument

// A user's own windows in another tenant. They are asked for with the turn, and opened there once, a moment later.

extension Window {
  /// The tenant of a new window that one of the models opens: the caller's, unless the scene's tenancy is another; `nil` if
  /// there is none.
  ///
  /// - Parameter asked: The one that the app has named, if it has.
  func tenant(ofNew scene: WindowScene, in asked: Tenant?) -> Tenant? {
    let own = user.account.tenant
    if let asked {
      return asked == own || scene.tenancy.mayLead(user.account, to: asked) && hub.reaches(asked) ? asked : nil
    }
    guard !scene.hasTenancy(of: self.scene) else { return own }
    let tenant = scene.tenancy.tenant(of: user.credentials, at: PageAddress(host: page?.host ?? "", path: url))
    return tenant.flatMap { hub.reaches($0) ? $0 : nil }
  }
}

extension WindowHub {
  /// Whether windows can be opened in a tenant, or moved there: the act and the window are saved in one turn, which is one
  /// hub's.
  func reaches(_ tenant: Tenant) -> Bool {
    guard !has(tenant) else { return true }
    if lines.admit("elsewhere \(tenant)", now: scheduler.now) != nil {
      logger.error(
        "A window was not opened in the tenant \"\(tenant)\", or moved there: the tenant belongs to another hub")
    }
    return false
  }

  /// The tenant of a new window, if it is not the caller's own.
  func otherTenant(ofNew scene: String, in asked: Tenant?, from window: Window) -> Tenant? {
    guard let declaration = scenes[scene], let tenant = window.tenant(ofNew: declaration, in: asked) else { return nil }
    return tenant == window.user.account.tenant ? nil : tenant
  }

  func open(
    scene: String, _ value: JSONValue?, _ policy: OpenWindowPolicy, _ placement: WindowPlacement?, in tenant: Tenant,
    from window: Window
  ) {
    let user = window.user.account
    let act = WindowAct.open(scene: scene, value: value, user: user.id, policy)
    var asked = RequestedAct(act: act, tenant: user.tenant, by: user.id, time: wallTime)
    asked.elsewhere = RequestedAct.Elsewhere(tenant: tenant, opener: window.id, placement: placement)
    keep(asked)
  }

  /// Finds or loads the user as a member of the other tenant, with the credentials of a page.
  func fetch(
    _ asked: RequestedAct, in other: RequestedAct.Elsewhere, _ then: @escaping (ActOutcome?) -> Void
  ) {
    guard let caller = caller(asked), let page = caller.windows.last(where: \.isAttached)?.page else {
      return then(.waitsForVisit)
    }
    guard case .open(let name, _, _, _) = asked.act, let scene = scenes[name] else {
      return then(.refused("there is no such scene"))
    }
    let isLoaded = homes[other.tenant] != nil
    guard isLoaded || visitors.mayLoad(page.network, limits: limits, now: scheduler.now) else {
      return then(.refused("too many tenants have refused the user"))
    }
    let credentials = caller.credentials
    withHome(other.tenant) { [self] found in
      if case .unavailable = found { return then(.notNow) }
      if case .elsewhere = found { return then(.refused("the tenant \"\(other.tenant)\" belongs to another hub")) }
      guard case .home(let home) = found, let user = admitted(credentials, by: scene.tenancy, to: home) else {
        if !isLoaded { visitors.refusedLoad(page.network, limits: limits, now: scheduler.now) }
        return then(.refused("the tenant \"\(other.tenant)\" does not admit the user"))
      }
      guard scene.opens(to: user.roles) else { return then(.refused("the scene requires another role there")) }
      start(home)
      withUser(user) { member in
        member?.signedIn(as: user, with: credentials)
        then(member == nil ? .notNow : nil)
      }
    }
  }

  func open(_ asked: RequestedAct, in other: RequestedAct.Elsewhere) -> ActOutcome {
    guard case .open(let scene, let value, let user, let policy) = asked.act,
      let member = users[User(id: user, tenant: other.tenant)]
    else { return .notNow }
    let opener = windows[other.opener] == nil ? caller(asked)?.windows.last { $0.isAttached }?.id : other.opener
    openWindow(
      scene: scene, value: value, policy: policy, placement: other.placement, for: member.account, opener: opener)
    return .done
  }

  /// The member who has asked for a window.
  private func caller(_ asked: RequestedAct) -> UserState? { users[User(id: asked.by, tenant: asked.tenant)] }
}

extension WindowScene {
  /// Whether its windows are in the same tenant as those of another scene that open them.
  fileprivate func hasTenancy(of other: WindowScene) -> Bool {
    declaration.tenancy == nil && other.declaration.tenancy == nil || tenancy.isLike(other.tenancy)
  }
}
