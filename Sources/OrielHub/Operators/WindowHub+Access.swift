import Oriel
import OrielDocument

// Signing out and banning users. It is decided here, stored, and loaded before the first connection after a restart.

extension WindowHub {
  /// Whether a user is in memory.
  package func knows(_ user: String) -> Bool { !users.members(user).isEmpty }

  /// Loads bans and sign-outs. This must be called before the first connection.
  package func loadAccess(then: @escaping ((any Error)?) -> Void) {
    ask({ store.access(then: $0) }) { [self] result in
      do {
        for one in try result.get() { access.set(one) }
        then(nil)
      } catch {
        then(error)
      }
    }
  }

  /// The number of the user's windows with a page.
  package func attachedWindows(of user: String) -> Int { users.windows(of: user).count { $0.isAttached } }

  /// Revokes all credentials of the user, and closes every page with 4501. The windows stay.
  package func signOut(_ user: String) {
    var access = access[user]
    access.signedOutAt = scheduler.wallTime
    set(access, closing: .signedOut)
  }

  /// Closes every page of the user with 4502, now and at every later attempt, until `unban`. The windows stay.
  ///
  /// - Returns: Whether the user was not banned before.
  @discardableResult
  package func ban(_ user: String) -> Bool {
    var access = access[user]
    guard access.bannedAt == nil else { return false }
    access.bannedAt = scheduler.wallTime
    set(access, closing: .banned)
    return true
  }

  /// - Returns: Whether the user was banned.
  @discardableResult
  package func unban(_ user: String) -> Bool {
    var access = access[user]
    guard access.bannedAt != nil else { return false }
    access.bannedAt = nil
    set(access, closing: nil)
    return true
  }

  private func set(_ new: UserAccess, closing reason: CloseReason?) {
    access.set(new)
    writer.note(\.access, new)
    if let reason {
      for attachment in attachments(of: ScalarKey(new.user)) { close(attachment, reason) }
    }
    commit()
  }

  /// Pages that show the user's windows, and those in which the user watches others'.
  private func attachments(of user: ScalarKey) -> [Attachment] {
    let own = users.members(user).flatMap(\.windows).compactMap(\.page)
    let watching = windows.values.lazy.filter { !$0.observers.isEmpty }.flatMap(\.observers)
    return (own + watching.filter { $0.user == user }).filter(\.isOpen)
  }
}
