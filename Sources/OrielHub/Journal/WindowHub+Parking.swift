import Oriel
import OrielDocument

extension WindowHub {
  /// Finds parked subjects in a target, latest first; windows with their stored summaries, one after another, because there
  /// are few.
  package func findParked(_ target: WindowTarget = .everyone) async -> [Parked] {
    var found: [Parked] = []
    for var parked in quarantine.parked {
      if case .window(let id) = parked.subject {
        parked.window = try? await read(.window(id)) { try $0.window(id) }.map { StoredSummary(id, $0) }
      }
      if parked.subject.isOf(target, parked.window) { found.append(parked) }
    }
    return found
  }

  /// Allows parked subjects to be tried again, on all hubs.
  ///
  /// - Returns: Their number.
  package func retryOnAllHubs(_ target: WindowTarget) async -> Int {
    let subjects = await findParked(target).map(\.subject)
    _ = await onAll { hub in hub.retry(subjects) }
    return subjects.count
  }

  private func retry(_ subjects: [Parked.Subject]) {
    for subject in subjects { retry(subject) }
  }

  private func retry(_ subject: Parked.Subject) {
    quarantine.forget(subject)
    retryMessages(of: subject)
  }

  /// Other nodes have crashed, or what crashed them may be tried again.
  func hear(_ crashes: [CrashJournalEntry], forgotten: [String]) {
    for subject in quarantine.hear(forgotten: forgotten) { retryMessages(of: subject) }
    quarantine.hear(crashes)
  }

  private func retryMessages(of subject: Parked.Subject) {
    guard case .messages(let tenant, _) = subject else { return }
    homes[tenant]?.inbox.retryParked()
    homes[tenant].map { handleMessages(of: $0, after: 0) }
    dueTenants.look(at: wallTime)
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
