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
      for member in users.members(user.key) where member.windows.contains(where: \.isAttached) {
        renew(member, as: user)
      }
    }
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
