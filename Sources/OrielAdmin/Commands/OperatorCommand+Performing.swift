import Oriel
import OrielDocument
import OrielHub

/// The result of an act.
package struct OperatorCommandResult: Sendable, Equatable {
  /// The number of windows that it reached.
  package var windows = 0
  /// Why it could not be done in other windows.
  package var failures: [OperatorCommandFailure] = []
  /// The target window after the act, if there was only one.
  package var window: WindowSummary?
  /// The id of the trigger that was sent.
  package var trigger: String?
}

extension OperatorCommandResult {
  /// In how many windows it could not be done.
  package var failed: Int { failures.reduce(0) { $0 + $1.windows } }
}

/// Why an act could not be done in some of its windows.
package struct OperatorCommandFailure: Sendable, Equatable {
  package var reason: String
  /// In how many windows.
  package var windows: Int
  /// The first of these.
  package var first: [WindowID]
}

extension OperatorCommandResult {
  /// The result of an act on several hubs.
  static func sum(_ results: [OperatorCommandResult]) -> OperatorCommandResult {
    let count = FailureCount()
    for failure in results.flatMap(\.failures) { count.add(failure) }
    return OperatorCommandResult(windows: results.reduce(0) { $0 + $1.windows }, failures: count.failures)
  }
}

/// Counts the windows in which an act could not be done, by reason. Used on the hub only.
private final class FailureCount {
  /// Reasons, and windows named for each.
  private static let limit = 10
  private(set) var failures: [OperatorCommandFailure] = []

  func add(_ problem: Problem, in window: WindowID) {
    add(OperatorCommandFailure(reason: problem.reason, windows: 1, first: [window]))
  }

  func add(_ more: OperatorCommandFailure) {
    var more = more
    if failures.count == Self.limit, !failures.contains(where: { $0.reason == more.reason }) {
      more.reason = "Other reasons."
    }
    guard let index = failures.firstIndex(where: { $0.reason == more.reason }) else { return failures.append(more) }
    failures[index].windows += more.windows
    failures[index].first.append(contentsOf: more.first.prefix(Self.limit - failures[index].first.count))
  }
}

extension OperatorCommand {
  package typealias Answer = (Result<OperatorCommandResult, Problem>) -> Void

  /// Reports what it would reach, without changing anything. `then` is called once.
  package func reach(on hub: WindowHub, then: @escaping (Result<Reach, Problem>) -> Void) {
    findHub(from: hub) { place in
      hub.on(hub: place, { hub, answer in reachHere(hub, then: answer) }, then: then)
    }
  }

  private func reachHere(_ hub: WindowHub, then: @escaping (Result<Reach, Problem>) -> Void) {
    do throws(Problem) {
      try check()
      try checkDestinations(on: hub)
      guard let target else { return then(.success(Reach(windows: 0, first: []))) }
      if case .retry = kind {
        return hub.findParked(target) { parked in
          then(.success(Reach(windows: parked.count, first: parked.compactMap(WindowSummary.init))))
        }
      }
      if case .restore = kind, case .window(let id) = target {
        return hub.findClosed(id) { closed in
          then(closed.map { .success(Reach(windows: 1, first: [$0])) } ?? .failure(.notClosed(id.rawValue)))
        }
      }
      hub.reach(target) { reach in
        then(reach.map(Result.success) ?? .failure(.unknownWindow(target.name)))
      }
    } catch {
      then(.failure(error))
    }
  }

  /// Performs it for the operator and records it in the audit. `then` is called once, when it is done.
  package func perform(
    on hub: WindowHub, as who: Operator, then: @escaping Answer
  ) {
    findHub(from: hub) { place in
      hub.on(hub: place, { hub, answer in performHere(hub, as: who, then: answer) }, then: then)
    }
  }

  private func findHub(from hub: WindowHub, then: @escaping (Int) -> Void) {
    switch (kind, target) {
    // Any hub may have parked it.
    case (.retry, _): then(hub.index)
    case (.open, .user(let user)): hub.findHub(ofUser: user, then: then)
    default: hub.findHub(of: target, then: then)
    }
  }

  private func performHere(_ hub: WindowHub, as who: Operator, then: @escaping Answer) {
    do throws(Problem) {
      try check()
      try checkDestinations(on: hub)
      switch kind {
      case .dismiss, .focus, .lock, .unlock, .land, .send: steer(hub, who, then)
      case .restore: restore(hub, who, then)
      case .move(let user): move(to: user, on: hub, as: who, then)
      case .retry: retry(hub, who, then)
      case .trigger: sendTrigger(hub, who, then)
      case .open(let scene, let value, let url): try open(scene: scene, value: value, url: url, on: hub, as: who, then)
      case .signOut, .ban, .unban: try changeAccess(hub, who, then)
      case .tenant(let act): change(act, hub, who, then)
      case .drain, .set: control(hub, who, then)
      }
    } catch {
      hub.record(record(of: who, .failed))
      then(.failure(error))
    }
  }

  private func record(
    of who: Operator, _ outcome: AuditRecord.Outcome = .performed, detail: String? = nil, windows: Int? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: who.id, way: who.way, act: kind.name, target: target?.description ?? "server", outcome: outcome,
      detail: detail ?? kind.detail, reason: reason, windows: windows)
  }

  private func note(in window: Window, _ who: Operator) {
    var details = ["act": kind.name, "operator": who.id]
    if !reason.isEmpty { details["reason"] = reason }
    window.note(.operated, "An operator \(kind.sentence)", details)
  }

  // MARK: Windows

  private func steer(_ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) {
    guard let target else { return }
    if case .window(let id) = target { return steer(id, on: hub, as: who, then) }
    hub.onAll({ hub, answer in hub.ids(of: target, then: answer) }) { ids in
      hub.acting(as: who.id) { hub.record(record(of: who, .begun, windows: ids.joined().count)) }
      hub.onAll({ hub, answer in steer(ids[hub.index], on: hub, as: who, then: answer) }) { results in
        let result = OperatorCommandResult.sum(results)
        hub.record(record(of: who, result.failures.isEmpty ? .performed : .failed, windows: result.windows))
        then(.success(result))
      }
    }
  }

  private func steer(
    _ ids: [WindowID], on hub: WindowHub, as who: Operator, then: @escaping (OperatorCommandResult) -> Void
  ) {
    let count = FailureCount()
    let steer = { (id: WindowID, found: FoundWindow) -> Bool in
      let fault = problem(doing: id, found, hub, who)
      if let fault { count.add(fault, in: id) }
      return fault == nil
    }
    hub.steer(ids[...], as: who.id, steer) { done in
      then(OperatorCommandResult(windows: done, failures: count.failures))
    }
  }

  private func steer(_ id: WindowID, on hub: WindowHub, as who: Operator, _ then: @escaping Answer) {
    hub.find(id) { found in
      let fault = hub.acting(as: who.id) { () -> Problem? in
        // A dismissed window is gone afterwards.
        let tenant = hub.tenant(ofTarget: "\(WindowTarget.window(id))")
        let fault = problem(doing: id, found, hub, who)
        var record = record(of: who, fault == nil ? .performed : .failed, windows: fault == nil ? 1 : 0)
        record.tenant = tenant
        hub.record(record)
        return fault
      }
      if let fault { return then(.failure(fault)) }
      then(.success(OperatorCommandResult(windows: 1, window: hub.windows[id].map(hub.describe))))
    }
  }

  /// A parked window is unavailable, but can be dismissed.
  private func problem(
    doing id: WindowID, _ found: FoundWindow, _ hub: WindowHub, _ who: Operator
  ) -> Problem? {
    if let window = found.window { return problem(doing: window, hub, who) }
    guard case .dismiss = kind, case .parked = found else { return .absence(of: id, found) }
    hub.deleteParked(id)
    return nil
  }

  private func restore(_ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) {
    guard case .window(let id) = target else { return }
    hub.findClosed(id) { closed in
      guard let closed else {
        hub.record(record(of: who, .failed, windows: 0))
        return then(.failure(.notClosed(id.rawValue)))
      }
      hub.reopen(id) { found in
        found.window.map { note(in: $0, who) }
        var record = record(of: who, found.window == nil ? .failed : .performed, windows: found.window == nil ? 0 : 1)
        record.tenant = closed.tenant
        hub.record(record)
        guard let window = found.window else { return then(.failure(.absence(of: id, found))) }
        then(.success(OperatorCommandResult(windows: 1, window: hub.describe(window))))
      }
    }
  }

  private func move(to user: String, on hub: WindowHub, as who: Operator, _ then: @escaping Answer) {
    guard case .window(let id) = target else { return }
    let fail = { (problem: Problem) in
      hub.record(record(of: who, .failed, windows: 0))
      then(.failure(problem))
    }
    hub.find(id) { found in
      guard let window = found.window else { return fail(.absence(of: id, found)) }
      note(in: window, who)
      hub.move(window, to: user, recorded: record(of: who, windows: 1)) { refusal in
        if let refusal { return fail(.noNewOwner(user, refusal)) }
        then(.success(OperatorCommandResult(windows: 1)))
      }
    }
  }

  private func retry(_ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) {
    guard let target else { return }
    hub.retryOnAllHubs(target) { count in
      hub.record(record(of: who, count > 0 ? .performed : .failed, windows: count))
      then(count > 0 ? .success(OperatorCommandResult(windows: count)) : .failure(.nothingParked(target.description)))
    }
  }

  /// Performs it in one window.
  ///
  /// - Returns: The reason why it failed there.
  private func problem(doing window: Window, _ hub: WindowHub, _ who: Operator) -> Problem? {
    switch kind {
    case .land(_, false), .send(_, false):
      if window.graph.isLocked { return .windowLocked(window.id.rawValue) }
    default: break
    }
    note(in: window, who)
    switch kind {
    case .dismiss: hub.dismiss(window.id)
    case .focus: hub.sendTrigger(kind: "focusWindow", payload: [:], to: .window(window.id))
    case .lock: hub.lock(window, true)
    case .unlock: hub.lock(window, false)
    case .land(let target, _): return Problem(hub.land(window, at: target), of: window, target)
    case .send(let sent, let isForced):
      do throws(Problem) {
        var actions: [NavigationAction] = []
        for each in sent { actions.append(try each.action(in: window)) }
        _ = hub.send(actions, to: window, isForced: isForced)
      } catch {
        return error
      }
    default: break
    }
    return nil
  }

  private func sendTrigger(_ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) {
    guard let target, case .trigger(let kind, _, _, _) = self.kind else { return }
    let id = hub.newTriggerID()
    let answer = { (windows: [Int?]) in
      guard let reached = windows.compactMap(\.self).first.map({ _ in windows.reduce(0) { $0 + ($1 ?? 0) } }) else {
        hub.record(record(of: who, .failed, windows: 0))
        return then(.failure(.unknownWindow(target.name)))
      }
      hub.record(record(of: who, detail: "\(kind) \(id)", windows: reached))
      then(.success(OperatorCommandResult(windows: reached, trigger: id)))
    }
    switch target {
    case .window, .tenant: sendTrigger(id, to: target, hub, who) { answer([$0]) }
    default: hub.onAll({ hub, answer in sendTrigger(id, to: target, hub, who, then: answer) }, then: answer)
    }
  }

  /// - Parameter then: Called once with the number of windows; with `nil` if there is no such window.
  private func sendTrigger(
    _ id: String, to target: WindowTarget, _ hub: WindowHub, _ who: Operator, then: @escaping (Int?) -> Void
  ) {
    guard case .trigger(let kind, let payload, let expires, let isSecret) = self.kind else { return }
    hub.sendTrigger(
      kind: kind, payload: .object(payload), to: target, expires: expires.map(Int64.init), isSecret: isSecret, id: id
    ) { sent in
      guard let sent else { return then(nil) }
      hub.acting(as: who.id) {
        for outcome in sent.outcomes { hub.windows[outcome.window].map { note(in: $0, who) } }
      }
      then(sent.outcomes.count)
    }
  }

  // MARK: Users

  private func open(
    scene: String, value: JSONValue?, url: String?, on hub: WindowHub, as who: Operator, _ then: @escaping Answer
  ) throws(Problem) {
    guard case .user(let user) = target else { return }
    let opened = hub.acting(as: who.id) { () -> Result<Window, OpenError> in
      do throws(OpenError) {
        let window = try hub.open(scene: scene, value: value, url: url, for: user)
        note(in: window, who)
        hub.record(record(of: who, detail: "\(scene) window:\(window.id)", windows: 1))
        return .success(window)
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .success(let window): then(.success(OperatorCommandResult(windows: 1, window: hub.describe(window))))
    case .failure(let error): throw Problem(error, user: user, scene: scene, hasValue: value != nil, hub: hub)
    }
  }

  private func changeAccess(_ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) throws(Problem) {
    guard case .user(let user) = target else { return }
    if case .ban = kind, user.hasSameScalars(as: who.id) { throw .banOfOneself }
    hub.attachedWindowsOnAllHubs(of: user) { windows in
      hub.acting(as: who.id) {
        switch kind {
        case .ban: hub.ban(user)
        case .unban: hub.unban(user)
        default: hub.signOut(user)
        }
        hub.record(record(of: who, windows: windows))
      }
      hub.onceAllHubsKnow {
        // It must not end with the process, so it is not done before it is stored.
        hub.onceKept {
          then(hub.storeFailure == nil ? .success(OperatorCommandResult(windows: windows)) : .failure(.notStored))
        }
      }
    }
  }

  // MARK: A tenant

  private func change(_ act: TenantAct, _ hub: WindowHub, _ who: Operator, _ then: @escaping Answer) {
    guard case .tenant(let tenant) = target else { return }
    hub.record(record(of: who, .begun))
    hub.act(act, on: tenant) { result in
      switch result {
      case .success(let windows):
        hub.record(record(of: who, windows: windows))
        then(.success(OperatorCommandResult(windows: windows)))
      case .failure(let refusal):
        hub.record(record(of: who, .failed))
        then(.failure(Problem(refusal, tenant)))
      }
    }
  }

  // MARK: The server

  private func control(
    _ hub: WindowHub, _ who: Operator, _ then: @escaping Answer
  ) {
    if case .set(let setting, let value) = kind {
      return hub.onAll({ hub, done in done(setting.set(value, hub)) }) { _ in
        hub.record(record(of: who))
        then(.success(OperatorCommandResult()))
      }
    }
    hub.record(record(of: who))
    // It is recorded before the server stops.
    if case .drain = kind { hub.onceKept { hub.controls.drain() } }
    then(.success(OperatorCommandResult()))
  }
}

extension WindowTarget {
  /// The name of the requested act, for a refusal.
  var name: String {
    switch self {
    case .window(let id): id.rawValue
    case .tenant(let tenant): tenant.name
    case .user(let name), .scene(let name), .tag(let name): name
    case .everyone: "all"
    case .attached(let target): target.name
    }
  }
}
