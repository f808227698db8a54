import Oriel
import OrielDocument

extension WindowHub {
  /// Finds parked subjects in a target, latest first; windows with their stored summaries.
  package func findParked(_ target: WindowTarget = .everyone, then answer: @escaping ([Parked]) -> Void) {
    let parked = quarantine.parked
    guard !parked.isEmpty else { return answer([]) }
    read(parked[...], after: []) { all in answer(all.filter { $0.subject.isOf(target, $0.window) }) }
  }

  /// Reads one window after another, because there are few.
  private func read(_ parked: ArraySlice<Parked>, after found: [Parked], then: @escaping ([Parked]) -> Void) {
    guard var next = parked.first else {
      then(found)
      return commitPending()
    }
    guard case .window(let id) = next.subject else {
      return read(parked.dropFirst(), after: found + [next], then: then)
    }
    read(.window(id), { try $0.window(id) }) { [self] result in
      next.window = (try? result.get()).flatMap { $0.map { StoredSummary(id, $0) } }
      read(parked.dropFirst(), after: found + [next], then: then)
    }
  }

  /// Allows parked subjects to be tried again, on all hubs; calls `then` with their number.
  package func retryOnAllHubs(_ target: WindowTarget, then: @escaping (Int) -> Void) {
    findParked(target) { [self] parked in
      let subjects = parked.map(\.subject)
      onAll({ hub, done in done(hub.retry(subjects)) }) { (_: [Void]) in then(subjects.count) }
    }
  }

  private func retry(_ subjects: [Parked.Subject]) {
    for subject in subjects { retry(subject) }
  }

  private func retry(_ subject: Parked.Subject) {
    quarantine.forget(subject)
    guard case .messages(let tenant, _) = subject else { return }
    homes[tenant]?.inbox.retryParked()
    homes[tenant].map { handleMessages(of: $0, after: 0) }
    loadDueTenants(at: wallTime)
  }

  /// The reason why this window is unavailable, as far as known without reading it.
  package func reasonForParking(_ id: WindowID, of user: String? = nil) -> Parked? {
    quarantine.parked(.window(id)) ?? user.flatMap { quarantine.parked(.user($0)) }
  }

  /// The reason why a stored window is unavailable. If no user has done anything in the window yet, that of its opening
  /// counts.
  func reasonForParking(_ id: WindowID, _ stored: StoredWindow) -> Parked? {
    guard quarantine.hasParked else { return nil }
    if let reason = reasonForParking(id, of: stored.origin.user) { return reason }
    let position = try? WindowPosition(saved: JSONBytes.decode(stored.position))
    return position?.opening.flatMap { quarantine.parked(.opening($0, user: stored.origin.user)) }
  }

  /// Dismisses a parked window without waking it.
  package func deleteParked(_ id: WindowID) {
    delete(id)
    commit()
  }
}
