import Oriel

/// The rights of operators by their roles. The role `admin` may do everything.
package struct OperatorRoles: Sendable {
  package static let administrator = "admin"

  private let grants: [OperatorGrant]

  package init(_ grants: [OperatorGrant] = []) { self.grants = grants }

  /// The roles of operators.
  package var names: [String] { [Self.administrator] + grants.map(\.role) }

  /// The scenes that grants name.
  package var scenes: [String] { grants.flatMap(\.windows.scenes) }

  package func rights(of user: User) -> OperatorRights {
    guard !user.has(role: Self.administrator) else { return .all }
    return OperatorRights(grants: grants.filter { user.has(role: $0.role) })
  }
}

/// Gives a role some acts, everywhere or in some windows.
package struct OperatorGrant: Sendable, Equatable {
  package var role: String
  /// Acts, and ``OperatorRights/look``, ``OperatorRights/audit`` and ``OperatorRights/export``.
  package var acts: [String]
  package var windows: WindowScope

  package init(role: String, acts: [String], windows: WindowScope = WindowScope()) {
    (self.role, self.acts, self.windows) = (role, acts, windows)
  }

  func has(_ act: String) -> Bool { acts.contains { $0.hasSameScalars(as: act) } }
}

/// The windows of these scenes that have one of these tags.
package struct WindowScope: Hashable, Sendable, Codable {
  /// Any, if it is empty.
  package var scenes: [String]
  /// Any or none, if it is empty. Sleeping windows have no tags.
  package var tags: [String]

  package init(scenes: [String] = [], tags: [String] = []) { (self.scenes, self.tags) = (scenes, tags) }

  package var isEverything: Bool { scenes.isEmpty && tags.isEmpty }

  package func contains(scene: String, tags own: some Sequence<String>) -> Bool {
    (scenes.isEmpty || scenes.contains { $0.hasSameScalars(as: scene) })
      && (tags.isEmpty || own.contains { tag in tags.contains { $0.hasSameScalars(as: tag) } })
  }
}

extension WindowScope: CustomStringConvertible {
  /// The windows, as part of a sentence.
  package var description: String {
    let scenes = scenes.isEmpty ? nil : "of the scene \(scenes.joined(separator: " or "))"
    let tags = tags.isEmpty ? nil : "with the tag \(tags.joined(separator: " or "))"
    return (["windows"] + [scenes, tags].compactMap(\.self)).joined(separator: " ")
  }
}

/// The rights of one operator.
package struct OperatorRights: Sendable, Equatable {
  /// To see windows, mirrors and lists.
  package static let look = "look"
  /// To read the audit.
  package static let audit = "audit"
  /// To export a tenant.
  package static let export = "export"

  package static let all = OperatorRights(grants: nil)
  package static let none = OperatorRights(grants: [])

  /// `nil` for everything.
  private let grants: [OperatorGrant]?

  fileprivate init(grants: [OperatorGrant]?) { self.grants = grants }

  package var isNone: Bool { grants?.isEmpty ?? false }

  /// Whether anything is allowed that changes something.
  package var allowActing: Bool {
    let looking = [Self.look, Self.audit, Self.export]
    return grants?.contains { $0.acts.contains { act in !looking.contains { $0.hasSameScalars(as: act) } } } ?? true
  }

  /// Whether the act is allowed everywhere.
  package func allow(_ act: String) -> Bool { windows(for: act).contains(where: \.isEverything) }

  /// Whether the act is allowed in a window.
  package func allow(_ act: String, scene: String, tags: some Sequence<String>) -> Bool {
    windows(for: act).contains { $0.contains(scene: scene, tags: tags) }
  }

  /// Whether the act is allowed anywhere.
  package func allowSomewhere(_ act: String) -> Bool { !windows(for: act).isEmpty }

  /// The filter of a list of windows in which the act is allowed; `nil` for all windows.
  package func scopes(for act: String) -> [WindowScope]? { allow(act) ? nil : windows(for: act) }

  /// The windows in which the act is allowed.
  package func windows(for act: String) -> [WindowScope] {
    grants.map { $0.filter { $0.has(act) }.map(\.windows) } ?? [WindowScope()]
  }
}

extension OperatorRights {
  package func allow(_ act: String, in window: Window) -> Bool {
    allow(act, scene: window.sceneID, tags: window.tags)
  }

  package func allow(_ act: String, in row: WindowRow) -> Bool { allow(act, scene: row.scene, tags: row.tags) }
}
