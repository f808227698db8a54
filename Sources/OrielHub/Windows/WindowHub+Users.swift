import Oriel
import OrielDocument

extension WindowHub {
  /// Finds or creates the user's environment. `then` is called at once if nothing has to be loaded.
  func withUser(_ user: User, then: @escaping (UserState?) -> Void) {
    if let session = users[user.key] { return then(session) }
    guard !isParked(user) else { return then(nil) }
    guard users.loading.add(then, for: user.key) else { return }
    read(.user(user.key), { $0.user(user.id, then: $1) }) { [self] in loaded(user, $0) }
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
    for object in takeChanges(of: session) { writer.note(\.objects, object) }
    session.endWork()
    users.remove(session)
  }

  private func makeSession(_ user: User, saved: StoredUser) -> UserState {
    var objects: [AnyObject] = []
    var changed: [_ModelNode] = []
    for object in environment(of: user).objects.all {
      guard let state = object as? any SavedState else {
        objects.append(object)
        continue
      }
      let (restored, isChanged) = restore(state, of: user, from: saved.objects)
      objects.append(restored)
      if isChanged { changed.append(restored._node) }
    }
    let session = UserState(
      user: user, keptWindows: saved.windows, objects: objects, shared: sharedDocuments.objects(logger), hub: self)
    for node in changed { node.owner?.propertyChanged(of: node) }
    return session
  }

  /// Restores a saved object, or returns the app's new one, and whether it has to be saved again.
  private func restore<State: SavedState>(
    _ new: State, of user: User, from saved: [String: [UInt8]]
  ) -> (any SavedState, isChanged: Bool) {
    let name = TypeName.of(State.self).mangled
    guard
      let (type, bytes) = saved[name].map({ (name, $0) })
        ?? saved.first(where: { SavedObject.isOf(State.self, $0.value, scenes.types) })
    else { return (new, false) }
    do {
      let (restored, forgotten) = try SavedObject.decode(State.self, from: bytes)
      if let forgotten, forgotten.isNews(of: "\(State.self)") {
        logger.warning("The saved \(State.self) of a user was saved with different properties: \(forgotten)")
      }
      return (restored, type != name)
    } catch {
      logger.error("A user's saved \(State.self) can't be restored; the record is kept aside: \(error)")
      let reason = "\(State.self): \(error)"
      writer.note(\.keptAside, SalvageOrder(.object(user: user.id, type: type), reason: reason, time: wallTime))
      return (new, true)
    }
  }
}
