import Oriel
import OrielDocument

// The messages that a tenant's objects schedule to themselves, or that are posted to them. Each is stored until the turn
// that handles it.

extension WindowHub {
  /// Handles the messages that are due, each as a turn of its own; later ones in their time.
  func handleMessages(of home: Home) {
    guard home.isStarted, homes[home.tenant] === home else { return }
    home.inbox.timer?.cancel()
    home.holds += 1
    readPosts(to: home)
    var left = limits.messagesAtOnce
    while left > 0, let message = home.inbox.take(at: wallTime) {
      handle(message, in: home)
      left -= 1
    }
    home.holds -= 1
    if left == 0 {
      wait(0, in: home)
    } else {
      readPosts(to: home)
      if let next = home.inbox.agenda.first, next.due > wallTime { wait(next.due - wallTime, in: home) }
    }
    release(home)
  }

  /// - Parameter delay: The clock of the day may be set meanwhile, so it is asked again after a minute.
  private func wait(_ delay: Int64, in home: Home) {
    home.inbox.timer = scheduler.schedule(after: min(delay, 60_000)) { [weak self, weak home] in
      guard let self, let home else { return }
      handleMessages(of: home)
      commitPending()
    }
  }

  private func handle(_ message: TenantMessage, in home: Home) {
    var turn = CrashJournalEntry(of: message, in: home)
    guard let (object, context) = home.receiver(of: message.type) else {
      logger.error("A message to the tenant \"\(home.tenant)\" is gone: it has no object of the class \(message.type)")
      return handled(message, in: home)
    }
    turn.model = TypeName.of(type(of: object)).short
    let entry = turn
    guard !quarantine.hasEnded(turn.event, of: ScalarKey(turn.instance)) else {
      logger.error("A message to the \(turn.model) of the tenant \"\(home.tenant)\" crashed the process and is gone")
      return handled(message, in: home)
    }
    let once = RepeatableTurn(key: message.key) { [weak self, weak home] in
      if let self, let home { answerable.append(.message(message, home)) }
    }
    recording(entry) {
      TurnContext.$current.withValue(context) {
        // Without a capture list: see `start`.
        let waits = begin(once) { await self.recording(entry) { await self.receive(message, by: object, in: home) } }
        if waits { home.inbox.hold(message.type) } else { handled(message, in: home) }
      }
      commit()
    }
  }

  private func receive(_ message: TenantMessage, by object: any SavedState, in home: Home) async {
    handlers.began()
    home.holds += 1
    do {
      try await object.receive(MessageCoding.decode(message.bytes, types: scenes.types), from: message.sender)
    } catch is CancellationError {
    } catch {
      let type = TypeName.of(Swift.type(of: object)).short
      home.saved?.note(.failed, type: type, "A message to \(type) failed: \(error)", ["error": "\(error)"])
    }
    answerHeld()
    home.holds -= 1
    handlers.ended()
    release(home)
  }

  /// A `once` has ended: the message counts as handled with what its handler has changed since.
  func answer(_ message: TenantMessage, in home: Home) {
    guard homes[home.tenant] === home else { return }
    home.inbox.release(message.type)
    handled(message, in: home)
    wait(0, in: home)
  }

  /// Deletes a message with the running turn.
  private func handled(_ message: TenantMessage, in home: Home) {
    switch message {
    case .timer(let timer):
      // Its handler may have scheduled another one of the same id.
      guard !home.inbox.agenda.contains(type: timer.type, id: timer.id) else { return }
      writer.note(
        \.timers, StoredTimer(tenant: home.tenant, type: timer.type, id: timer.id, due: timer.due, message: nil))
    case .post(let post):
      writer.note(
        \.posts, StoredPost(number: post.number, to: home.tenant, from: post.sender, type: post.type, message: nil))
    }
  }

  // MARK: Scheduling

  func schedule(_ timer: StoredTimer, in home: Home) -> String? {
    guard 1...128 ~= timer.id.utf8.count else { return "its id must have 1 to 128 bytes" }
    let isNew = !home.inbox.agenda.contains(type: timer.type, id: timer.id)
    if isNew, home.inbox.agenda.count >= limits.scheduledMessages {
      return "the tenant has \(limits.scheduledMessages) scheduled messages"
    }
    home.inbox.schedule(timer)
    writer.note(\.timers, timer)
    if home.inbox.agenda.first == timer { wait(max(0, timer.due - wallTime), in: home) }
    return nil
  }

  func unschedule(_ id: String, of type: String, in home: Home) {
    guard home.inbox.unschedule(id, of: type) else { return }
    writer.note(\.timers, StoredTimer(tenant: home.tenant, type: type, id: id, due: 0, message: nil))
  }

  func keepAwake(_ home: Home, _ isAwake: Bool) {
    guard home.mark.isAwake != isAwake else { return }
    home.mark.isAwake = isAwake
    writer.note(\.tenants, home.mark)
    if !isAwake { wait(0, in: home) }
  }

  // MARK: Posts

  /// Sends a message with the running turn. It leaves when that is saved.
  func post(_ message: [UInt8], to type: String, of tenant: Tenant, from sender: Tenant) {
    writer.note(\.posts, StoredPost(to: tenant, from: sender, type: type, message: message))
  }

  /// Turns were saved: the receivers of their messages read them.
  func announce(_ posts: [StoredPost]) {
    for tenant in Set(posts.lazy.filter { $0.message != nil }.map(\.tenant)) {
      guard let home = homes[tenant] else {
        withHome(tenant) { _ in }
        continue
      }
      home.inbox.announce()
      if home.isStarted { handleMessages(of: home) } else { start(home) }
    }
  }

  /// Messages to a tenant that the app doesn't know are gone.
  func discardPosts(to tenant: Tenant) {
    let limit = limits.messagesAtOnce
    read(.owner(SavedOwner(tenant)), { $0.posts(to: tenant, after: 0, limit: limit, then: $1) }) {
      [self] result in
      guard case .success(let posts) = result, !posts.isEmpty else { return }
      logger.error("\(posts.count) messages to the tenant \"\(tenant)\" are gone: the app does not know it")
      for post in posts {
        writer.note(
          \.posts, StoredPost(number: post.number, to: tenant, from: post.sender, type: post.type, message: nil))
      }
      commitPending()
      if posts.count == limits.messagesAtOnce { discardPosts(to: tenant) }
    }
  }

  private func readPosts(to home: Home) {
    guard home.inbox.beginReading() else { return }
    home.holds += 1
    read(
      .owner(SavedOwner(home.tenant)),
      { [limits] in $0.posts(to: home.tenant, after: home.inbox.lastPost, limit: limits.messagesAtOnce, then: $1) }
    ) { [self] result in
      home.holds -= 1
      switch result {
      case .success(let found):
        home.inbox.read(found, mayHaveMore: found.count == limits.messagesAtOnce)
        if found.isEmpty { release(home) } else { handleMessages(of: home) }
      case .failure(let error):
        logger.error("Messages to the tenant \"\(home.tenant)\" can't be read; next try in a minute: \(error)")
        home.inbox.read([], mayHaveMore: true)
        wait(60_000, in: home)
      }
      commitPending()
    }
  }
}

extension CrashJournalEntry {
  fileprivate init(of message: TenantMessage, in home: Home) {
    self.init(.message, of: Parked.Subject.tenant(home.tenant).text)
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
