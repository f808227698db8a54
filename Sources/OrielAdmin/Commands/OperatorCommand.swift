import Oriel
import OrielDocument
import OrielHub

/// An operator's command as a value, the same for the console, the JSON API and the command line.
///
/// A new kind also needs a row of ``Act``, `OperatorCommand+Performing` and `openapi.json`.
package struct OperatorCommand: Sendable {
  package var kind: Kind
  /// The target; `nil` for the server.
  package var target: WindowTarget?
  /// The operator's own words, for the audit.
  package var reason: String
  /// This node's part of it; `nil` if it is done here alone.
  var part: Part?

  /// A node's part of an act on the windows of all nodes.
  struct Part {
    var share: NodeShare
    /// The id of the trigger that all of them send.
    var trigger: String
  }

  package init(_ kind: Kind, to target: WindowTarget? = nil, reason: String = "") {
    self.kind = kind
    self.target = target
    self.reason = reason
  }

  package enum Kind {
    // To windows
    case dismiss
    /// Brings back a window that was closed some minutes ago.
    case restore
    /// Allows parked targets to be tried again.
    case retry
    case focus
    case lock
    case unlock
    /// Navigates windows to an address or a destination.
    case land(LandingPlace, isForced: Bool)
    case send([SentAction], isForced: Bool)
    /// Gives a window to another user.
    case move(to: String)
    /// - Parameters:
    ///   - expires: Milliseconds; `nil` for the default.
    ///   - isSecret: Whether it is kept in memory only.
    case trigger(kind: String, payload: JSONObject, expires: Int?, isSecret: Bool)
    // To a user
    case open(scene: String, value: JSONValue?, url: String?)
    case signOut
    case ban
    case unban
    // To a tenant
    case tenant(TenantAct)
    // To the server
    case drain
    case set(Setting, JSONValue)
  }
}

/// The operator, and the route of the command.
package struct Operator: Sendable, Equatable {
  package var id: String
  package var way: AuditRecord.Way
  package var rights: OperatorRights

  package init(id: String, way: AuditRecord.Way, rights: OperatorRights = .all) {
    self.id = id
    self.way = way
    self.rights = rights
  }
}

extension OperatorCommand.Kind {
  /// The act's row in the table.
  var act: Act {
    switch self {
    case .dismiss: .dismiss
    case .restore: .restore
    case .retry: .retry
    case .focus: .focus
    case .lock: .lock
    case .unlock: .unlock
    case .land: .land
    case .send: .send
    case .move: .move
    case .trigger: .trigger
    case .open: .open
    case .signOut: .signOut
    case .ban: .ban
    case .unban: .unban
    case .tenant(.sleep): .sleep
    case .tenant(.close): .close
    case .tenant(.reopen): .reopen
    case .tenant(.rename): .rename
    case .tenant(.move): .moveTenant
    case .tenant(.skip): .skip
    case .tenant(.delete): .delete
    case .drain: .drain
    case .set: .set
    }
  }

  /// The name in the JSON API and the audit.
  package var name: String { act.name }

  /// Whether it can't be undone, so that the console asks first.
  package var isDestructive: Bool { act.isDestructive }

  /// Further details for the audit. Payloads, properties and the queries of addresses are omitted, because they may
  /// contain secrets.
  var detail: String {
    switch self {
    case .land(.address(let url), _): "\(url.withoutQuery)"
    case .land(.destination(let name, _, _), _): name
    case .send(let actions, _): actions.map(\.name).joined(separator: ", ")
    case .move(let user): "to \(user)"
    case .trigger(let kind, _, _, _): kind
    case .open(let scene, _, _): scene
    case .tenant(.rename(let name)): "to \(name.name)"
    case .tenant(.move(let node)): "to \(node)"
    case .tenant(.skip(let message)): message
    case .set(let setting, let value): "\(setting.rawValue) = \(value)"
    default: ""
    }
  }

  /// The description in a window's log, after *An operator*.
  var sentence: String {
    switch self {
    case .land, .send, .move, .trigger: "\(act.sentence) \(detail)"
    default: act.sentence
    }
  }
}

extension OperatorCommand {
  /// The longest reason, in scalars.
  static let longestReason = 500

  /// Checks whether the act is valid, before anything is looked up.
  package func check() throws(Problem) {
    guard reason.unicodeScalars.count <= Self.longestReason else { throw .longReason }
    let act = kind.act
    switch (act.scope, target) {
    case (.windows, .some), (.user, .user), (.tenant, .tenant), (.server, nil): break
    default: throw .wrongTarget(act: act.name, act.scope)
    }
    switch kind {
    case .restore: try checkOneWindow()
    case .move(let user): try checkMove(to: user)
    case .signOut, .ban, .unban: try checkUser()
    case .trigger(let kind, let payload, _, _): try TriggerKind.check(kind, payload)
    case .open(_, _, let url?) where !isPath(url): throw .foreignURL(url)
    case .set(let setting, let value): try setting.check(value)
    default: break
    }
  }
}

extension OperatorCommand {
  /// A destination that no scene of the target's windows lists is refused before anything is done.
  func checkDestinations(on hub: WindowHub) throws(Problem) {
    guard let target else { return }
    let asked: [String] =
      switch kind {
      case .land(.destination(let name, _, _), _): [name]
      case .send(let actions, _): actions.compactMap { if case .destination(let name, _) = $0 { name } else { nil } }
      default: []
      }
    guard !asked.isEmpty, let known = hub.destinationNames(of: target) else { return }
    for name in asked where !known.contains(name) { throw .unknownDestination(name, known: known) }
  }

  /// Refuses what the operator's roles don't allow.
  func checkRights(of who: Operator, on hub: WindowHub) async throws(Problem) {
    guard await isAllowed(by: who.rights, on: hub) else {
      throw .notAllowed(kind.name, in: who.rights.windows(for: kind.name))
    }
  }

  private func isAllowed(by rights: OperatorRights, on hub: WindowHub) async -> Bool {
    let act = kind.act.name
    guard !rights.allow(act) else { return true }
    guard rights.allowSomewhere(act) else { return false }
    if case .open(let scene, _, _) = kind { return rights.allow(act, scene: scene, tags: []) }
    guard kind.act.scope == .windows, let target else { return false }
    // Those with a page may be on any hub, but for a scene or a tag it does not matter which.
    switch target.whole {
    case .window(let id) where target == .window(id): return await hub.allows(act, in: id, to: rights)
    case .scene(let scene): return rights.allow(act, scene: scene, tags: [])
    case .tag(let tag):
      return rights.windows(for: act).contains { $0.scenes.isEmpty && $0.contains(scene: "", tags: [tag]) }
    case .window, .user, .tenant, .everyone, .attached: return false
    }
  }

  private func checkOneWindow() throws(Problem) {
    guard case .window = target else { throw .notOneWindow(act: kind.name) }
  }

  /// One window at a time has another owner.
  private func checkMove(to user: String) throws(Problem) {
    try checkOneWindow()
    guard 1...64 ~= user.unicodeScalars.count else {
      throw .wrongType(member: "to", expected: "a string of 1 to 64 characters")
    }
  }

  /// Any valid id may be that of a user who has never been here.
  private func checkUser() throws(Problem) {
    guard case .user(let user) = target, 1...64 ~= user.unicodeScalars.count else {
      throw .wrongType(member: "target.user", expected: "a string of 1 to 64 characters")
    }
  }
}

/// Whether the URL is a path on this server, because one of its pages opens it. `//host` would be another server.
private func isPath(_ url: String) -> Bool {
  SafeURL.isAllowed(url) && url.utf8.first == UInt8(ascii: "/") && url.utf8.dropFirst().first != UInt8(ascii: "/")
}
