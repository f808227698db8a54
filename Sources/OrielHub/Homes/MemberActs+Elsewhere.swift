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
      return asked == own || scene.tenancy.mayLead(user.account, to: asked) ? asked : nil
    }
    guard !scene.hasTenancy(of: self.scene) else { return own }
    return scene.tenancy.tenant(of: user.credentials, at: PageAddress(host: page?.host ?? "", path: url))
  }
}

extension MemberActs {
  /// The tenant of a new window, if it is not the caller's own.
  func otherTenant(ofNew scene: String, in asked: Tenant?, from window: Window) -> Tenant? {
    guard let declaration = hub.scenes[scene], let tenant = window.tenant(ofNew: declaration, in: asked) else {
      return nil
    }
    return tenant == window.user.account.tenant ? nil : tenant
  }

  func openElsewhere(_ request: OpenRequest, in tenant: Tenant, from window: Window) {
    let user = window.user.account
    let other = RequestedAct.OtherTenant(tenant: tenant, opener: window.id)
    keep(RequestedAct(kind: .openElsewhere(request, other), tenant: user.tenant, by: user.id, time: hub.wallTime))
  }

  /// Finds or loads the user as a member of the other tenant, with the credentials of a page. If the tenant belongs to
  /// another hub, that is done there.
  func fetch(
    _ request: OpenRequest, in other: RequestedAct.OtherTenant, _ asked: RequestedAct,
    _ then: @escaping (Outcome?) -> Void
  ) {
    if case .opens(let caller) = other.phase { return admit(caller, request, in: other.tenant, then) }
    guard let caller = caller(asked), let page = caller.windows.last(where: \.isAttached)?.page else {
      return then(.waitsForVisit)
    }
    if case .shows = other.phase { return then(nil) }
    let isLoaded = hub.homes[other.tenant] != nil
    guard isLoaded || hub.visitors.mayLoad(page.network) else {
      return then(.refused("too many tenants have refused the user"))
    }
    let elsewhere = Outcome.isOf(other.tenant, asked.continued(request, in: other, .opens(caller.credentials)))
    guard hub.has(other.tenant) else { return then(elsewhere) }
    admit(caller.credentials, request, in: other.tenant, orOnOtherNode: elsewhere) { [hub] outcome in
      if case .refused = outcome, !isLoaded {
        hub.visitors.refusedLoad(page.network)
      }
      then(outcome)
    }
  }

  private func admit(
    _ credentials: User, _ request: OpenRequest, in tenant: Tenant, orOnOtherNode elsewhere: Outcome = .notNow,
    _ then: @escaping (Outcome?) -> Void
  ) {
    guard let scene = hub.scenes[request.scene] else { return then(.refused("there is no such scene")) }
    hub.withHome(tenant) { [hub] found in
      if case .unavailable = found { return then(.notNow) }
      if case .elsewhere = found { return then(elsewhere) }
      guard case .home(let home) = found, let user = hub.admitted(credentials, by: scene.tenancy, to: home) else {
        return then(.refused("the tenant \"\(tenant)\" does not admit the user"))
      }
      guard scene.opens(to: user.roles) else { return then(.refused("the scene requires another role there")) }
      hub.start(home)
      hub.withUser(user) { member in
        member?.signedIn(as: user, with: credentials)
        then(member == nil ? .notNow : nil)
      }
    }
  }

  func openInFetchedTenant(_ request: OpenRequest, in other: RequestedAct.OtherTenant, _ asked: RequestedAct) -> Outcome
  {
    if case .shows(let opened) = other.phase { return show(opened, at: request.placement, other, asked) }
    guard let member = hub.users[User(id: asked.by, tenant: other.tenant)] else { return .notNow }
    if case .opens(let caller) = other.phase, !member.windows.contains(where: { $0.isAttached && !$0.isConsole }) {
      guard let opened = openWithoutPage(request, for: member) else {
        return .refused("a window of \"\(request.scene)\" can't be opened")
      }
      var asked = asked.continued(request, in: other, .shows(opened))
      asked.tenant = caller.tenant
      return .isOf(caller.tenant, asked)
    }
    hub.openWindow(request, for: member.account, opener: caller(asked).flatMap { opener(of: other, $0) })
    return .done
  }

  /// Opens a window that no page of this hub shows, or finds one to use again.
  private func openWithoutPage(_ request: OpenRequest, for member: UserState) -> RequestedAct.OtherTenant.Opened? {
    guard let scene = hub.scenes[request.scene] else { return nil }
    if let id = hub.asleep(request, of: member) {
      let url = hub.baseURL(of: scene, request.value, in: member.account.tenant).description
      return RequestedAct.OtherTenant.Opened(window: id, url: url, title: scene.title)
    }
    let window = hub.openWindow(request, for: member.account, opener: nil)
    return window.map { RequestedAct.OtherTenant.Opened(window: $0.id, url: $0.url, title: $0.title) }
  }

  /// Has a page of the caller show a window of another hub.
  private func show(
    _ opened: RequestedAct.OtherTenant.Opened, at placement: WindowPlacement?, _ other: RequestedAct.OtherTenant,
    _ asked: RequestedAct
  ) -> Outcome {
    guard let caller = caller(asked), let opener = opener(of: other, caller) else { return .waitsForVisit }
    hub.askToOpen(opened.window, titled: opened.title, at: opened.url, placement: placement, page: opener)
    return .done
  }

  /// The window whose page is asked to show another.
  private func opener(of other: RequestedAct.OtherTenant, _ caller: UserState) -> WindowID? {
    hub.windows[other.opener] == nil ? caller.windows.last { $0.isAttached }?.id : other.opener
  }

  /// The member who has asked for a window.
  private func caller(_ asked: RequestedAct) -> UserState? { hub.users[User(id: asked.by, tenant: asked.tenant)] }

  // MARK: To and from other hubs

  /// Sends an act to a tenant of another hub with the running turn.
  func handOver(_ asked: RequestedAct, to tenant: Tenant, from home: Home) {
    let message = JSONBytes.encode(.object(asked.saved))
    guard hub.posts.send(message, to: StoredTimer.actType, of: tenant, from: home.tenant) else {
      return refused(asked, "too many messages wait for the tenant \"\(tenant)\"")
    }
  }

  /// An act that another hub has sent becomes one of the tenant's own, in this turn.
  func adopt(_ post: StoredPost, in home: Home) {
    if var asked = RequestedAct(post.message, of: home.tenant) {
      switch asked.kind {
      case .openElsewhere(let request, let other):
        if case .opens(var caller) = other.phase {
          // It may have been renamed since.
          caller.tenant = post.sender
          asked = asked.continued(request, in: other, .opens(caller))
        }
      // It has been moved here.
      case .show: hub.users[User(id: asked.visitor, tenant: home.tenant)]?.keptWindows += 1
      case .findOwner(let id, var owner):
        owner.former = post.sender
        asked.kind = .findOwner(id, owner)
      case .give(let id, var owner):
        owner.tenant = post.sender
        asked.kind = .give(id, to: owner)
      case .asked: break
      }
      keep(asked)
    } else {
      hub.logger.error("An act from another hub can't be read, and is not done")
    }
    hub.posts.delete(post, to: home.tenant)
    hub.commit()
  }
}

extension WindowScene {
  /// Whether its windows are in the same tenant as those of another scene that open them.
  fileprivate func hasTenancy(of other: WindowScene) -> Bool {
    declaration.tenancy == nil && other.declaration.tenancy == nil || tenancy.isLike(other.tenancy)
  }
}

extension RequestedAct {
  /// The outcome of a move to a tenant of another node.
  func findsOwner(of window: Window, _ user: String, of tenant: Tenant) -> MemberActs.Outcome {
    let owner = WindowOwner(user: user, scene: window.sceneID, value: window.value, former: self.tenant)
    return .isOf(tenant, becoming(.findOwner(window.id, owner), in: tenant))
  }

  fileprivate func continued(_ request: OpenRequest, in other: OtherTenant, _ phase: OtherTenant.Phase) -> RequestedAct
  {
    var (continued, other) = (self, other)
    other.phase = phase
    continued.kind = .openElsewhere(request, other)
    return continued
  }
}

// A window that moves to a tenant of another hub: that hub says who the member is, this one gives the window away in a turn
// of its own, and asks the other, with the same turn, to show it. To a hub of another node, all of this is sent with turns.

extension MemberActs {
  /// Asks the hub of a tenant for the member who is to have a window.
  func fetchElsewhere(
    _ id: WindowID, _ user: String, of tenant: Tenant, _ asked: RequestedAct, _ then: @escaping (Outcome?) -> Void
  ) {
    guard let window = hub.windows[id] else { return then(.notNow) }
    hub.on(
      hub: hub.neighbours.hub(of: tenant),
      { [scene = window.sceneID, value = window.value] hub, answer in
        hub.acts.owner(user, of: tenant, scene: scene, value: value, then: answer)
      }
    ) { (found: FoundOwner) in
      switch found {
      case .member(let owner): then(.movesTo(owner))
      case .onOtherNode:
        guard let window = self.hub.windows[id] else { return then(.notNow) }
        then(asked.findsOwner(of: window, user, of: tenant))
      case .windowExists: then(.windowExists)
      case .noTenant: then(.refused("there is no such tenant"))
      case .noAccess: then(.refused("the tenant does not admit the user"))
      case .missingRole: then(.refused("its scene requires another role"))
      case .notNow: then(.notNow)
      }
    }
  }

  /// The member of another tenant who is to have a window.
  private enum FoundOwner {
    case member(User)
    /// Another node has the tenant.
    case onOtherNode
    case noTenant, noAccess, missingRole, windowExists, notNow
  }

  private func owner(
    _ user: String, of tenant: Tenant, scene id: String, value: JSONValue?, then: @escaping (FoundOwner) -> Void
  ) {
    guard let scene = hub.scenes[id] else { return then(.notNow) }
    hub.withHome(tenant) { [hub] found in
      switch found {
      case .home: break
      case .elsewhere(.node): return then(.onOtherNode)
      case .unavailable, .undecodable, .elsewhere(.hub): return then(.notNow)
      case .unknown, .closed, .parked: return then(.noTenant)
      }
      hub.withMember(user, of: tenant, in: scene) { found in
        switch found {
        case .member(let member) where !scene.opens(to: member.account.roles): then(.missingRole)
        case .member(let member):
          let isFirst = hub.onlyWindow(of: scene, value, for: member.account) == nil
          then(isFirst ? .member(member.account) : .windowExists)
        case .noAccess: then(.noAccess)
        case .unknown, .unavailable: then(.notNow)
        }
      }
    }
  }

  /// Asks the tenant of a window to give it to a member of this one.
  func askForWindow(_ id: WindowID, for owner: RequestedAct.WindowOwner, _ asked: RequestedAct) -> Outcome {
    guard let member = hub.users[User(id: owner.user, tenant: asked.tenant)] else { return .notNow }
    guard let scene = hub.scenes[owner.scene], scene.opens(to: member.account.roles) else {
      return .refused("its scene requires another role")
    }
    guard hub.onlyWindow(of: scene, owner.value, for: member.account) == nil else { return .windowExists }
    return .isOf(owner.former, asked.becoming(.give(id, to: member.account), in: owner.former))
  }

  /// Gives a window to a member of a tenant on another hub.
  func move(_ asked: RequestedAct, toOtherHubOf owner: User, from home: Home) -> Outcome {
    guard let id = asked.movedWindow, let window = hub.windows[id], window.held == nil else { return .notNow }
    guard window.user.account.tenant == asked.tenant else { return .refused("it has been moved already") }
    audit(asked, of: window.user.account, target: .window(id), "to \(owner.id)")
    _ = hub.release(window, to: owner)
    handOver(asked.shows(id, to: owner), to: owner.tenant, from: home)
    return .done
  }
}
