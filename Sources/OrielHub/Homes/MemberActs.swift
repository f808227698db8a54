import Oriel
import OrielDocument

/// Does acts on windows of a tenant that its models and objects ask for. They are part of the turn; where the window or the
/// member isn't in memory, the act itself is saved with the turn, and done in a turn of its own.
final class MemberActs: WindowActing {
  unowned let hub: WindowHub
  /// Those that this turn has asked for.
  private var requested = RequestedActs()

  init(of hub: WindowHub) { self.hub = hub }

  /// Whether this turn has asked for none.
  var isEmpty: Bool { requested.isEmpty }

  package func request(_ act: WindowAct, in tenant: Tenant) -> CommandResult {
    if let reason = reasonAgainst(act, in: tenant) { return .notExecutable(reason) }
    hub.handlers.repeatable?.changes("windows")
    let environment = TurnContext.current?.environment
    var act = act
    // Its own user has asked for it.
    if case .land(let id, let path, _) = act, id == environment?.window {
      act = .land(id, at: path, interruptsTyping: true)
    }
    var asked = RequestedAct(act, in: tenant, by: environment?.user.id ?? "", at: hub.wallTime)
    asked.network = environment.flatMap { hub.windows[$0.window]?.page?.network }
    requested.add(asked)
    return .executed
  }

  /// The reason why it can't be done, as far as memory knows.
  private func reasonAgainst(_ act: WindowAct, in tenant: Tenant) -> NotExecutableReason? {
    switch act {
    case .open(let request, let user):
      guard let scene = hub.scenes[request.scene], !scene.isConsole, hub.mayHave(scene, User(id: user, tenant: tenant))
      else {
        return .unknownScene(request.scene)
      }
      return scene.accepts(request.value) ? nil : .wrongSceneValue(request.scene)
    case .dismiss(let id): return isKnown(id, in: tenant) ? nil : .unknownWindow
    case .trigger(let trigger, let id):
      let isReached = isKnown(id, in: tenant) && (hub.windows[id] != nil || !trigger.isSecret)
      return isReached ? nil : .unknownWindow
    case .triggerAll: return nil
    case .land(let id, _, _):
      guard isKnown(id, in: tenant) else { return .unknownWindow }
      return hub.windows[id]?.graph.isLocked == true ? .locked : nil
    case .move(let id, let user, let other):
      guard isKnown(id, in: tenant) else { return .unknownWindow }
      let name = hub.windows[id]?.sceneID ?? hub.homes[tenant]?.windows.record(id)?.scene
      guard let scene = name.flatMap({ hub.scenes[$0] }) else { return nil }
      guard other == tenant || scene.tenancy.mayLead(User(id: user), to: other) else {
        return .noTenant
      }
      let owner = User(id: user, tenant: other)
      guard hub.mayHave(scene, owner) else { return .unknownScene(scene.id) }
      return ownsOther(id, in: tenant, owner) ? .windowExists : nil
    }
  }

  /// Whether a member has another window for the value of this one, and may have only one.
  private func ownsOther(_ id: WindowID, in tenant: Tenant, _ owner: User) -> Bool {
    let record = hub.homes[tenant]?.windows.record(id)
    guard let scene = hub.windows[id]?.scene ?? record.flatMap({ hub.scenes[$0.scene] }) else { return false }
    let only = hub.onlyWindow(of: scene, hub.windows[id]?.value ?? record?.value, for: owner)
    return only != nil && only != id
  }

  private func isKnown(_ id: WindowID, in tenant: Tenant) -> Bool {
    hub.windows[id].map { $0.user.account.tenant == tenant && !$0.isConsole }
      ?? hub.homes[tenant].map { $0.windows.mayHave(id) } ?? false
  }

  // MARK: With the turn

  /// Performs the acts that this turn has asked for. Acts that these cause are performed in the next round.
  func performRequested() {
    for asked in requested.drain() {
      switch perform(asked) {
      case .done: break
      case .refused(let reason): refused(asked, reason)
      case .notNow, .waitsForPause, .waitsForVisit, .isOf, .movesTo: keep(asked)
      }
    }
  }

  enum Outcome {
    case done
    /// The window or the member isn't in memory, or a `once` runs in the window.
    case notNow
    /// The window's user is typing; it is tried again after this time, in milliseconds.
    case waitsForPause(Int64)
    /// A user has to come first.
    case waitsForVisit
    case refused(String)
    /// Another tenant's hub does it: it is sent there as a message.
    case isOf(Tenant, RequestedAct)
    /// The window becomes that of a member of a tenant on another hub.
    case movesTo(User)

    static let windowExists = refused("the user has a window for its value already, and its scene allows one")
  }

  private func perform(_ asked: RequestedAct) -> Outcome {
    switch asked.kind {
    case .show(let id, _): return show(id)
    case .openElsewhere(let request, let other): return openInFetchedTenant(request, in: other, asked)
    case .findOwner(let id, let owner): return askForWindow(id, for: owner, asked)
    case .give(_, let owner): return .movesTo(owner)
    case .asked(.open(let request, let user)):
      guard let member = hub.users[User(id: user, tenant: asked.tenant)] else { return .notNow }
      return open(request, for: member, asked)
    case .asked(.dismiss(let id)):
      return act(on: id, asked) {
        let isOwn = $0.user.account.id.hasSameScalars(as: asked.by)
        hub.dismissLater($0, .closed(by: isOwn ? .user : .app))
      }
    case .asked(.trigger(let trigger, let id)):
      // What waits for its window is saved.
      if trigger.isSecret, hub.windows[id] == nil { return .refused("there is no such window in memory") }
      return act(on: id, asked, trigger.kind) { hub.send(trigger, to: [$0]) }
    case .asked(.triggerAll(let trigger, let scene, let user, let other)):
      sendToAll(trigger, scene: scene, of: user, except: other, asked)
      return .done
    case .asked(.land(let id, let path, let interruptsTyping)):
      if !interruptsTyping, let pause = typingPause(of: id, asked) { return .waitsForPause(pause) }
      return act(on: id, asked) { window in
        guard let url = WindowURL(path) else { return }
        window.opening = nil
        hub.recording(CrashJournalEntry(.render, of: id.rawValue)) {
          TurnContext.$current.withValue(window.turnContext) { _ = window.land(atWhole: url) }
        }
      }
    case .asked(.move(let id, let user, let tenant)):
      guard let window = hub.windows[id], window.held == nil, let member = hub.users[User(id: user, tenant: tenant)]
      else {
        return .notNow
      }
      guard window.user.account.tenant == asked.tenant else { return .refused("it has been moved already") }
      guard window.scene.opens(to: member.account.roles) else { return .refused("its scene requires another role") }
      guard !ownsOther(id, in: asked.tenant, member.account) else {
        return .windowExists
      }
      audit(asked, of: window.user.account, target: .window(id), "to \(user)")
      if window.user !== member { hub.move(window, to: member, asked) }
      return .done
    }
  }

  /// How long a window's user may still be in the middle of a word.
  private func typingPause(of id: WindowID, _ asked: RequestedAct) -> Int64? {
    guard let typedAt = hub.windows[id]?.typedAt, hub.wallTime < asked.time + hub.limits.longestTypingWait else {
      return nil
    }
    let pause = typedAt + hub.limits.typingPause - hub.scheduler.now
    return pause > 0 ? pause : nil
  }

  private func act(
    on id: WindowID, _ asked: RequestedAct, _ detail: String = "", _ body: (Window) -> Void
  ) -> Outcome {
    guard let window = hub.windows[id] else { return .notNow }
    guard window.user.account.tenant == asked.tenant else { return .refused("it has been moved") }
    audit(asked, of: window.user.account, target: .window(id), detail)
    body(window)
    return .done
  }

  private func sendToAll(
    _ trigger: EnvironmentTrigger, scene: String?, of user: String?, except excepted: String?, _ asked: RequestedAct
  ) {
    var windows = hub.windows(of: asked.tenant).filter {
      !$0.isConsole && scene?.hasSameScalars(as: $0.sceneID) ?? true
        && user?.hasSameScalars(as: $0.user.account.id) ?? true
        && excepted?.hasSameScalars(as: $0.user.account.id) != true
    }
    // A person is told once.
    if trigger.kind == "notify" { windows = inFront(windows) }
    if !windows.isEmpty { hub.send(trigger, to: windows) }
    guard let other = windows.first(where: { !$0.user.account.id.hasSameScalars(as: asked.by) }) else { return }
    let target = user.map(WindowTarget.user) ?? scene.map(WindowTarget.scene) ?? .tenant(asked.tenant)
    audit(asked, of: other.user.account, target: target, trigger.kind, windows: windows.count)
  }

  /// Of each user's windows, the one that they see or, without one, used last.
  private func inFront(_ windows: [Window]) -> [Window] {
    let place = { (window: Window) in
      (!window.isAttached ? 0 : !window.client.isVisible ? 1 : 2, window.lastUsedAt)
    }
    let front = Dictionary(windows.map { (ObjectIdentifier($0.user), $0) }) { place($0) > place($1) ? $0 : $1 }
    return windows.filter { front[ObjectIdentifier($0.user)] === $0 }
  }

  private func open(_ request: OpenRequest, for member: UserState, _ asked: RequestedAct) -> Outcome {
    let scene = request.scene
    guard let declaration = hub.scenes[scene], declaration.opens(to: member.account.roles),
      declaration.accepts(request.value)
    else { return .refused("the member may not open \"\(scene)\"") }
    let user = member.account
    if let id = hub.asleep(request, of: member) {
      audit(asked, of: user, target: .user(user.id), "\(scene) window:\(id)")
      showSoon(id, to: user, asked)
      return .done
    }
    let isUnseen = !user.id.hasSameScalars(as: asked.by)
    guard let window = hub.openWindow(request, for: user, opener: nil, network: asked.network, isUnseen: isUnseen)
    else { return .refused("a window of \"\(scene)\" can't be opened") }
    audit(asked, of: user, target: .user(user.id), "\(scene) window:\(window.id)")
    if !member.windows.contains(where: { $0.isAttached && !$0.isConsole }) { showSoon(window.id, to: user, asked) }
    return .done
  }

  private func show(_ id: WindowID) -> Outcome {
    guard let window = hub.windows[id] else { return .notNow }
    guard !window.isAttached else { return .done }
    guard let asked = window.user.windows.last(where: { $0.isAttached && !$0.isConsole })?.id else {
      return .waitsForVisit
    }
    hub.show(window, asking: asked)
    return .done
  }

  /// Acts of a member on their own windows are not recorded.
  func audit(
    _ asked: RequestedAct, of member: User, target: WindowTarget, _ detail: String = "", windows: Int = 1
  ) {
    guard !member.id.hasSameScalars(as: asked.by) else { return }
    guard hub.sweeper.admitsAct(of: asked.by) else {
      return hub.log(
        .warning, onceAMinute: "acts of \(asked.by)",
        """
        A member has acted on others' windows more than \(hub.limits.auditRecordsOfMember) times within an hour: further acts \
        are not in the audit
        """, ["user": "\(asked.by)"])
    }
    hub.record(AuditRecord(who: asked.by, way: .app, act: asked.name, detail: detail, windows: windows), on: target)
  }

  // MARK: A moment later

  /// Saves an act with the turn.
  func keep(_ asked: RequestedAct) {
    guard let home = hub.homes[asked.tenant] else { return }
    let pending = PendingActs.Pending(id: hub.secretID("k-"), act: asked, due: asked.time)
    let bytes = home.acts.bytes + pending.bytes
    guard home.acts.count < hub.limits.scheduledMessages, bytes <= hub.limits.scheduledBytes else {
      return refused(asked, "\(home.acts.count) others of the tenant wait, and have \(home.acts.bytes) bytes")
    }
    record(pending, of: home)
    home.acts.add(pending)
    doPendingSoon(of: home)
  }

  private func record(_ pending: PendingActs.Pending, isDone: Bool = false, of home: Home) {
    guard home.isStored else { return }
    hub.writer.record(\.timers, StoredTimer(pending.id, isDone ? nil : pending.act, of: home.tenant, due: pending.due))
  }

  /// Wakes a window, once the turn is over, and asks a page of its user to show it.
  func showSoon(_ id: WindowID, to user: User, _ asked: RequestedAct) {
    keep(asked.shows(id, to: user))
  }

  /// Takes the acts that are left from before a restart, or from before the tenant slept.
  func restore(_ timers: [StoredTimer], of home: Home) {
    for timer in timers where timer.isAct {
      if let asked = RequestedAct(timer) {
        home.acts.add(PendingActs.Pending(id: timer.id, act: asked, due: timer.due))
      } else {
        hub.logger.error("A saved act on windows can't be read, and is not done")
        hub.writer.record(\.timers, StoredTimer(timer.id, nil, of: home.tenant, due: 0))
      }
    }
  }

  func doPendingSoon(of home: Home) { hub.soon { [hub] in hub.acts.doPending(of: home) } }

  /// Acts whose user has not come in time are not done.
  func giveUpOld(of home: Home) {
    if home.acts.giveUpOld(askedBefore: hub.wallTime - hub.limits.finishAfter) { doPendingSoon(of: home) }
  }

  private func doPending(of home: Home) {
    guard hub.homes[home.tenant] === home else { return }
    guard let pending = home.acts.popNext() else { return hub.unloadIfUnused(home) }
    guard hub.wallTime - pending.act.time <= hub.limits.finishAfter else {
      return performPending(pending, .refused("its user did not come in time"), of: home)
    }
    fetch(pending.act) { [hub] in hub.acts.performPending(pending, $0, of: home) }
  }

  /// Performs an act, unless its outcome is known already, and deletes it in the same turn.
  private func performPending(_ pending: PendingActs.Pending, _ known: Outcome?, of home: Home) {
    // It is done when the tenant is loaded again.
    guard hub.homes[home.tenant] === home else { return }
    let turn = CrashJournalEntry(of: pending, in: home)
    let isFatal = hub.quarantine.hasCrashed(turn.event, of: ScalarKey(turn.instance))
    hub.asOneTurn(turn) {
      var outcome = isFatal ? .refused("it crashed the process") : known ?? perform(pending.act)
      if case .movesTo(let owner) = outcome { outcome = move(pending.act, toOtherHubOf: owner, from: home) }
      if case .notNow = outcome, pending.attempts >= hub.limits.actAttempts {
        outcome = .refused("it could not be done in \(hub.limits.actAttempts) attempts")
      }
      var pending = pending
      switch outcome {
      case .done, .refused:
        home.acts.finished(pending)
        record(pending, isDone: true, of: home)
        if case .refused(let reason) = outcome, !pending.act.isShow { refused(pending.act, reason) }
      case .waitsForVisit:
        let due = pending.act.time + hub.limits.finishAfter
        if pending.due != due {
          pending.due = due
          record(pending, of: home)
        }
        home.acts.waits(pending, for: pending.act.visitor)
      case .notNow, .movesTo:
        home.acts.rests()
        again(pending, of: home)
      case .waitsForPause(let pause):
        home.acts.rests()
        retry(pending, of: home, after: pause)
      case .isOf(let tenant, let asked):
        home.acts.finished(pending)
        record(pending, isDone: true, of: home)
        handOver(asked, to: tenant, from: home)
      }
    }
    doPendingSoon(of: home)
  }

  /// Tries an act again after 1, 2, 4 … 60 s.
  private func again(_ pending: PendingActs.Pending, of home: Home) {
    var pending = pending
    pending.attempts += 1
    retry(pending, of: home, after: min(60_000, 500 << min(pending.attempts, 7)))
  }

  private func retry(_ pending: PendingActs.Pending, of home: Home, after delay: Int64) {
    _ = hub.scheduler.schedule(after: delay) { [weak hub, weak home] in
      guard let hub, let home else { return }
      home.acts.rested(pending)
      hub.acts.doPendingSoon(of: home)
    }
  }

  func refused(_ asked: RequestedAct, _ reason: String) {
    hub.log(
      .notice, onceAMinute: "act \(asked.name) \(asked.tenant)",
      "The act \"\(asked.name)\" on a window was not done: \(reason)")
    // Like acts that were done: one member must not drive out the records of all others.
    guard hub.sweeper.admitsAct(of: asked.by) else { return }
    var failed = AuditRecord(who: asked.by, way: .app, act: asked.name, outcome: .failed, windows: 0)
    let target: WindowTarget
    switch asked.kind {
    case .asked(.open(let request, let user)): (target, failed.detail) = (.user(user), request.scene)
    case .openElsewhere(let request, _): (target, failed.detail) = (.user(asked.by), request.scene)
    case .asked(.dismiss(let id)), .asked(.land(let id, _, _)), .asked(.move(let id, _, _)),
      .asked(.trigger(_, let id)), .show(let id, _), .findOwner(let id, _), .give(let id, _):
      target = .window(id)
    case .asked(.triggerAll): target = .tenant(asked.tenant)
    }
    hub.record(failed, on: target)
  }

  /// Brings what the act needs into memory, for as long as `then` runs.
  ///
  /// - Parameter then: Called once, with an outcome if nothing can be done.
  private func fetch(_ asked: RequestedAct, then: @escaping (Outcome?) -> Void) {
    switch asked.kind {
    case .openElsewhere(let request, let other): fetch(request, in: other, asked, then)
    case .asked(.open(_, let user)):
      hub.withKnownMember(user, of: asked.tenant) { then($0.outcome) }
    case .show(let id, _), .give(let id, _), .asked(.dismiss(let id)), .asked(.land(let id, _, _)),
      .asked(.trigger(_, let id)):
      fetch(id, asked, then)
    case .asked(.triggerAll): then(nil)
    case .findOwner(_, let owner):
      guard let scene = hub.scenes[owner.scene] else { return then(.refused("there is no such scene")) }
      hub.withMember(owner.user, of: asked.tenant, in: scene) { then($0.outcome) }
    case .asked(.move(let id, let user, let tenant)):
      fetch(id, asked) { [hub] outcome in
        if let outcome { return then(outcome) }
        hub.withHome(tenant) { [hub] found in
          switch found {
          case .home, .elsewhere(.node): break
          case .unavailable, .undecodable: return then(.notNow)
          case .unknown, .closed, .parked: return then(.refused("there is no such tenant"))
          case .elsewhere(.hub): return hub.acts.fetchElsewhere(id, user, of: tenant, asked, then)
          }
          guard let window = hub.windows[id] else { return then(.notNow) }
          if case .elsewhere(.node) = found {
            return then(asked.findsOwner(of: window, user, of: tenant))
          }
          hub.withMember(user, of: tenant, in: window.scene) { then($0.outcome) }
        }
      }
    }
  }

  private func fetch(_ id: WindowID, _ asked: RequestedAct, _ then: @escaping (Outcome?) -> Void) {
    hub.lookUp(id) { [hub] found in
      switch found {
      case .found: then(nil)
      case .gone, .closed: then(.refused("there is no such window"))
      case .unreadable, .elsewhere: then(.notNow)
      case .parked:
        guard case .asked(.dismiss) = asked.kind else { return then(.refused("the window is parked")) }
        hub.deleteParked(id)
        then(.done)
      }
    }
  }
}

extension FoundMember {
  /// The outcome of an act that needs the member, if it can't be done.
  var outcome: MemberActs.Outcome? {
    switch self {
    case .member: nil
    case .unknown: .waitsForVisit
    case .noAccess: .refused("the tenant does not admit the user")
    case .unavailable: .notNow
    }
  }
}

extension CrashJournalEntry {
  fileprivate init(of pending: PendingActs.Pending, in home: Home) {
    let subject = Parked.Subject.shortened("act \(home.tenant) \(pending.id)")
    self.init(.act, of: subject, instance: subject, event: 1)
    name = pending.act.name
  }
}
