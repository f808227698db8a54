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
    /// The requests to a tenant's object of this type, which are refused.
    case requests(Tenant, to: String)
  }

  /// The user it belongs to; `nil` for what users share.
  package var user: String? {
    switch subject {
    case .window: window?.user
    case .user(let user), .opening(_, let user): user
    case .shared, .tenant, .messages, .requests: nil
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
      case .requests(let tenant, let type): "requests \(type) of \(tenant)"
      }
    return Self.shortened(text)
  }

  /// The part of a requested opening, which a page writes, that is kept and compared.
  static func shortened(_ opening: String) -> String {
    opening.utf8.count <= 256 ? opening : String(decoding: opening.utf8.prefix(256), as: UTF8.self)
  }

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
    } else if let rest = text.dropping("requests "), let end = rest.firstRange(of: " of ") {
      self = .requests(Tenant(stored: String(rest[end.upperBound...])), to: String(rest[..<end.lowerBound]))
    } else if let rest = text.dropping("opening for "), let colon = rest.firstRange(of: ": ") {
      self = .opening(String(rest[colon.upperBound...]), user: String(rest[..<colon.lowerBound]))
    } else {
      return nil
    }
  }

  /// Whether it is part of an operator's target.
  func isOf(_ target: WindowTarget, _ window: StoredSummary?) -> Bool {
    switch (target, self) {
    case (.everyone, _): true
    case (.window(let id), .window(let own)): id == own
    case (.user(let user), .user(let own)), (.user(let user), .opening(_, let own)): user.hasSameScalars(as: own)
    case (.user(let user), .window): window?.user.hasSameScalars(as: user) ?? false
    case (.tenant(let tenant), .tenant(let own)), (.tenant(let tenant), .messages(let own, _)),
      (.tenant(let tenant), .requests(let own, _)):
      tenant == own
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
