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

  static let all: [Act] = [
    Act("dismiss", of: .windows, isDestructive: true, told: "dismissed the window") { _ in .dismiss },
    Act("restore", of: .windows, told: "reopened the window") { _ in .restore },
    Act("retry", of: .windows) { _ in .retry },
    Act("focus", of: .windows, told: "brought the window to the front") { _ in .focus },
    Act("lock", of: .windows, told: "locked the window") { _ in .lock },
    Act("unlock", of: .windows, told: "unlocked the window") { _ in .unlock },
    Act(
      "land", of: .windows, needs: ["url", "destination", "force"], told: "navigated the window to",
      OperatorCommand.Kind.landing),
    Act("send", of: .windows, needs: ["actions", "force"], told: "sent", OperatorCommand.Kind.sending),
    Act(
      "move", of: .windows, needs: ["to"], isDestructive: true, told: "moved the window", OperatorCommand.Kind.moving),
    Act(
      "trigger", of: .windows, needs: ["kind", "payload", "expires", "secret"], told: "sent the trigger",
      OperatorCommand.Kind.triggering),
    Act("open", of: .user, needs: ["scene", "value", "url"], told: "opened the window", OperatorCommand.Kind.opening),
    Act("signOut", of: .user, isDestructive: true) { _ in .signOut },
    Act("ban", of: .user, isDestructive: true) { _ in .ban },
    Act("unban", of: .user) { _ in .unban },
    Act("sleep", of: .tenant) { _ in .tenant(.sleep) },
    Act("close", of: .tenant, isDestructive: true) { _ in .tenant(.close) },
    Act("reopen", of: .tenant) { _ in .tenant(.reopen) },
    Act("rename", of: .tenant, needs: ["name"], isDestructive: true, OperatorCommand.Kind.renaming),
    Act("moveTenant", of: .tenant, needs: ["node"], OperatorCommand.Kind.movingTenant),
    Act("skip", of: .tenant, needs: ["message"], isDestructive: true, OperatorCommand.Kind.skipping),
    Act("delete", of: .tenant, isDestructive: true) { _ in .tenant(.delete) },
    Act("drain", of: .server, isDestructive: true) { _ in .drain },
    Act("set", of: .server, needs: ["setting", "value"], OperatorCommand.Kind.setting),
  ]

  static let names: [String] = all.map(\.name)

  static subscript(name: String) -> Act? { all.first { $0.name.hasSameScalars(as: name) } }
}
