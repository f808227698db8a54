import OrielHub

/// An act of operators: its name, its targets and its members. The JSON API, its description, the command line, the
/// console and the audit use the same names.
package struct Act: Sendable {
  package enum Scope { case windows, user, tenant, server }

  let name: String
  let scope: Scope
  /// The members of a request beside `act`, `target` and `reason`.
  let members: [String]
  /// Whether it can't be undone, so that the console asks first.
  let isDestructive: Bool
  /// In a window's log, after *An operator* and before the detail.
  let sentence: String
  /// Reads the members.
  let kind: @Sendable (Members) throws(Problem) -> OperatorCommand.Kind

  private init(
    _ name: String, of scope: Scope, needs members: [String] = [],
    isDestructive: Bool = false, told sentence: String? = nil,
    _ kind: @escaping @Sendable (Members) throws(Problem) -> OperatorCommand.Kind
  ) {
    self.name = name
    self.scope = scope
    self.members = members
    self.isDestructive = isDestructive
    self.sentence = sentence ?? "did \(name)"
    self.kind = kind
  }

  static let dismiss = Act("dismiss", of: .windows, isDestructive: true, told: "dismissed the window") { _ in .dismiss }
  static let restore = Act("restore", of: .windows, told: "reopened the window") { _ in .restore }
  static let retry = Act("retry", of: .windows) { _ in .retry }
  static let focus = Act("focus", of: .windows, told: "brought the window to the front") { _ in .focus }
  static let lock = Act("lock", of: .windows, told: "locked the window") { _ in .lock }
  static let unlock = Act("unlock", of: .windows, told: "unlocked the window") { _ in .unlock }
  static let land = Act(
    "land", of: .windows, needs: ["url", "destination", "force"], told: "navigated the window to",
    OperatorCommand.Kind.landing)
  static let send = Act("send", of: .windows, needs: ["actions", "force"], told: "sent", OperatorCommand.Kind.sending)
  static let move = Act(
    "move", of: .windows, needs: ["to"], isDestructive: true, told: "moved the window", OperatorCommand.Kind.moving)
  static let trigger = Act(
    "trigger", of: .windows, needs: ["kind", "payload", "expires", "secret"], told: "sent the trigger",
    OperatorCommand.Kind.triggering)
  static let open = Act(
    "open", of: .user, needs: ["scene", "value", "url"], told: "opened the window", OperatorCommand.Kind.opening)
  static let signOut = Act("signOut", of: .user, isDestructive: true) { _ in .signOut }
  static let ban = Act("ban", of: .user, isDestructive: true) { _ in .ban }
  static let unban = Act("unban", of: .user) { _ in .unban }
  static let sleep = Act("sleep", of: .tenant) { _ in .tenant(.sleep) }
  static let close = Act("close", of: .tenant, isDestructive: true) { _ in .tenant(.close) }
  static let reopen = Act("reopen", of: .tenant) { _ in .tenant(.reopen) }
  static let rename = Act("rename", of: .tenant, needs: ["name"], isDestructive: true, OperatorCommand.Kind.renaming)
  static let moveTenant = Act("moveTenant", of: .tenant, needs: ["node"], OperatorCommand.Kind.movingTenant)
  static let skip = Act("skip", of: .tenant, needs: ["message"], isDestructive: true, OperatorCommand.Kind.skipping)
  static let delete = Act("delete", of: .tenant, isDestructive: true) { _ in .tenant(.delete) }
  static let drain = Act("drain", of: .server, isDestructive: true) { _ in .drain }
  static let set = Act("set", of: .server, needs: ["setting", "value"], OperatorCommand.Kind.setting)

  static let all = [
    dismiss, restore, retry, focus, lock, unlock, land, send, move, trigger, open, signOut, ban, unban, sleep, close,
    reopen, rename, moveTenant, skip, delete, drain, set,
  ]

  static let names: [String] = all.map(\.name)

  static subscript(name: String) -> Act? { all.first { $0.name.hasSameScalars(as: name) } }
}

extension OperatorRights {
  /// Whether the act is allowed everywhere.
  func allow(_ act: Act) -> Bool { allow(act.name) }

  /// Whether the act is allowed in a window.
  func allow(_ act: Act, in row: WindowRow) -> Bool { allow(act.name, in: row) }

  /// Whether the act is allowed in the windows of a scene that have these tags.
  func allow(_ act: Act, scene: String, tags: [String]) -> Bool { allow(act.name, scene: scene, tags: tags) }

  /// Whether the act is allowed anywhere.
  func allowSomewhere(_ act: Act) -> Bool { allowSomewhere(act.name) }
}
