import Oriel
import OrielDocument

// Signing out and banning users. It is decided here, stored, and loaded before the first connection after a restart.

extension WindowHub {
  /// Whether a user is in memory.
  package func knows(_ user: String) -> Bool { !users.members(user).isEmpty }

  /// Loads bans and sign-outs.
  func loadAccess() async throws {
    let stored = try await read { try $0.access() }
    for one in stored { access.set(one) }
  }

  /// The number of the user's windows with a page.
  package func attachedWindows(of user: String) -> Int { users.windows(of: user).count { $0.isAttached } }

  /// The same on all hubs.
  package func attachedWindowsOnAllHubs(of user: String) async -> Int {
    let others = await answer { askOthers({ $0.attachedWindows(of: user) }, then: $0) }
    return others.reduce(attachedWindows(of: user), +)
  }

  /// Waits until all hubs have applied what was decided here before.
  package func onceAllHubsKnow() async { _ = await answer { askOthers({ _ in true }, then: $0) } }

  /// Revokes all credentials of the user, and closes every page with 4501, on all hubs. The windows stay.
  package func signOut(_ user: String) {
    decide(AccessChange(user: user, kind: .signOut, time: scheduler.wallTime))
  }

  /// Closes every page of the user with 4502 on all hubs, now and at every later attempt, until `unban`. The windows stay.
  ///
  /// - Returns: Whether the user was not banned before.
  @discardableResult
  package func ban(_ user: String) -> Bool {
    guard access[user].bannedAt == nil else { return false }
    decide(
      AccessChange(user: user, kind: .ban, time: access.nextDecision(on: user, now: scheduler.wallTime)))
    return true
  }

  /// - Returns: Whether the user was banned.
  @discardableResult
  package func unban(_ user: String) -> Bool {
    guard access[user].bannedAt != nil else { return false }
    decide(
      AccessChange(user: user, kind: .unban, time: access.nextDecision(on: user, now: scheduler.wallTime)))
    return true
  }

  private func decide(_ change: AccessChange) {
    apply(change)
    let decided = access[change.user]
    writer.note(\.access, decided)
    neighbours.tell(change, leadingTo: decided)
    commit()
  }

  /// Another hub has decided this. If this hub knows of a further change, it stores both, so that the last write has both.
  func hear(_ change: AccessChange, leadingTo known: UserAccess) {
    apply(change)
    if access[change.user] != known { writer.note(\.access, access[change.user]) }
    commit()
  }

  private func apply(_ change: AccessChange) {
    access.apply(change)
    guard change.kind != .unban else { return }
    let reason: CloseReason = change.kind == .ban ? .banned : .signedOut
    for attachment in attachments(of: ScalarKey(change.user)) { close(attachment, reason) }
  }

  /// Pages that show the user's windows, and those in which the user watches others'.
  private func attachments(of user: ScalarKey) -> [Attachment] {
    let own = users.members(user).flatMap(\.windows).compactMap(\.page)
    let watching = windows.observed.compactMap { windows[$0] }.flatMap(\.observers)
    return (own + watching.filter { $0.user == user }).filter(\.isOpen)
  }
}
