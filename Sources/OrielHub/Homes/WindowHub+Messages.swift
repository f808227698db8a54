import Oriel
import OrielDocument

// The messages that a tenant's objects schedule to themselves, and how these and posted ones are handled. Each is stored
// until the turn that handles it.

extension WindowHub {
  /// Handles the messages that are due, each as a turn of its own; later ones in their time.
  func handleMessages(of home: Home) {
    guard homes[home.tenant] === home else { return }
    home.holds += 1
    posts.read(for: home)
    var left = limits.messagesAtOnce
    var now = wallTime
    while left > 0 {
      if home.isStarted, let (message, lane) = home.inbox.lanes.next(atMost: limits.messagesInOnce) {
        if !handle(message, in: home, of: lane) { home.inbox.lanes.end(lane) }
      } else if let message = home.inbox.popNext(at: now, isStarted: home.isStarted) {
        _ = handle(message, in: home)
      } else {
        break
      }
      left -= 1
      now = wallTime
    }
    home.holds -= 1
    if left == 0 {
      handleMessages(of: home, after: 0)
    } else {
      posts.read(for: home)
      // Those that are due wait for their object. The time is that of the last look, so that none falls due unseen.
      if let next = home.inbox.agenda.first(after: now) { handleMessages(of: home, after: next.due - wallTime) }
    }
    unloadIfUnused(home)
  }

  /// - Parameter delay: In milliseconds. An earlier call stays.
  func handleMessages(of home: Home, after delay: Int64) {
    home.inbox.alarm.set(after: delay, on: scheduler) { [weak self, weak home] in
      guard let self, let home else { return }
      handleMessages(of: home)
      commitPending()
    }
  }

  /// - Parameter lane: The one in which it is the current message, if it has waited for others.
  /// - Returns: Whether it is handled or waits. If not, it is gone or put aside.
  private func handle(_ message: TenantMessage, in home: Home, of lane: MessageLanes.Lane? = nil) -> Bool {
    if case .post(let post) = message, post.isAct {
      acts.adopt(post, in: home)
      return true
    }
    guard let (object, context) = home.receiver(of: message.type) else {
      log(
        .error, onceAMinute: "no object \(home.tenant)",
        "A message to the tenant \"\(home.tenant)\" is gone: it has no object of the class \(message.type)")
      delete(message, in: home)
      return false
    }
    let type = TypeName.of(type(of: object)).short
    let entry = CrashJournalEntry(of: message, to: type, in: home)
    guard !quarantine.hasCrashed(entry.event, of: ScalarKey(entry.instance)) else {
      logger.error("A message to the \(type) of the tenant \"\(home.tenant)\" crashed the process and is gone")
      delete(message, in: home)
      return false
    }
    guard !quarantine.isParked(.messages(home.tenant, to: type)) else {
      home.inbox.park(message)
      return false
    }
    return recording(entry) {
      guard let value = decoded(message, to: type, of: home) else {
        home.inbox.park(message)
        return false
      }
      let own = lane ?? MessageLanes.Lane(message.type, orderingKey: value.orderingKey)
      guard lane != nil || home.inbox.lanes.begin(message, in: own, atMost: limits.messagesInOnce) else { return true }
      let running = RunningMessage(message, value, to: type, in: own, of: home)
      let once = RepeatableTurn(key: message.key) { [weak self] in self?.handlers.onceEnded(of: running) }
      TurnContext.$current.withValue(context) {
        // Without a capture list: see `start`.
        let span = tracer.map { $0.begin(TracedTurn(value, to: type, of: home.tenant)) }
        let waits = span.run {
          handlers.begin(once) {
            await self.recording(entry) { await self.receive(value, running, once, by: object, span) }
          }.waits
        }
        if !waits { end(running) }
      }
      commit()
      return true
    }
  }

  /// A message that can't be decoded waits in the store for a program that can.
  private func decoded(_ message: TenantMessage, to type: String, of home: Home) -> (any NavigationMessage)? {
    do {
      return try MessageCoding.decode(message.bytes, types: scenes.types)
    } catch {
      log(
        .error, onceAMinute: "undecodable message \(home.tenant) \(type)",
        "A message to the \(type) of the tenant \"\(home.tenant)\" waits for a program that can decode it. "
          + "\(message.undecodable(error, types: scenes.types))")
      return nil
    }
  }

  private func receive(
    _ message: any NavigationMessage, _ running: RunningMessage, _ once: RepeatableTurn, by object: any SavedState,
    _ span: (any TurnSpan)?
  ) async {
    let home = running.home
    handlers.began()
    home.holds += 1
    do {
      try await object.receive(message, from: running.message.sender)
      span?.end(nil, [:])
    } catch {
      span?.end(error is CancellationError ? nil : error, [:])
      running.failure = (error, once.hasFailed)
      if running.isEnded { report(error, of: running, "failed") }
    }
    handlers.answerHeld()
    home.holds -= 1
    handlers.ended()
    unloadIfUnused(home)
  }

  /// The first part of its handler, or its `once`, has ended: the message counts as handled with what its handler has
  /// changed. If `once` has failed, and the handler with it, it is tried again.
  func end(_ running: RunningMessage) {
    let (home, lane) = (running.home, running.lane)
    guard homes[home.tenant] === home else { return }
    running.isEnded = true
    if let (error, ofOnce) = running.failure {
      if ofOnce, let pause = home.inbox.lanes.fail(lane, with: String("\(error)".prefix(Self.longestError))) {
        report(error, of: running, "failed, and is tried again in \(pause / 1000) s")
        return home.inbox.lanes.pause(lane, until: retry(lane, of: home, after: pause))
      }
      report(error, of: running, "failed")
    }
    home.inbox.lanes.end(lane)
    delete(running.message, in: home)
  }

  private static let longestError = 200

  /// The messages to a tenant's objects that have failed and are tried again, those with the most attempts first.
  func failingMessages(of home: Home) -> [FailingMessage] {
    home.inbox.lanes.failing.map { FailingMessage($0.message, to: home, attempts: $0.attempts, error: $0.error) }
      .sorted { ($1.attempts, $0.name) < ($0.attempts, $1.name) }
  }

  /// Gives up a message that has failed. One that is tried just now is not tried again, not even after a crash.
  ///
  /// - Returns: Whether there is one of this name.
  func skip(_ name: String, of home: Home) -> Bool {
    let found = home.inbox.lanes.failing.first {
      FailingMessage.name(of: $0.message, to: home).hasSameScalars(as: name)
    }
    guard let found else { return false }
    home.inbox.lanes.skip(found.lane)
    delete(found.message, in: home, isEnded: false)
    handleMessages(of: home, after: 0)
    return true
  }

  private func retry(_ lane: MessageLanes.Lane, of home: Home, after pause: Int64) -> ScheduledTimer {
    scheduler.schedule(after: pause) { [weak self, weak home] in
      guard let self, let home else { return }
      home.inbox.lanes.retry(lane)
      handleMessages(of: home)
      commitPending()
    }
  }

  /// A `once` has ended.
  func answer(_ running: RunningMessage) {
    end(running)
    handleMessages(of: running.home, after: 0)
  }

  private func report(_ error: any Error, of running: RunningMessage, _ what: String) {
    if error is CancellationError, what == "failed" { return }
    let type = running.typeName
    running.home.saved?.report(
      .failed, type: type, "A message to \(type) \(what): \(error)",
      ["message": running.name, "tenant": "\(running.home.tenant)"])
  }

  /// Deletes a message with the running turn.
  ///
  /// - Parameter isEnded: Whether it is not being handled.
  private func delete(_ message: TenantMessage, in home: Home, isEnded: Bool = true) {
    switch message {
    case .timer(let timer):
      // Its handler may have scheduled another one of the same id.
      guard !home.inbox.contains(timer), !isEnded || !home.inbox.lanes.isHandled(ScheduledKey(timer)) else { return }
      writer.record(
        \.timers, StoredTimer(tenant: home.tenant, type: timer.type, id: timer.id, due: timer.due, message: nil))
    case .post(let post): posts.delete(post, to: home.tenant)
    }
  }

  // MARK: Scheduling

  /// - Returns: The reason why it is not scheduled.
  func schedule(_ timer: StoredTimer, in home: Home) -> String? {
    guard 1...128 ~= timer.id.utf8.count else { return "its id must have 1 to 128 bytes" }
    var timer = timer
    timer.due = max(timer.due, wallTime)
    if !home.inbox.contains(timer), home.inbox.count >= limits.scheduledMessages {
      return "the tenant has \(limits.scheduledMessages) scheduled messages"
    }
    let bytes = home.inbox.bytes(with: timer)
    if bytes > limits.scheduledBytes {
      return "the tenant's scheduled messages would have \(bytes) bytes, and may have \(limits.scheduledBytes)"
    }
    writer.record(\.timers, home.inbox.schedule(timer, in: writer.runningTurn))
    goOn(in: home)
    return nil
  }

  /// Turns were saved: the messages that they have scheduled are handled in their time. Handled before
  /// that, they could tell another system something that a crash undoes.
  func release(_ timers: [StoredTimer], savedUpTo turn: Int) {
    for timer in timers where timer.message != nil && timer.isMessage {
      guard let home = homes[timer.tenant], home.inbox.saved(timer, upTo: turn) else { continue }
      handleMessages(of: home, after: timer.due - wallTime)
    }
  }

  func unschedule(_ id: String, of type: String, in home: Home) {
    guard home.inbox.unschedule(id, of: type) else { return }
    writer.record(\.timers, StoredTimer(tenant: home.tenant, type: type, id: id, due: 0, message: nil))
    goOn(in: home)
  }

  /// Handles the messages that have waited for one that was taken back.
  private func goOn(in home: Home) {
    if home.inbox.lanes.hasReady { handleMessages(of: home, after: 0) }
  }

  func keepAwake(_ home: Home, _ isAwake: Bool) {
    guard home.mark.isAwake != isAwake else { return }
    home.mark.isAwake = isAwake
    writer.record(\.tenants, home.mark)
    if !isAwake { handleMessages(of: home, after: 0) }
  }
}

extension CrashJournalEntry {
  fileprivate init(of message: TenantMessage, to type: String, in home: Home) {
    self.init(.message, of: Parked.Subject.messages(home.tenant, to: type).text)
    model = type
    switch message {
    case .timer(let timer):
      instance = Parked.Subject.shortened("message \(home.tenant) \(timer.id) \(timer.type)")
      event = Int(truncatingIfNeeded: timer.due)
    case .post(let post):
      instance = "message \(home.tenant)"
      event = Int(truncatingIfNeeded: post.number)
    }
  }
}

extension TracedTurn {
  fileprivate init(_ message: any NavigationMessage, to type: String, of tenant: Tenant) {
    let name = TypeName.of(Swift.type(of: message)).short
    self.init(.message, "receive \(name)", of: tenant, ["oriel.type": type])
  }
}
