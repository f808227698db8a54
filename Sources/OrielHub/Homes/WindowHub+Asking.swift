import Oriel

// Waiting for answers: of the store, of this hub, and of the hub where a window or a tenant is.

extension WindowHub {
  /// The place of this hub among all of them, from 0.
  package var index: Int { neighbours.index }

  /// Works on a hub: at once if it is this one.
  ///
  /// - Parameters:
  ///   - work: Runs on that hub, and calls its second argument once.
  ///   - then: Called once, here, with the answer.
  package func on<Answer: Sendable>(
    hub index: Int?, _ work: @escaping @Sendable (WindowHub, @escaping (Answer) -> Void) -> Void,
    then: @escaping (Answer) -> Void
  ) {
    guard let index, index != neighbours.index else { return work(self, then) }
    ask({ answer in
      neighbours.run(at: index) { hub in
        work(hub) { answer($0) }
        hub.commitPending()
      }
    }) { [self] answer in
      then(answer)
      commitPending()
    }
  }

  /// Works on a hub: at once if it is this one.
  package func on<Answer: Sendable>(
    hub index: Int, _ work: nonisolated(nonsending) @escaping @Sendable (WindowHub) async -> Answer
  ) async -> Answer {
    guard index != neighbours.index else { return await work(self) }
    return await answer { then in
      on(hub: index, { hub, answer in hub.performNow { answer(await work(hub)) } }, then: then)
    }
  }

  /// Works on every hub, this one included, and gives the answers in the order of the hubs.
  package func onAll<Answer: Sendable>(
    _ work: nonisolated(nonsending) @escaping @Sendable (WindowHub) async -> Answer
  ) async -> [Answer] {
    await answer { then in onAll({ hub, answer in hub.performNow { answer(await work(hub)) } }, then: then) }
  }

  /// Waits for the answer to a question, which is given to its closure once, at once or later, on this hub.
  package func answer<Answer>(_ question: (@escaping (Answer) -> Void) -> Void) async -> Answer {
    var answer: Answer?
    // Unchecked, because timers and the store drop what waits for them when the hub ends.
    await withUnsafeContinuation { waiting in
      question {
        answer = $0
        waiting.resume()
      }
    }
    return answer!
  }

  /// Asks the store after all earlier writes of the hub, or those about the subject.
  func read<Value: Sendable>(
    _ subject: StoreWriter.Subject = .list, _ question: @escaping StoreQuestion<Value>
  ) async throws -> Value {
    try await answer { read(subject, question, then: $0) }.get()
  }

  /// Waits until all earlier turns are durable, or the store has failed to write them.
  ///
  /// - Returns: Whether they are durable.
  @discardableResult
  package func kept() async -> Bool {
    commit()
    let last = writer.added
    return await answer { done in onceKept { [self] in done(writer.written >= last) } }
  }

  /// Runs `work` when the other work that is ready has had its turn.
  func soon(_ work: @escaping () -> Void) {
    ask({ [isolation] goOn in isolation.run { goOn(()) } }, then: work)
  }

  /// Waits until the other work that is ready has had its turn.
  func yield() async { await answer { goOn in soon { goOn(()) } } }

  /// Waits for this time, in milliseconds.
  func pause(_ time: Int64) async { await answer { goOn in _ = scheduler.schedule(after: time) { goOn(()) } } }

  /// Works on every hub, this one included.
  ///
  /// - Parameter then: Called once, here, with the answers in the order of the hubs.
  package func onAll<Answer: Sendable>(
    _ work: @escaping @Sendable (WindowHub, @escaping (Answer) -> Void) -> Void, then: @escaping ([Answer]) -> Void
  ) {
    var answers: [Int: Answer] = [:]
    let count = neighbours.count
    for index in 0..<count {
      on(hub: index, work) { answer in
        answers[index] = answer
        if answers.count == count { then((0..<count).compactMap { answers[$0] }) }
      }
    }
  }

  /// Finds the hub of a window or tenant; of several windows this one, which asks the others.
  package func findHub(of target: WindowTarget?) async -> Int {
    switch target {
    case .window(let id): await findHub(of: id)
    case .tenant(let tenant): hub(of: tenant)
    default: neighbours.index
    }
  }

  /// Finds the hub that has a window in memory, or would wake it.
  package func findHub(of id: WindowID) async -> Int {
    guard !neighbours.areNone, windows[id] == nil else { return neighbours.index }
    let found = await answer { askOthers({ hub in hub.windows[id].map { _ in hub.index } }, then: $0) }
    if let hub = found.lazy.compactMap(\.self).first { return hub }
    guard let origin = try? await read(.window(id), { try $0.window(id) })?.origin else {
      return await findClosed(id).map { hub(of: $0.tenant) } ?? neighbours.index
    }
    return hub(of: scenes[origin.scene]?.isConsole == true ? Tenant.operators : origin.tenant)
  }

  /// The hub of a tenant.
  func hub(of tenant: Tenant) -> Int { neighbours.hub(of: tenant) ?? neighbours.index }

  /// Finds the first hub that knows a user; this one, if it does or if none does.
  package func findHub(ofUser user: String) async -> Int {
    guard !knows(user) else { return neighbours.index }
    let hubs = await answer { askOthers({ hub in hub.knows(user) ? hub.index : nil }, then: $0) }
    return hubs.lazy.compactMap(\.self).first ?? neighbours.index
  }
}
