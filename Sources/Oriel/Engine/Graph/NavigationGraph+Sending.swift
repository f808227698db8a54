extension NavigationGraph {
  /// Sends actions for an operator, executed on the root.
  ///
  /// - Parameter isForced: Whether they ignore locks.
  package func send(_ actions: [NavigationAction], isForced: Bool) -> CommandResult {
    root.execute(SendCommand(values: actions, target: nil, isForced: isForced))
  }

  func send(_ run: SendRun) {
    sending.append(run)
    host.graphNeedsCommit()
    continueSending()
  }

  /// Delivers values until the queue is empty or has to wait.
  func continueSending() {
    guard !isFinished, sending.begin() else { return }
    defer { sending.stop() }
    var steps = 0
    while let next = sending.next, !sending.isPaced {
      if isArriving, !(next is NavigationAction), receivers(of: next).isEmpty { return deferSending() }
      steps += 1
      guard steps <= 256 else { return dropEndless() }
      deliverNext()
      host.graphNeedsCommit()
    }
  }

  /// Whether models of this turn have not started, or have no `body` yet. Any of them might receive the next value.
  var isArriving: Bool {
    structure.isStarting || rendering.hasQueued { entries[$0._node.id].map { $0.rendered == nil } ?? false }
  }

  private func deferSending() {
    sending.postpone()
    host.graphNeedsCommit()
  }

  /// Called at the end of settling. Returns whether anything changed.
  func continueDeferredSending() -> Bool {
    guard sending.isDeferred else { return false }
    continueSending()
    return !isSettled
  }

  func dropEndless() {
    let dropped = sending.drop()
    host.report(
      .endless, "Receivers kept sending in one turn; \(dropped) values are dropped", ["dropped": "\(dropped)"])
    host.graphNeedsCommit()
  }

  private func deliverNext() {
    let before = Set(seen)
    guard let (value, run) = sending.popNext() else { return }
    let model = run.target.flatMap { self.model($0) } ?? root
    if let action = value as? NavigationAction {
      let resume = ignoringLocks(run.isForced) { perform(action, as: model) }
      report(.performed, of: model, "performed \(action)", ["action": "\(action)"])
      updateStructure()
      return goOn(by: resume, as: model, before)
    }
    guard let (receiver, resume) = receive(value) else {
      return reportUnreceived(value, dropped: sending.removeRest().values.count)
    }
    updateStructure()
    goOn(by: resume, as: receiver, before)
  }

  func reportUnreceived(_ value: any Codable, dropped: Int) {
    let type = Self.typeName(of: value)
    host.report(
      .noReceiver, type: type, "Nothing receives a \(type); \(dropped) more values are dropped",
      ["dropped": "\(dropped)"])
  }

  private func perform(_ action: NavigationAction, as model: any NavigationModel) -> ReceiveResume {
    do {
      return try action.perform(model)
    } catch {
      reportFailed(action.description, error)
      return .cancel
    }
  }

  private func receive(_ value: any Codable) -> (any NavigationModel, ReceiveResume)? {
    let found = receivers(of: value)
    guard let first = found.first else { return nil }
    let type = Self.typeName(of: value)
    for other in found.dropFirst() {
      report(.ignoredReceiver, of: other.model, "receives \(type) too, but another was first", ["value": type])
    }
    do {
      let resume = try first.receiver.receive(value)
      report(.received, of: first.model, "received \(type)", ["value": type])
      if case .auto = resume, let own = value as? any ReceiveResuming { return (first.model, own.receiveResumeType) }
      return (first.model, resume)
    } catch {
      reportFailed(type, error)
      return (first.model, .cancel)
    }
  }

  private func reportFailed(_ type: String, _ error: any Error) {
    host.report(
      .failed, type: type, "A receiver of \(type) failed; the rest is dropped: \(error)", ["error": "\(error)"])
  }

  /// The models that receive values of this type, anywhere in the window: parents first, and presented models before
  /// contained ones. The first wins.
  func receivers(of value: any Codable) -> [(model: any NavigationModel, receiver: Receiver)] {
    let type = ObjectIdentifier(Swift.type(of: value))
    return attachedModels.flatMap { model, _ in
      let declarations = entries[model._node.id]?.declarations ?? []
      return declarations.flatMap(\.receivers).filter { $0.type == type }.map { (model, $0) }
    }
  }

  static func typeName(of value: any Codable) -> String { TypeName.of(type(of: value)).short }

  static func names(of values: [any Codable]) -> String {
    values.map { ($0 as? NavigationAction)?.description ?? typeName(of: $0) }.joined(separator: ", ")
  }

  // MARK: Going on

  private func goOn(by resume: ReceiveResume, as receiver: any NavigationModel, _ before: Set<String>) {
    switch resume {
    case .immediately: break
    case .auto: if sending.next != nil, host.hasPage { awaitAppearing(Set(seen).subtracting(before)) }
    case .after(let delay): if sending.next != nil { pace(delay.milliseconds, []) }
    case .inserting(let values): sending.changeRest { values + $0 }
    case .appending(let values): sending.changeRest { $0 + values }
    case .replacing(let values): sending.changeRest { _ in values }
    case .pause: pause()
    case .cancel: cancel(sending.removeRest())
    case .returning(let command):
      _ = sending.removeRest()
      let result = receiver.execute(command)
      if result != .executed { report(.notReturned, of: receiver, "can't return to its checkpoint: \(result)") }
    }
  }

  private func cancel(_ rest: SendRun) {
    let names = Self.names(of: rest.values)
    host.report(.cancelled, "\(rest.values.count) sent values are dropped", ["values": names])
  }

  /// Only one rest can be paused; a new one replaces it.
  private func pause() {
    let rest = sending.removeRest()
    if let lost = sending.pause(rest)?.values.count {
      host.report(
        .overwritten, "A paused queue was overwritten by another; \(lost) values are dropped", ["dropped": "\(lost)"])
    }
    host.report(.paused, "\(rest.values.count) sent values wait", ["values": Self.names(of: rest.values)])
    shape.invalidate()
  }

  /// The screens below a closed layer were visible before, and no page reports them again, so there is nothing to wait
  /// for.
  private func awaitAppearing(_ models: Set<String>) {
    if !models.isEmpty { pace(host.executionDelay, models) }
  }

  private func pace(_ delay: Int64, _ appearing: Set<String>) {
    let timer = host.schedule(after: delay) { [weak self] in self?.endPace() }
    sending.wait(for: timer, appearing: appearing)
  }

  private func endPace() {
    sending.endPace()
    continueSending()
  }

  /// A page has shown a model.
  func continueSending(after model: any NavigationModel) {
    if sending.waits(for: model._node.id) { endPace() }
  }

  // MARK: The paused rest

  func resumeSending() {
    guard let rest = sending.removePaused() else { return }
    shape.invalidate()
    host.report(.resumed, "\(rest.values.count) sent values continue", ["values": Self.names(of: rest.values)])
    send(rest)
  }

  func cancelPaused() {
    if let rest = sending.removePaused() { cancel(rest) }
    shape.invalidate()
    host.graphNeedsCommit()
  }
}
