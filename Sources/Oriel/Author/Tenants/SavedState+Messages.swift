import OrielDocument

extension SavedState {
  /// Sends this object a message after a delay, in this process or a later one. See ``schedule(_:id:at:)``.
  public func schedule(_ message: some NavigationMessage & Codable, id: String, after delay: Duration) {
    guard let tenant = tenant(for: "schedule") else { return }
    let due = tenant.wallTime.addingReportingOverflow(delay.milliseconds)
    schedule(message, id: id, at: due.overflow ? .max : due.partialValue)
  }

  /// Sends this object a message at a time, in this process or a later one: it is passed to ``receive(_:from:)``.
  ///
  /// It is saved with the turn that schedules it, and handled once, at its time or soon after, but never before that turn
  /// is on disk: in the turn that also deletes it. It wakes a tenant that is asleep. Only an object of `environment(for: Tenant)` can schedule, from `start()` on.
  ///
  /// - Parameters:
  ///   - message: At most 1 MiB as JSON, and at most 64 MiB together with the tenant's others, which may be 100,000; beyond
  ///     that it is not scheduled, and the log says so. A private type can't be found again by a later process.
  ///   - id: At most 128 bytes. A message of this object that has the same id is replaced.
  ///   - time: In milliseconds since 1970; a time in the past is now. Messages for the same time are handled in the order
  ///     in which they were scheduled.
  public func schedule(_ message: some NavigationMessage & Codable, id: String, at time: Int64) {
    guard let tenant = tenant(for: "schedule"), let message = MessageCoding.encode(message, for: tenant) else { return }
    tenant.schedule(message, id: id, due: time, for: self)
  }

  /// Takes back a message that this object has scheduled. Unknown ids are ignored.
  public func unschedule(_ id: String) { tenant(for: "unschedule")?.unschedule(id, for: self) }

  /// Keeps the tenant in memory, also with no window open, until an object of the tenant calls it with `false`. This is
  /// saved: the tenant is loaded by itself after a restart.
  public func stayAwake(_ awake: Bool = true) { tenant(for: "stayAwake")?.stayAwake(awake) }

  private func tenant(for function: String) -> (any TenantServices)? {
    if let tenant = _node.services as? any TenantServices, tenant.isTenant { return tenant }
    TurnContext.reportMisuse(
      "\(Self.self) called \(function)(), which only objects of environment(for: Tenant) can, from start() on")
    return nil
  }
}

extension HubObject {
  /// Waits until everything that this code has changed until now is on disk, in windows, saved objects and rows, with the
  /// messages that it has sent. Then a crash can't undo it, and another system may be told so:
  ///
  /// ```swift
  /// func start() {
  ///   stayAwake()
  ///   task(restarting: true) {
  ///     for try await fill in await self.webhook.requests {
  ///       self.fills.append(fill.value)
  ///       try await self.saved()
  ///       fill.answer(200)
  ///     }
  ///   }
  /// }
  /// ```
  /// Other turns run meanwhile. While the store can't be written it goes on waiting, so cancel the task if the other system
  /// does not wait that long. In a handler the turn ends here, as at each `await`: the page is shown the changes until now.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func saved() async throws {
    guard let hub = _node.graph?.host ?? _node.services else {
      return TurnContext.reportMisuse("\(Self.self) can't wait for what is saved before it is in use")
    }
    try await hub.saved()
  }

  /// Sends a message to an object of a tenant, which is passed to its ``SavedState/receive(_:from:)``.
  ///
  /// It leaves with the turn that sends it, when that is saved, and arrives once, whichever of the two crashes or sleeps.
  /// Messages from one tenant to another are handled in the order in which they were sent, if they have the same
  /// ``NavigationMessage/orderingKey``. A tenant that is asleep is loaded
  /// for it, a closed one receives it when it is reopened.
  ///
  /// - Parameters:
  ///   - message: At most 1 MiB as JSON. A private type can't be found again by a later process.
  ///   - type: The class of the object among those of `environment(for: Tenant)`. Without an object of that class there,
  ///     the message is logged and gone.
  ///   - tenant: The receiver, which may be the sender's own.
  /// - Returns: Whether it is sent. It is not if it is too large, or if 10,000 messages, or 64 MiB of them, wait for that
  ///   tenant, which may be closed; the log says so.
  @discardableResult
  public func post<Receiver: SavedState>(
    _ message: some NavigationMessage & Codable, to type: Receiver.Type, of tenant: Tenant
  ) -> Bool {
    guard let hub = _node.graph?.host ?? _node.services else {
      TurnContext.reportMisuse("\(Self.self) can't post a message before it is in use")
      return false
    }
    guard let message = MessageCoding.encode(message, for: hub) else { return false }
    return hub.post(message, to: TypeName.of(type).mangled, of: tenant)
  }
}
