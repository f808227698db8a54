import Oriel
import OrielDocument

extension WindowHub {
  /// Gives a window to another member: it sleeps here, and wakes for its new owner. Its row changes hands in the
  /// transaction of this turn, so that it is never in two tenants or in none.
  func move(_ window: Window, to member: UserState, _ asked: RequestedAct) {
    let row = release(window, to: member.account)
    member.keptWindows += 1
    _ = member.home.windows.came(
      window.id, of: member.account.id, scene: window.sceneID, value: window.value, title: row.title,
      .away(since: wallTime), usedAt: row.usedAt, isTouched: true)
    acts.showSoon(window.id, to: member.account, asked)
  }

  /// - Returns: Its row.
  func release(_ window: Window, to owner: User) -> StoredWindowChanges {
    let id = window.id
    TurnContext.$current.withValue(window.turnContext) { window.graph.settle() }
    performEffects(of: window)
    // It is no longer as its opening made it.
    window.opening = nil
    var row = row(of: window)
    row.origin = StoredOrigin(window, for: owner)
    writer.record(\.windows, (id, row))
    window.report(.slept, "A window of \"\(window.sceneID)\" was moved to another user", ["scene": window.sceneID])
    for observer in window.observers { observer.end(.unavailable) }
    // The page of an anonymous user may have signed in as the new owner: it comes back, and is told then if it has not.
    let mayComeBack = window.user.account.isAnonymous && !owner.isAnonymous
    if let page = window.page { closeOnceKept(page, mayComeBack ? .unavailable : .windowDismissed) }
    // They were meant for the former owner.
    for outcome in triggers.expire(in: id) { writer.record(\.outcomes, outcome) }
    window.graph.dismantle()
    performEffects(of: window)
    let former = window.user
    unload(window)
    windows.forgetOpener(window.openedBy, of: former.key)
    former.keptWindows -= 1
    former.home.windows.remove(id)
    return row
  }
}

extension WindowHub {
  /// Gives a window to another member of its tenant, for an operator, in one transaction with the record. `then` is called
  /// once, with the reason if it is not done.
  package func move(
    _ window: Window, to user: String, recorded: AuditRecord, then: @escaping (MoveRefusal?) -> Void
  ) {
    let member = User(id: user, tenant: window.user.account.tenant)
    guard !window.isConsole, window.scene.tenancy.mayLead(member, to: member.tenant) else { return then(.noTenant) }
    withMember(user, of: member.tenant, in: window.scene) { [self] found in
      if case .noAccess = found { return then(.noAccess) }
      guard case .member(let member) = found, windows.holds(window), window.held == nil else { return then(.notNow) }
      guard window.scene.opens(to: member.account.roles) else {
        return then(.missingRole(window.scene.requiredRoles.first ?? ""))
      }
      if window.user !== member, onlyWindow(of: window.scene, window.value, for: member.account) != nil {
        return then(.windowExists)
      }
      let tenant = member.account.tenant
      acting(as: recorded.who) {
        record(recorded, on: .window(window.id))
        guard window.user !== member else { return }
        let act = WindowAct.move(window.id, to: user, in: tenant)
        move(window, to: member, RequestedAct(act, in: tenant, by: recorded.who, at: wallTime))
      }
      then(nil)
    }
  }
}

/// The reason why a window can't be given to a user.
package enum MoveRefusal: Error, Equatable, Sendable {
  /// Its scene requires a role that the user does not have.
  case missingRole(String)
  /// The user can't have windows where this one is.
  case noTenant
  /// The user has a window for this value already, and may have only one.
  case windowExists
  /// The window's tenant does not admit the user.
  case noAccess
  /// The user's objects can't be read, or a handler of the window is in `once`.
  case notNow
}

extension StoredOrigin {
  fileprivate init(_ window: Window, for user: User) {
    self.init(window)
    (tenant, self.user, roles) = (user.tenant, user.id, user.roles.sorted())
    openedBy = nil
  }
}

extension Tenancy {
  /// Whether it finds the same tenants as another.
  func isLike(_ other: Tenancy) -> Bool {
    switch (rule, other.rule) {
    case (.single, .single), (.perUser, .perUser), (.everywhere, .everywhere), (.path, .path): true
    case (.claim(let name), .claim(let otherName)): name.hasSameScalars(as: otherName)
    case (.subdomain(let host), .subdomain(let otherHost)): host.hasSameScalars(as: otherHost)
    case (.queryItem(let name), .queryItem(let otherName)): name.hasSameScalars(as: otherName)
    default: false
    }
  }

  /// Whether a window of a scene with this tenancy may be a user's in a tenant.
  func mayLead(_ user: User, to tenant: Tenant) -> Bool {
    switch rule {
    case .single: tenant == .app
    case .perUser: tenant == .user(user.id)
    case .everywhere: false
    case .claim, .subdomain, .path: Tenant(tenant.id) != nil
    case .queryItem: tenant == .app || Tenant(tenant.id) != nil
    case .custom: tenant.isOfApp
    }
  }
}
