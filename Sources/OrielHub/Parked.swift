import Oriel
import OrielDocument

/// What has ended the process three times, and is not tried again until an operator says so, or another build of the
/// program runs.
package struct Parked: Equatable, Sendable {
  package var subject: Subject
  /// How often it was found.
  package var times: Int
  /// What it was found in last.
  package var turn: RecordedTurn
  /// Where it is a window: what the store has of it.
  package var window: StoredSummary?

  package enum Subject: Hashable, Sendable {
    case window(WindowID)
    /// Whose environment can't be made.
    case user(String)
    /// What a user has asked to open: a scene, a value, an address.
    case opening(String, user: String)
    /// In whose place windows show nothing.
    case shared(String)
  }

  /// Whose it is; nobody's, where it is shared.
  package var user: String? {
    switch subject {
    case .window: window?.user
    case .user(let user), .opening(_, let user): user
    case .shared: nil
    }
  }
}

extension Parked.Subject {
  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  var key: ScalarKey { ScalarKey(text) }

  /// As a slot has it: no longer than every slot keeps. The user stands first, so that nothing is cut that makes it
  /// somebody else's.
  var text: String {
    let text =
      switch self {
      case .window(let id): id.rawValue
      case .user(let user): "user \(user)"
      case .opening(let place, let user): "opening for \(user): \(place)"
      case .shared(let name): "shared \(name)"
      }
    return String(decoding: text.utf8.prefix(256), as: UTF8.self)
  }

  /// - Returns: `nil` for what is never parked: a trigger is given up at once, and an operator may try again.
  init?(_ text: String) {
    if text.hasPrefix("w-") {
      self = .window(WindowID(text))
    } else if let user = text.dropping("user ") {
      self = .user(user)
    } else if let name = text.dropping("shared ") {
      self = .shared(name)
    } else if let rest = text.dropping("opening for "), let colon = rest.firstRange(of: ": ") {
      self = .opening(String(rest[colon.upperBound...]), user: String(rest[..<colon.lowerBound]))
    } else {
      return nil
    }
  }

  /// Whether an operator means it.
  fileprivate func isOf(_ target: WindowTarget, _ window: StoredSummary?) -> Bool {
    switch (target, self) {
    case (.everyone, _): true
    case (.window(let id), .window(let own)): id == own
    case (.user(let user), .user(let own)), (.user(let user), .opening(_, let own)): user.hasSameScalars(as: own)
    case (.user(let user), .window): window?.user.hasSameScalars(as: user) ?? false
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
  /// What is parked of this, the last that was found first; windows with what the store has of them.
  package func findParked(_ target: WindowTarget = .everyone, then answer: @escaping ([Parked]) -> Void) {
    let parked = quarantine.parked
    guard !parked.isEmpty else { return answer([]) }
    nonisolated(unsafe) let then = { (all: [Parked]) in answer(all.filter { $0.subject.isOf(target, $0.window) }) }
    afterWrites(of: .list) { [weak self] in self?.assumeIsolated { $0.read(parked[...], [], then) } }
  }

  /// One window after another: they are few.
  private func read(_ parked: ArraySlice<Parked>, _ found: [Parked], _ then: @escaping ([Parked]) -> Void) {
    guard let next = parked.first else {
      then(found)
      return commitPending()
    }
    let rest = parked.dropFirst()
    guard case .window(let id) = next.subject else { return read(rest, found + [next], then) }
    let isolation = context.isolation
    nonisolated(unsafe) let then = then
    store.window(id) { [weak self] result in
      guard let self else { return }
      var read = next
      read.window = (try? result.get()).flatMap { $0.map { StoredSummary(id, $0) } }
      let found = found + [read]
      isolation.perform { self.assumeIsolated { $0.read(rest, found, then) } }
    }
  }

  /// Lets what is parked be tried again; tells `then` how much of it this was.
  package func retry(_ target: WindowTarget, then: @escaping (Int) -> Void) {
    findParked(target) { [self] parked in
      for one in parked { quarantine.forget(one.subject) }
      then(parked.count)
    }
  }

  /// Why this window can't be had, as far as is known without reading it.
  package func reasonForParking(_ id: WindowID, of user: String? = nil) -> Parked? {
    quarantine.parked(.window(id)) ?? user.flatMap { quarantine.parked(.user($0)) }
  }

  /// Why it can't be had, as the store has it. Where nobody has done anything in a window yet, it is what was opened.
  func reasonForParking(_ id: WindowID, _ stored: StoredWindow) -> Parked? {
    guard quarantine.hasParked else { return nil }
    if let reason = reasonForParking(id, of: stored.origin.user) { return reason }
    let position = try? WindowPosition(saved: JSONBytes.decode(stored.position))
    return position?.opening.flatMap { quarantine.parked(.opening($0, user: stored.origin.user)) }
  }

  /// Ends a window that can't be had, without waking it.
  package func dismissParked(_ id: WindowID) {
    delete(id)
    commit()
  }
}
