import Oriel
import OrielDocument

// Operators' acts on many windows, a few at a time, so that users' turns run in between.

extension WindowHub {
  /// The targeted windows of the app in memory.
  func awake(_ target: WindowTarget) -> [WindowID] {
    inMemory(target).filter { !$0.isConsole }.map(\.id)
  }

  private func inMemory(_ target: WindowTarget) -> [Window] {
    switch target {
    case .window(let id): windows[id].map { [$0] } ?? []
    case .user(let user): users.windows(of: user)
    case .tenant(let tenant): windows.values.filter { $0.user.home.tenant == tenant }
    case .scene(let scene): windows.values.filter { $0.sceneID.hasSameScalars(as: scene) }
    case .tag(let tag): windows.values.filter { $0.has(tag: tag) }
    case .everyone: Array(windows.values)
    case .attached(let target): inMemory(target).filter(\.isAttached)
    }
  }

  /// Finds the targeted windows in memory, and those in the store that would be woken here. `then` is called once, perhaps at
  /// once.
  package func ids(of target: WindowTarget, then: @escaping ([WindowID]) -> Void) {
    if case .window(let id) = target { return then([id]) }
    guard let query = StoredWindowQuery(target) else { return then(awake(target)) }
    findAsleep(ofTheApp(query)) { [self] asleep in
      then(awake(target) + asleep.filter { has($0.tenant) }.map(\.id))
    }
  }

  /// Acts on each of these windows for the operator; sleeping ones are woken.
  ///
  /// - Parameters:
  ///   - body: Acts on a window and returns whether it succeeded.
  ///   - then: Called with the number of successes.
  package func steer(
    _ ids: ArraySlice<WindowID>, as who: String, _ body: @escaping (WindowID, FoundWindow) -> Bool,
    then: @escaping (Int) -> Void
  ) {
    steer(Steering(ids: ids, who: who, body: body, then: then))
  }

  private func steer(_ all: Steering) {
    let slice = all.ids.prefix(32)
    all.ids = all.ids.dropFirst(slice.count)
    guard !slice.isEmpty else { return all.then(all.done) }
    all.waiting = slice.count
    for id in slice {
      lookUp(id) { [self] found in
        if acting(as: all.who, { all.body(id, found) }) { all.done += 1 }
        all.waiting -= 1
        if all.waiting == 0 { goOn(all) }
      }
    }
  }

  private func goOn(_ all: Steering) {
    guard !all.ids.isEmpty else { return all.then(all.done) }
    // Users' turns run in between.
    ask({ [isolation] goOn in isolation.run { goOn(()) } }) { [self] in steer(all) }
  }

  // MARK: Before it is done

  /// Reports the number of targeted windows, and the first of them by their ids. Nothing is woken or changed, and the
  /// store does the counting.
  package func reach(_ target: WindowTarget, naming limit: Int = 20, then: @escaping (Reach?) -> Void) {
    if case .window(let id) = target { return reach(id, then) }
    guard let asked = StoredWindowQuery(target, limit: limit) else { return then(reachAwake(target, limit)) }
    let query = ofTheApp(asked)
    onAll({ hub, answer in hub.afterWrites(of: .list) { answer(()) } }) { [self] _ in
      read({ (try $0.count(query), try $0.windows(query)) }) { [self] result in
        // If the store can't be read, the windows in memory can still be reached.
        guard let (count, first) = try? result.get() else { return then(reachAwake(target, limit)) }
        then(
          Reach(
            windows: count, first: first.map { found in windows[found.id].map(describe) ?? describe(asleep: found) }))
      }
    }
  }

  private func reachAwake(_ target: WindowTarget, _ limit: Int) -> Reach {
    let ids = awake(target)
    let first = ids.sorted { $0.rawValue < $1.rawValue }.prefix(limit)
    return Reach(windows: ids.count, first: first.compactMap { windows[$0].map(describe) })
  }

  private func reach(_ id: WindowID, _ then: @escaping (Reach?) -> Void) {
    if let window = windows[id] { return then(Reach(windows: 1, first: [describe(window)])) }
    read(.window(id), { try $0.window(id) }) { [self] result in
      let found = (try? result.get()).flatMap { $0.map { StoredSummary(id, $0) } }
      then(found.map { Reach(windows: 1, first: [describe(asleep: $0)]) })
    }
  }
}

/// An act on many windows, in progress.
private final class Steering {
  var ids: ArraySlice<WindowID>
  let who: String
  let body: (WindowID, FoundWindow) -> Bool
  let then: (Int) -> Void
  var done = 0
  /// The windows of the current slice that are being woken.
  var waiting = 0

  init(
    ids: ArraySlice<WindowID>, who: String, body: @escaping (WindowID, FoundWindow) -> Bool,
    then: @escaping (Int) -> Void
  ) {
    self.ids = ids
    self.who = who
    self.body = body
    self.then = then
  }
}

/// The windows that an operator's act would reach.
package struct Reach: Sendable, Equatable {
  package var windows: Int
  /// Some of the windows, as examples.
  package var first: [WindowSummary]

  package init(windows: Int, first: [WindowSummary]) {
    self.windows = windows
    self.first = first
  }
}
