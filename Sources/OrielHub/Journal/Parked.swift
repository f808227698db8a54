import Oriel
import OrielDocument

/// Something that crashed the process three times, and is not tried again until an operator retries it or a new build
/// of the program runs.
package struct Parked: Equatable, Sendable {
  package var subject: Subject
  /// The number of crashes.
  package var times: Int
  /// The turn of the last crash.
  package var turn: CrashJournalEntry
  /// The stored summary, if it is a window.
  package var window: StoredSummary?

  package enum Subject: Hashable, Sendable {
    case window(WindowID)
    /// A user whose environment can't be created.
    case user(String)
    /// A window that a user asked to open: a scene, a value, an address.
    case opening(String, user: String)
    /// A shared model, in place of which windows show nothing.
    case shared(String)
    /// A tenant whose state can't be loaded.
    case tenant(Tenant)
    /// The messages to a tenant's object of this type, which wait.
    case messages(Tenant, to: String)
  }

  /// The user it belongs to; `nil` for what users share.
  package var user: String? {
    switch subject {
    case .window: window?.user
    case .user(let user), .opening(_, let user): user
    case .shared, .tenant, .messages: nil
    }
  }
}

extension Parked.Subject {
  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  var key: ScalarKey { ScalarKey(text) }

  /// The text in a slot, limited to the length that every slot keeps. The user is first, so that truncation never makes
  /// it another user's.
  var text: String {
    let text =
      switch self {
      case .window(let id): id.rawValue
      case .user(let user): "user \(user)"
      case .opening(let place, let user): "opening for \(user): \(place)"
      case .shared(let name): "shared \(name)"
      case .tenant(let tenant): "tenant \(tenant)"
      case .messages(let tenant, let type): "messages \(type) of \(tenant)"
      }
    return Self.shortened(text)
  }

  /// The part of a requested opening, which a page writes, that is kept and compared.
  static func shortened(_ opening: String) -> String { String(decoding: opening.utf8.prefix(256), as: UTF8.self) }

  /// - Returns: `nil` for subjects that are never parked: triggers are given up at once, and operators' acts may be
  ///   repeated.
  init?(_ text: String) {
    if text.hasPrefix("w-") {
      self = .window(WindowID(text))
    } else if let user = text.dropping("user ") {
      self = .user(user)
    } else if let name = text.dropping("shared ") {
      self = .shared(name)
    } else if let tenant = text.dropping("tenant ") {
      self = .tenant(Tenant(stored: tenant))
    } else if let rest = text.dropping("messages "), let end = rest.firstRange(of: " of ") {
      self = .messages(Tenant(stored: String(rest[end.upperBound...])), to: String(rest[..<end.lowerBound]))
    } else if let rest = text.dropping("opening for "), let colon = rest.firstRange(of: ": ") {
      self = .opening(String(rest[colon.upperBound...]), user: String(rest[..<colon.lowerBound]))
    } else {
      return nil
    }
  }

  /// Whether it is part of an operator's target.
  fileprivate func isOf(_ target: WindowTarget, _ window: StoredSummary?) -> Bool {
    switch (target, self) {
    case (.everyone, _): true
    case (.window(let id), .window(let own)): id == own
    case (.user(let user), .user(let own)), (.user(let user), .opening(_, let own)): user.hasSameScalars(as: own)
    case (.user(let user), .window): window?.user.hasSameScalars(as: user) ?? false
    case (.tenant(let tenant), .tenant(let own)), (.tenant(let tenant), .messages(let own, _)): tenant == own
    case (.tenant(let tenant), .window): window?.tenant == tenant
    case (.scene(let scene), .window): window?.scene.hasSameScalars(as: scene) ?? false
    case (.scene(let scene), .opening(let name, _)), (.scene(let scene), .shared(let name)):
      name == scene || name.hasPrefix("\(scene) ")
    default: false
    }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

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
