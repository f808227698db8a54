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
  /// Reports what it would reach, without changing anything.
  package func reach(on hub: WindowHub, as who: Operator) async throws(Problem) -> Reach {
    try await hub.on(hub: home(from: hub)) { hub in
      await Result { () async throws(Problem) in try await reachHere(hub, as: who) }
    }.get()
  }

  /// The window that it would reach, without a check of rights; `nil` if there is none.
  func window(on hub: WindowHub) async -> WindowSummary? {
    let found = await Result { () async throws(Problem) in try await reach(on: hub, as: Operator(id: "", way: .console))
    }
    // One in the memory of another node is in the store, too.
    if case .failure(.onOtherNode) = found, let target { return await hub.reach(target)?.first.first }
    return try? found.get().first.first
  }

  private func reachHere(_ hub: WindowHub, as who: Operator) async throws(Problem) -> Reach {
    try check()
    try await checkRights(of: who, on: hub)
    try checkDestinations(on: hub)
    guard let target else { return Reach(windows: 0, first: []) }
    if case .retry = kind {
      let parked = await hub.findParked(target)
      return Reach(windows: parked.count, first: parked.compactMap(WindowSummary.init))
    }
    if case .restore = kind, case .window(let id) = target {
      guard let closed = await hub.findClosed(id) else { throw .notClosed(id.rawValue) }
      return Reach(windows: 1, first: [closed])
    }
    if case .open = kind, !hub.knows(target.name) { throw .unknownUser(target.name) }
    if case .window(let id) = target, let node = await hub.otherNodeName(of: id) {
      throw .onOtherNode("The window", node: node)
    }
    guard let reach = await hub.reach(reached ?? target) else { throw .unknownWindow(target.name) }
    return reach
  }

  /// The windows that it affects: of an act on a user, those that the user has open.
  var reached: WindowTarget? {
    switch kind {
    case .open, .signOut, .ban, .unban: target.map { .attached($0) }
    default: target
    }
  }

  /// Performs it for the operator and records it in the audit. Returns when no crash can undo it, or the record that it was
  /// refused.
  package func perform(on hub: WindowHub, as who: Operator) async throws(Problem) -> OperatorCommandResult {
    let result = await hub.on(hub: home(from: hub)) { hub in
      await Result { () async throws(Problem) in try await performHere(hub, as: who) }
    }
    let isKept = await hub.onAll { hub in await hub.kept() }
    let done = try result.get()
    guard isKept.allSatisfy(\.self) else { throw .notStored }
    return done
  }

  /// The hub where it is done.
  private func home(from hub: WindowHub) async -> Int {
    switch (kind, target) {
    // Any hub may have parked it.
    case (.retry, _): hub.index
    case (.open, .user(let user)): await hub.findHub(ofUser: user)
    default: await hub.findHub(of: target)
    }
  }

  private func performHere(_ hub: WindowHub, as who: Operator) async throws(Problem) -> OperatorCommandResult {
    do throws(Problem) {
      try check()
      try await checkRights(of: who, on: hub)
      try checkDestinations(on: hub)
    } catch {
      audit(hub, who, error.status == .forbidden ? .forbidden : .failed)
      throw error
    }
    switch kind {
    case .dismiss, .focus, .lock, .unlock, .land, .send: return try await steer(hub, who)
    case .restore: return try await restore(hub, who)
    case .move(let user): return try await move(to: user, on: hub, as: who)
    case .retry: return try await retry(hub, who)
    case .trigger: return try await sendTrigger(hub, who)
    case .open(let scene, let value, let url): return try open(scene: scene, value: value, url: url, on: hub, as: who)
    case .signOut, .ban, .unban: return try await changeAccess(hub, who)
    case .tenant(let act): return try await change(act, hub, who)
    case .drain, .set: return await control(hub, who)
    }
  }

  private func record(
    of who: Operator, _ outcome: AuditRecord.Outcome, detail: String? = nil, windows: Int? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: who.id, way: who.way, act: kind.name, outcome: outcome, detail: detail ?? kind.detail, reason: reason,
      windows: windows)
  }

  private func audit(
    _ hub: WindowHub, _ who: Operator, _ outcome: AuditRecord.Outcome = .performed, detail: String? = nil,
    windows: Int? = nil, in tenant: Tenant? = nil
  ) {
    var record = record(of: who, outcome, detail: detail, windows: windows)
    record.tenant = tenant
    hub.record(record, on: target)
  }

  private func report(in window: Window, _ who: Operator) {
    var details = ["act": kind.name, "operator": who.id]
    if !reason.isEmpty { details["reason"] = reason }
    window.report(.operated, "An operator \(kind.sentence)", details)
  }

  // MARK: Windows

  private func steer(_ hub: WindowHub, _ who: Operator) async throws(Problem) -> OperatorCommandResult {
    guard let target else { return OperatorCommandResult() }
    if case .window(let id) = target { return try await steer(id, on: hub, as: who) }
    let ids = await hub.onAll { hub in await hub.ids(of: target, in: part?.share) }
    hub.acting(as: who.id) { audit(hub, who, .begun, windows: ids.joined().count) }
    let result = OperatorCommandResult.sum(await hub.onAll { hub in await steer(ids[hub.index], on: hub, as: who) })
    audit(hub, who, result.failures.isEmpty ? .performed : .failed, windows: result.windows)
    return result
  }

  private func steer(_ ids: [WindowID], on hub: WindowHub, as who: Operator) async -> OperatorCommandResult {
    let count = FailureCount()
    let steer = { (id: WindowID, found: FoundWindow) -> Bool in
      let fault = problem(doing: id, found, hub, who)
      if let fault { count.add(fault, in: id) }
      return fault == nil
    }
    let done = await hub.steer(ids, as: who.id, steer)
    return OperatorCommandResult(windows: done, failures: count.failures)
  }

  private func steer(
    _ id: WindowID, on hub: WindowHub, as who: Operator
  ) async throws(Problem) -> OperatorCommandResult {
    let found = await hub.find(id)
    let fault = hub.acting(as: who.id) { () -> Problem? in
      // A dismissed window is gone afterwards.
      let tenant = hub.tenant(of: .window(id))
      let fault = problem(doing: id, found, hub, who)
      audit(hub, who, fault == nil ? .performed : .failed, windows: fault == nil ? 1 : 0, in: tenant)
      return fault
    }
    if let fault { throw fault }
    return OperatorCommandResult(windows: 1, window: hub.windows[id].map(hub.describe))
  }

  /// A parked window is unavailable, but can be dismissed.
  private func problem(
    doing id: WindowID, _ found: FoundWindow, _ hub: WindowHub, _ who: Operator
  ) -> Problem? {
    if let window = found.window { return problem(doing: window, hub, who) }
    guard case .dismiss = kind, case .parked = found else { return .absence(of: id, found, on: hub) }
    hub.deleteParked(id)
    return nil
  }

  private func restore(_ hub: WindowHub, _ who: Operator) async throws(Problem) -> OperatorCommandResult {
    guard case .window(let id) = target else { return OperatorCommandResult() }
    guard let closed = await hub.findClosed(id) else {
      audit(hub, who, .failed, windows: 0)
      throw .notClosed(id.rawValue)
    }
    var another: WindowID?
    let found = await hub.answer { then in
      hub.reopen(
        id,
        if: {
          another = hub.onlyWindow(like: $0)
          return another == nil
        }, then: then)
    }
    found.window.map { report(in: $0, who) }
    let isThere = found.window != nil
    audit(hub, who, isThere ? .performed : .failed, windows: isThere ? 1 : 0, in: closed.tenant)
    if let another { throw .windowExists(another.rawValue) }
    guard let window = found.window else { throw .absence(of: id, found, on: hub) }
    return OperatorCommandResult(windows: 1, window: hub.describe(window))
  }

  private func move(
    to user: String, on hub: WindowHub, as who: Operator
  ) async throws(Problem) -> OperatorCommandResult {
    guard case .window(let id) = target else { return OperatorCommandResult() }
    let found = await hub.find(id)
    var problem: Problem?
    if let window = found.window {
      report(in: window, who)
      let refusal = await hub.answer {
        hub.move(window, to: user, recorded: record(of: who, .performed, windows: 1), then: $0)
      }
      problem = refusal.map { .noNewOwner(user, $0) }
    } else {
      problem = .absence(of: id, found, on: hub)
    }
    if let problem {
      audit(hub, who, .failed, windows: 0)
      throw problem
    }
    return OperatorCommandResult(windows: 1)
  }

  private func retry(_ hub: WindowHub, _ who: Operator) async throws(Problem) -> OperatorCommandResult {
    guard let target else { return OperatorCommandResult() }
    let count = await hub.retryOnAllHubs(target)
    audit(hub, who, count > 0 ? .performed : .failed, windows: count)
    guard count > 0 else { throw .nothingParked(target.description) }
    return OperatorCommandResult(windows: count)
  }

  /// Performs it in one window.
  ///
  /// - Returns: The reason why it failed there.
  private func problem(doing window: Window, _ hub: WindowHub, _ who: Operator) -> Problem? {
    guard who.rights.allow(kind.name, in: window) else {
      return .notAllowed(kind.name, in: who.rights.windows(for: kind.name))
    }
    switch kind {
    case .land(_, false), .send(_, false):
      if window.graph.isLocked { return .windowLocked(window.id.rawValue) }
    default: break
    }
    report(in: window, who)
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

  private func sendTrigger(_ hub: WindowHub, _ who: Operator) async throws(Problem) -> OperatorCommandResult {
    guard let target, case .trigger(let kind, _, _, _) = self.kind else { return OperatorCommandResult() }
    let id = part?.trigger ?? hub.newTriggerID()
    let reached: [Int?] =
      switch target {
      case .window(let window): [try await sendTrigger(id, to: window, hub, who)]
      case .tenant: [await sendTrigger(id, to: target, hub, who)]
      default: await hub.onAll { hub in await sendTrigger(id, to: target, hub, who) }
      }
    guard reached.contains(where: { $0 != nil }) else {
      audit(hub, who, .failed, windows: 0)
      throw .unknownWindow(target.name)
    }
    let windows = reached.reduce(0) { $0 + ($1 ?? 0) }
    audit(hub, who, detail: "\(kind) \(id)", windows: windows)
    return OperatorCommandResult(windows: windows, trigger: id)
  }

  private func sendTrigger(
    _ id: String, to window: WindowID, _ hub: WindowHub, _ who: Operator
  ) async throws(Problem) -> Int? {
    if let count = await sendTrigger(id, to: .window(window), hub, who) { return count }
    audit(hub, who, .failed, windows: 0)
    throw .absence(of: window, await hub.find(window), on: hub)
  }

  /// - Returns: The number of windows; `nil` if there is no such window.
  private func sendTrigger(_ id: String, to target: WindowTarget, _ hub: WindowHub, _ who: Operator) async -> Int? {
    guard case .trigger(let kind, let payload, let expires, let isSecret) = self.kind else { return nil }
    let sent = await hub.sendTriggerWherever(
      kind: kind, payload: .object(payload), to: target, expires: expires.map(Int64.init), isSecret: isSecret,
      in: part?.share, id: id)
    guard let sent else { return nil }
    hub.acting(as: who.id) {
      for outcome in sent.outcomes { hub.windows[outcome.window].map { report(in: $0, who) } }
    }
    return sent.outcomes.count
  }

  // MARK: Users

  private func open(
    scene: String, value: JSONValue?, url: String?, on hub: WindowHub, as who: Operator
  ) throws(Problem) -> OperatorCommandResult {
    guard case .user(let user) = target else { return OperatorCommandResult() }
    let opened = hub.acting(as: who.id) { () -> Result<Window, OpenError> in
      do throws(OpenError) {
        let window = try hub.open(scene: scene, value: value, url: url, for: user)
        report(in: window, who)
        audit(hub, who, detail: "\(scene) window:\(window.id)", windows: 1)
        return .success(window)
      } catch {
        return .failure(error)
      }
    }
    switch opened {
    case .success(let window): return OperatorCommandResult(windows: 1, window: hub.describe(window))
    case .failure(let error):
      audit(hub, who, .failed)
      throw Problem(error, user: user, scene: scene, hasValue: value != nil, hub: hub)
    }
  }

  private func changeAccess(_ hub: WindowHub, _ who: Operator) async throws(Problem) -> OperatorCommandResult {
    guard case .user(let user) = target else { return OperatorCommandResult() }
    if case .ban = kind, user.hasSameScalars(as: who.id) {
      audit(hub, who, .failed)
      throw .banOfOneself
    }
    let windows = await hub.attachedWindowsOnAllHubs(of: user)
    hub.acting(as: who.id) {
      switch kind {
      case .ban: hub.access.ban(user)
      case .unban: hub.access.unban(user)
      default: hub.access.signOut(user)
      }
      audit(hub, who, windows: windows)
    }
    await hub.access.onceAllHubsKnow()
    return OperatorCommandResult(windows: windows)
  }

  // MARK: A tenant

  private func change(
    _ act: TenantAct, _ hub: WindowHub, _ who: Operator
  ) async throws(Problem) -> OperatorCommandResult {
    guard case .tenant(let tenant) = target else { return OperatorCommandResult() }
    audit(hub, who, .begun)
    do throws(TenantRefusal) {
      let windows = try await hub.act(act, on: tenant)
      audit(hub, who, windows: windows)
      return OperatorCommandResult(windows: windows)
    } catch {
      audit(hub, who, .failed)
      throw Problem(error, tenant)
    }
  }

  // MARK: The server

  private func control(_ hub: WindowHub, _ who: Operator) async -> OperatorCommandResult {
    if case .set(let setting, let value) = kind { _ = await hub.onAll { hub in setting.set(value, hub) } }
    audit(hub, who)
    // It is recorded before the server stops.
    if case .drain = kind { hub.onceKept { hub.controls.drain() } }
    return OperatorCommandResult()
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
