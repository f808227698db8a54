import Oriel

// Work of operators that is done where a window or a tenant is, or on all hubs.

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
    await withCheckedContinuation { waiting in
      question {
        answer = $0
        waiting.resume()
      }
    }
    return answer!
  }

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

  /// Finds the hub of a window or tenant; of several windows this one, which asks the others. `then` is called once.
  package func findHub(of target: WindowTarget?, then: @escaping (Int) -> Void) {
    switch target {
    case .window(let id): findHub(of: id, then: then)
    case .tenant(let tenant): then(hub(of: tenant))
    default: then(neighbours.index)
    }
  }

  /// Finds the hub that has a window in memory, or would wake it. `then` is called once; at once if it is this one.
  package func findHub(of id: WindowID, then: @escaping (Int) -> Void) {
    guard !neighbours.areNone, windows[id] == nil else { return then(neighbours.index) }
    askOthers({ hub in hub.windows[id].map { _ in hub.index } }) { [self] found in
      if let hub = found.lazy.compactMap(\.self).first { return then(hub) }
      read(.window(id), { try $0.window(id) }) { [self] result in
        guard let origin = ((try? result.get()) ?? nil)?.origin else { return findHub(ofClosed: id, then) }
        let tenant = scenes[origin.scene]?.isConsole == true ? Tenant.operators : origin.tenant
        then(hub(of: tenant))
      }
    }
  }

  private func findHub(ofClosed id: WindowID, _ then: @escaping (Int) -> Void) {
    findClosed(id) { [self] found in then(found.map { hub(of: $0.tenant) } ?? neighbours.index) }
  }

  /// The hub of a tenant.
  func hub(of tenant: Tenant) -> Int { neighbours.hub(of: tenant) ?? neighbours.index }

  /// Finds the first hub that knows a user. `then` is called once; at once if it is this one.
  package func findHub(ofUser user: String, then: @escaping (Int) -> Void) {
    guard !knows(user) else { return then(neighbours.index) }
    askOthers({ hub in hub.knows(user) ? hub.index : nil }) { [self] hubs in
      then(hubs.lazy.compactMap(\.self).first ?? neighbours.index)
    }
  }
}
