extension HubObject {
  /// Starts work that belongs to this object. It runs on the object's hub and is cancelled when the object ends: a
  /// model when it finishes or its window sleeps, a saved object when its owner leaves memory.
  ///
  /// Errors it throws are logged, except cancellation. It does not survive a restart: start it in `start()` if it
  /// should run again.
  ///
  /// - Parameters:
  ///   - restarting: Whether work that throws begins again, after 1, 2, 4 … 60 seconds on the hub's clock; after 1 second
  ///     if it ran for a minute. It ends when it returns, or is cancelled.
  ///   - operation: The work.
  /// - Returns: A handle that cancels the work before its object ends.
  @discardableResult
  public func task(
    restarting: Bool = false, _ operation: nonisolated(nonsending) @escaping () async throws -> Void
  ) -> TaskHandle {
    let handle = TaskHandle(of: self)
    if let hub = _node.hub(for: handle) { handle.run(operation, isRestarting: restarting, on: hub) }
    return handle
  }

  /// Calls `work` after each interval on the hub's clock, each time as a turn of its own, until the object ends. It does
  /// not survive a restart: call this in `start()`.
  ///
  /// A late call does not delay later ones, and calls that were missed are not made up for. A window without a page goes
  /// on until it sleeps.
  ///
  /// - Parameters:
  ///   - interval: At least 50 milliseconds; a shorter one counts as that.
  ///   - work: The work of each call.
  @discardableResult
  public func every(_ interval: Duration, _ work: @escaping () -> Void) -> TaskHandle {
    let handle = TaskHandle(of: self)
    if let hub = _node.hub(for: handle) { handle.repeat(work, every: interval.milliseconds, on: hub) }
    return handle
  }

  /// Calls `work` once, as a turn of its own, after this time on the hub's clock, unless the object has ended by then. It
  /// does not survive a restart: what a saved object must not miss is a message, which ``SavedState/schedule(_:id:after:)``
  /// saves.
  @discardableResult
  public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> TaskHandle {
    let handle = TaskHandle(of: self)
    if let hub = _node.hub(for: handle) { handle.call(work, after: delay.milliseconds, on: hub) }
    return handle
  }
}

/// Work that an object has begun with `task`, `every` or `schedule`. It ends with its object even if the handle is not
/// kept. Confined to the hub.
public final class TaskHandle {
  private var task: ModelTask?
  private var timer: GraphTimer?
  package private(set) var isEnded = false
  /// The pause before work that throws begins again.
  private var pause = shortestPause
  private let model: String
  private let type: String

  private static let shortestPause: Int64 = 1000
  private static let longestPause: Int64 = 60_000
  private static let shortestInterval: Int64 = 50
  private static let longestInterval: Int64 = 1 << 40

  init(of object: some HubObject) {
    model = object._node.id
    type = TypeName.of(Swift.type(of: object)).short
  }

  /// Ends the work: a task is cancelled, and a timer does not fire any more.
  public func cancel() {
    isEnded = true
    task?.cancel()
    timer?.cancel()
    (task, timer) = (nil, nil)
  }

  func call(_ work: @escaping () -> Void, after delay: Int64, on hub: any HubServices) {
    timer = hub.schedule(after: delay) {
      self.end()
      work()
    }
  }

  func `repeat`(_ work: @escaping () -> Void, every interval: Int64, on hub: any HubServices) {
    let interval = min(max(interval, Self.shortestInterval), Self.longestInterval)
    call(work, at: hub.now + interval, every: interval, on: hub)
  }

  private func call(_ work: @escaping () -> Void, at time: Int64, every interval: Int64, on hub: any HubServices) {
    weak let hub = hub
    timer = hub?.schedule(after: max(0, time - (hub?.now ?? time))) {
      guard let hub else { return }
      // Set before the call, which may cancel it.
      let next = time + interval > hub.now ? time + interval : hub.now + interval
      self.call(work, at: next, every: interval, on: hub)
      work()
    }
  }

  func run(
    _ operation: nonisolated(nonsending) @escaping () async throws -> Void, isRestarting: Bool, on hub: any HubServices
  ) {
    weak let hub = hub
    let began = hub?.now ?? 0
    // No capture list: a closure with one is not taken for `nonisolated(nonsending)` (Swift 6.3), and would leave the hub.
    task = hub?.startTask {
      do {
        try await operation()
        self.end()
      } catch {
        guard let hub else { return }
        self.failed(error, on: hub)
        guard isRestarting, !self.isEnded else { return self.end() }
        if hub.now - began >= Self.longestPause { self.pause = Self.shortestPause }
        self.timer = hub.schedule(after: self.pause) { self.run(operation, isRestarting: true, on: hub) }
        self.pause = min(2 * self.pause, Self.longestPause)
      }
    }
  }

  private func failed(_ error: any Error, on hub: any HubServices) {
    if error is CancellationError { return }
    hub.report(.failed, model: model, type: type, "A task of \(type) failed: \(error)", ["error": "\(error)"])
  }

  private func end() {
    isEnded = true
    (task, timer) = (nil, nil)
  }
}

extension _ModelNode {
  private static let mostHandles = 1000

  /// The hub that runs work of the object, to which this handle is added; without one the handle has ended.
  fileprivate func hub(for handle: TaskHandle) -> (any HubServices)? {
    guard let hub = graph?.host ?? services else {
      handle.cancel()
      return nil
    }
    handles.removeAll(where: \.isEnded)
    guard handles.count < Self.mostHandles else {
      handle.tooMany(on: hub)
      return nil
    }
    handles.append(handle)
    return hub
  }

  /// Ends all tasks, repetitions and timers of the object.
  package func cancelWork() {
    for handle in handles { handle.cancel() }
    handles = []
  }
}

extension TaskHandle {
  fileprivate func tooMany(on hub: any HubServices) {
    cancel()
    hub.report(
      .misuse, model: model, type: type,
      "\(type) has 1000 tasks and timers: another one was not started. Cancel those that are no longer needed")
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up and never negative.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds < 0 ? 0 : .max }
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(0, whole.addingReportingOverflow(part).overflow ? .max : whole + part)
  }
}
