import Oriel
import OrielDocument
import OrielHub

// A console only looks until it is switched to acting. What it does then is done by the same acts as everywhere else.

extension NavigationModel {
  /// The console this screen is part of.
  var console: ConsoleModel? { root as? ConsoleModel }

  /// Whether it was switched from looking to acting.
  var isActing: Bool { console?.isActing ?? false }
}

/// Says whether the console acts, where something can be done.
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

extension Lookout {
  /// Does something in an operator's name; `then` is called once.
  func perform(_ act: Act, as user: User, then: @escaping (Result<ActResult, Problem>) -> Void) {
    nonisolated(unsafe) let then = then
    onHub { hub in act.perform(on: hub, as: Operator(id: user.id, way: .console), then: then) }
  }

  /// What it would reach; nothing is touched.
  func reach(_ act: Act, then: @escaping (Result<Reach, Problem>) -> Void) {
    nonisolated(unsafe) let then = then
    onHub { hub in act.reach(on: hub, then: then) }
  }

  func audit(_ query: AuditQuery, then: @escaping (Result<[AuditRecord], any Error>) -> Void) {
    nonisolated(unsafe) let then = then
    onHub { hub in hub.audit(query, then: then) }
  }

  /// What became of a trigger so far, and how often. Who reads it is told anew once a second.
  func outcomes(of trigger: String) -> [(status: TriggerStatus, count: Int)] {
    _ = pulse
    let outcomes = onHub { hub in hub.trigger(trigger)?.outcomes ?? [] }
    let counts = outcomes.reduce(into: [:] as [TriggerStatus: Int]) { $0[$1.status, default: 0] += 1 }
    return TriggerStatus.allCases.compactMap { status in counts[status].map { (status, $0) } }
  }

  /// Who reads it is told anew once a second.
  func isBanned(_ user: String) -> Bool {
    _ = pulse
    return onHub { $0.access[user].bannedAt != nil }
  }

  func value(of setting: Setting) -> JSONValue {
    _ = pulse
    return onHub { hub in setting.value(hub) }
  }
}
