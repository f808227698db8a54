import Observation
import Oriel

extension WindowHub {
  /// The user as the tenant knows them; `nil` if the tenancy's `admit` refuses.
  func admitted(_ user: User, by tenancy: Tenancy, to home: Home) -> User? {
    guard let admit = tenancy.admit else { return user.in(home.tenant) }
    return admit(user.in(home.tenant), home.environment).map { admitted in
      // Another id is ignored.
      User(id: user.id, name: admitted.name, roles: admitted.roles, claims: user.claims, tenant: home.tenant)
    }
  }

  /// Whether the credentials of a page still lead to the tenant of a window that it returns to.
  func credentials(of user: User, stillName tenant: Tenant, by tenancy: Tenancy) -> Bool {
    guard case .claim = tenancy.rule else { return true }
    return tenancy.tenant(of: user, at: PageAddress(host: "", path: "/")) == tenant
  }

  /// Admits a member again to each attached window: new roles apply at once, and pages without access are closed. This
  /// is repeated when something that `admit` read changes.
  func readmit(_ member: UserState) {
    let shown = member.windows.filter { $0.isAttached && $0.scene.tenancy.admit != nil }
    guard !shown.isEmpty else { return member.admission.cancel() }
    let changed: () -> Void = { [weak self, weak member] in
      if let self, let member { changes.add(readmitted: member) }
    }
    let admitted = member.admission.evaluate(on: isolation, changed: changed) {
      shown.map { ($0, self.admitted(member.credentials, by: $0.scene.tenancy, to: member.home)) }
    }
    if let user = admitted.lazy.compactMap(\.1).last { member.become(user) }
    for (window, user) in admitted where user.map({ window.scene.opens(to: $0.roles) }) != true {
      if let page = window.page { close(page, .noAccess) }
    }
  }

  func readmitChanged() {
    for member in changes.drainReadmitted() where users[member.account] === member { readmit(member) }
  }

  // MARK: New credentials

  /// A page has new credentials of its user, perhaps with other roles. They apply at once in all windows of the user on the
  /// hubs of this process, and pages that lose their access by them are closed.
  package func renewed(_ attachment: Attachment, as user: User) {
    guard attachment.isOpen else { return }
    guard !attachment.isObserver else {
      attachment.rights = operators.rights(of: user)
      return endForbiddenMirrors(of: attachment.window)
    }
    turn(in: attachment.window) { renewMembers(as: user) }
    askOthers({ hub in
      hub.renewMembers(as: user)
      hub.commitPending()
    }) { _ in }
  }

  private func renewMembers(as user: User) {
    for member in users.members(user.key) where member.windows.contains(where: \.isAttached) { renew(member, as: user) }
  }

  private func renew(_ member: UserState, as user: User) {
    let pages = member.windows.filter(\.isAttached)
    let led = pages.filter { credentials(of: user, stillName: member.account.tenant, by: $0.scene.tenancy) }
    for window in pages where !led.contains(where: { $0 === window }) { window.page.map { close($0, .noAccess) } }
    guard let first = led.first else { return }
    member.renewCredentials(user)
    // `admit` is asked as ever, and again when what it reads changes.
    if led.contains(where: { $0.scene.tenancy.admit != nil }) {
      readmit(member)
    } else if let known = admitted(user, by: first.scene.tenancy, to: member.home) {
      member.signedIn(as: known, with: user)
    }
    for window in led where !window.scene.opens(to: member.account.roles) { window.page.map { close($0, .noAccess) } }
  }
}
