import Oriel
import OrielDocument
import OrielHub

// The console is read-only until it is switched to acting. It then uses the same acts as everything else.

extension NavigationModel {
  /// The console this screen is part of.
  var console: ConsoleModel? { root as? ConsoleModel }

  /// Whether the console may act.
  var isActing: Bool { console?.isActing ?? false }

  /// The operator's rights.
  var rights: OperatorRights { console?.ownRights ?? .none }

  /// Asks before an act that can't be undone.
  func isSure(_ title: String, _ message: String, _ button: String) async -> Bool {
    await ask(
      AlertState<Bool>(title, message: message) {
        ButtonState(button, role: .destructive, action: true)
        ButtonState("Cancel", role: .cancel, action: false)
      })
  }
}

/// A notice that says whether the console may act.
struct ActingNotice: View {
  let isActing: Bool

  var body: some View {
    if isActing {
      Text("Acting: your actions affect users.").bold().foregroundStyle(.danger).id("acting-notice")
    } else {
      Text("Read-only. Turn on “Act” in the menu to make changes.").foregroundStyle(.secondary).id("acting-notice")
    }
  }
}

extension HubMonitor {
  /// Asks the hub a question, and gives the answer to the model that has asked. `then` is called once.
  func answer<Answer>(
    _ question: nonisolated(nonsending) @escaping (WindowHub) async -> Answer, then: @escaping (Answer) -> Void
  ) {
    let hub = hub
    // Without a capture list: with one, Swift 6.3 runs the closure on another thread.
    hub.performNow { then(await question(hub)) }
  }

  /// Performs an act for an operator. `then` is called once.
  func perform(
    _ command: OperatorCommand, as user: User, then: @escaping (Result<OperatorCommandResult, Problem>) -> Void
  ) {
    let who = Operator(id: user.id, way: .console, rights: hub.operators.rights(of: user))
    answer(
      { hub in await Result { () async throws(Problem) in try await command.perform(on: hub, as: who) } }, then: then)
  }

  /// The outcomes of a trigger so far on this node, with counts. A `body` that reads them is updated once a second.
  func outcomes(of trigger: String) -> TriggerCounts { TriggerCounts(outcomesOnAllHubs(of: trigger).map(\.status)) }

  /// Whether a user is banned. A `body` that reads it is updated once a second.
  func isBanned(_ user: String) -> Bool {
    _ = ticks
    return hub.access[user].bannedAt != nil
  }

  func value(of setting: Setting) -> JSONValue {
    _ = ticks
    return setting.value(hub)
  }
}
