import Oriel

extension WindowHub {
  /// A page has new credentials of its user, perhaps with other roles. They apply at once in all windows of the user here,
  /// and pages that lose their access by them are closed.
  package func renewed(_ attachment: Attachment, as user: User) {
    guard attachment.isOpen else { return }
    guard !attachment.isObserver else {
      attachment.rights = operators.rights(of: user)
      return endForbiddenMirrors(of: attachment.window)
    }
    turn(in: attachment.window) {
      for member in users.members(user.key) { renew(member, as: user) }
    }
  }

  private func renew(_ member: UserState, as user: User) {
    let shown = member.windows.filter(\.isAttached)
    let admitted = shown.map { window -> (Window, User?) in
      let tenancy = window.scene.tenancy
      let isNamed = credentials(of: user, stillName: member.account.tenant, by: tenancy)
      return (window, isNamed ? self.admitted(user, by: tenancy, to: member.home) : nil)
    }
    guard !admitted.isEmpty else { return }
    if let known = admitted.lazy.compactMap(\.1).last { member.signedIn(as: known, with: user) }
    for (window, user) in admitted where user.map({ window.scene.opens(to: $0.roles) }) != true {
      if let page = window.page { close(page, .noAccess) }
    }
  }
}
