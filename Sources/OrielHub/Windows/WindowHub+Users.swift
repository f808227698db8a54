import Oriel
import OrielDocument

extension WindowHub {
  /// Finds or creates the user's environment. `then` is called at once if nothing has to be loaded.
  func withUser(_ user: User, then: @escaping (UserState?) -> Void) {
    if let member = users[user.key] { return then(member) }
    guard !isParked(user) else { return then(nil) }
    guard users.loading.add(then, for: user.key) else { return }
    read(.owner(SavedOwner(.app, user: user.key)), { $0.member(user.id, of: .app, then: $1) }) { [self] in
      loaded(user, $0)
    }
  }

  /// Whether creating this user's environment crashed the process too often.
  func isParked(_ user: User) -> Bool { quarantine.isParked(.user(user.id)) }

  private func loaded(_ user: User, _ result: Result<StoredUser, any Error>) {
    let waiting = users.loading.take(user.key)
    let member: UserState?
    do {
      let saved = try result.get()
      member = recording(CrashJournalEntry(.load, of: Parked.Subject.user(user.id).text)) {
        makeMember(user, saved: saved)
      }
      member.map { users.insert($0) }
    } catch {
      logger.error("A user's objects can't be read: \(error)")
      member = nil
    }
    member?.isAwaited = true
    for then in waiting { then(member) }
    member?.isAwaited = false
    if let member { release(member) }
    commit()
  }

  /// Unloads a user without a window in memory; changes of their objects are saved with the turn.
  func release(_ member: UserState) {
    guard member.windows.isEmpty, !member.isAwaited, users[member.account.key] === member else { return }
    if let saved = member.saved {
      writer.note(takeChanges(of: saved))
      saved.end()
    }
    users.remove(member)
  }

  private func makeMember(_ user: User, saved: StoredUser) -> UserState {
    let restored = restore(
      environment(of: user).objects.all, of: SavedOwner(.app, user: user.key),
      subject: Parked.Subject.user(user.id).text, from: saved.saved)
    return UserState(
      user: user, keptWindows: saved.windows, environment: restored, shared: sharedDocuments.objects(logger))
  }
}
