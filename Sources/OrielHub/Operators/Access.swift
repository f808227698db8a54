import Oriel
import OrielDocument

/// Signs users out and bans them. It is decided here, stored, and loaded before the first connection after a restart.
package final class Access {
  private unowned let hub: WindowHub
  package private(set) var list = AccessList()

  init(of hub: WindowHub) { self.hub = hub }

  package subscript(user: String) -> UserAccess { list[user] }

  /// Loads bans and sign-outs.
  func load() async throws {
    let stored = try await hub.read { try $0.access() }
    for one in stored { list.set(one) }
  }

  /// Waits until all hubs have applied what was decided here before.
  package func onceAllHubsKnow() async { _ = await hub.answer { hub.askOthers({ _ in true }, then: $0) } }

  /// Revokes all credentials of the user, and closes every page with 4501, on all hubs. The windows stay.
  package func signOut(_ user: String) {
    decide(AccessChange(user: user, kind: .signOut, time: hub.scheduler.wallTime))
  }

  /// Closes every page of the user with 4502 on all hubs, now and at every later attempt, until `unban`. The windows stay.
  ///
  /// - Returns: Whether the user was not banned before.
  @discardableResult
  package func ban(_ user: String) -> Bool {
    guard list[user].bannedAt == nil else { return false }
    decide(
      AccessChange(user: user, kind: .ban, time: list.nextDecision(on: user, now: hub.scheduler.wallTime)))
    return true
  }

  /// - Returns: Whether the user was banned.
  @discardableResult
  package func unban(_ user: String) -> Bool {
    guard list[user].bannedAt != nil else { return false }
    decide(
      AccessChange(user: user, kind: .unban, time: list.nextDecision(on: user, now: hub.scheduler.wallTime)))
    return true
  }

  /// Forgets sign-outs from before a time.
  func forget(before time: Int64) { list.forget(before: time) }

  private func decide(_ change: AccessChange) {
    apply(change)
    hub.writer.record(\.access, change)
    hub.neighbours.broadcast(change)
    hub.commit()
  }

  /// Another hub or node has decided this. If this hub knows of a later decision, it is written again, after the other one.
  func hear(_ change: AccessChange) {
    apply(change)
    if let later = list.decision(after: change) { hub.writer.record(\.access, later) }
    hub.commit()
  }

  private func apply(_ change: AccessChange) {
    list.apply(change)
    guard change.kind != .unban else { return }
    let reason: CloseReason = change.kind == .ban ? .banned : .signedOut
    for attachment in attachments(of: ScalarKey(change.user)) { hub.close(attachment, reason) }
  }

  /// Pages that show the user's windows, and those in which the user watches others'.
  private func attachments(of user: ScalarKey) -> [Attachment] {
    let own = hub.users.members(user).flatMap(\.windows).compactMap(\.page)
    let watching = hub.windows.observed.compactMap { hub.windows[$0] }.flatMap(\.observers)
    return (own + watching.filter { $0.user == user }).filter(\.isOpen)
  }
}
