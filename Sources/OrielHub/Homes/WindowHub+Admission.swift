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
    for member in changes.takeReadmitted() where users[member.account] === member { readmit(member) }
  }
}
