import Oriel
import OrielDocument

extension WindowHub {
  /// Finds or creates the user's environment. `then` is called at once if nothing has to be loaded.
  func withUser(_ user: User, then: @escaping (UserState?) -> Void) {
    if let session = users[user.key] { return then(session) }
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
    let session: UserState?
    do {
      let saved = try result.get()
      session = recording(CrashJournalEntry(.load, of: Parked.Subject.user(user.id).text)) {
        makeSession(user, saved: saved)
      }
      session.map { users.insert($0) }
    } catch {
      logger.error("A user's objects can't be read: \(error)")
      session = nil
    }
    session?.isAwaited = true
    for then in waiting { then(session) }
    session?.isAwaited = false
    if let session { release(session) }
    commit()
  }

  /// Unloads a user without a window in memory; changes of their objects are saved with the turn.
  func release(_ session: UserState) {
    guard session.windows.isEmpty, !session.isAwaited, users[session.user.key] === session else { return }
    if let saved = session.saved {
      writer.note(takeChanges(of: saved))
      saved.end()
    }
    users.remove(session)
  }

  private func makeSession(_ user: User, saved: StoredUser) -> UserState {
    let restored = restore(
      environment(of: user).objects.all, of: SavedOwner(.app, user: user.key),
      subject: Parked.Subject.user(user.id).text, from: saved.saved)
    return UserState(
      user: user, keptWindows: saved.windows, environment: restored, shared: sharedDocuments.objects(logger))
  }
}
