import OrielHub

extension OperatorGrant {
  /// Reads `ROLE=ACT,ACT`, with `:scene=SCENE,SCENE` and `:tag=TAG,TAG` for some windows only.
  package init(parsing text: String) throws(GrantError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw .form }
    let role = String(parts[0])
    guard !role.hasSameScalars(as: OperatorRoles.administrator) else { throw .administrator }
    // A tag may have a colon.
    let (limits, acts) = Self.lists(in: parts[1])
    var windows = WindowScope()
    for (kind, names) in limits {
      guard !names.isEmpty else { throw .form }
      if kind == "scene" { windows.scenes += names } else { windows.tags += names }
    }
    guard !acts.isEmpty else { throw .form }
    for act in acts { try Self.check(act, in: windows) }
    self.init(role: role, acts: acts, windows: windows)
  }

  /// The lists after `:scene=` and `:tag=`, and that in front of them.
  private static func lists(in text: Substring) -> (limits: [(kind: String, names: [String])], acts: [String]) {
    var rest = text
    var limits: [(kind: String, names: [String])] = []
    while let last = ["scene", "tag"].compactMap({ kind in
      rest.ranges(of: ":\(kind)=").last.map { (kind: kind, place: $0) }
    }).max(by: { $0.place.lowerBound < $1.place.lowerBound }) {
      limits.append((last.kind, rest[last.place.upperBound...].split(separator: ",").map(String.init)))
      rest = rest[..<last.place.lowerBound]
    }
    return (limits.reversed(), rest.split(separator: ",").map(String.init))
  }

  private static func check(_ act: String, in windows: WindowScope) throws(GrantError) {
    guard GrantError.acts.contains(where: { $0.hasSameScalars(as: act) }) else { throw .unknownAct(act) }
    guard !windows.isEverything, act != OperatorRights.look else { return }
    // A window that is to be opened has no tags yet.
    if act == "open", windows.tags.isEmpty { return }
    guard Act[act]?.scope == .windows else { throw .notOfWindows(act) }
  }
}

/// Why the text of a grant is refused.
package enum GrantError: Error, Equatable, CustomStringConvertible {
  case form
  case administrator
  case unknownAct(String)
  case notOfWindows(String)

  static let acts = [OperatorRights.look, OperatorRights.audit, OperatorRights.export] + Act.names

  package var description: String {
    switch self {
    case .form: "write ROLE=ACT,ACT, and for some windows only, ROLE=ACT,ACT:scene=SCENE,SCENE:tag=TAG,TAG."
    case .administrator: "the role \"admin\" may do everything already. Leave it out."
    case .unknownAct(let act): "there is no act \"\(act)\". There are \(Self.acts.joined(separator: ", "))."
    case .notOfWindows(let act):
      "\"\(act)\" can't be limited to the windows of a scene or with a tag. Give it in an --operator-role of its own."
    }
  }
}
