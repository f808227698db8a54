import OrielHub

extension OperatorGrant {
  /// Reads `ROLE=ACT,ACT`, with `:scene=SCENE,SCENE` and `:tag=TAG,TAG` for some windows only.
  package init(parsing text: String) throws(GrantError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw .form }
    let role = String(parts[0])
    guard !role.hasSameScalars(as: OperatorRoles.administrator) else { throw .administrator }
    let fields = parts[1].split(separator: ":", omittingEmptySubsequences: false)
    var windows = WindowScope()
    for field in fields.dropFirst() {
      let sides = field.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { throw .form }
      let names = sides[1].split(separator: ",").map(String.init)
      switch (sides[0], names.isEmpty) {
      case ("scene", false): windows.scenes += names
      case ("tag", false): windows.tags += names
      default: throw .form
      }
    }
    let acts = fields[0].split(separator: ",").map(String.init)
    guard !acts.isEmpty else { throw .form }
    for act in acts { try Self.check(act, in: windows) }
    self.init(role: role, acts: acts, windows: windows)
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
