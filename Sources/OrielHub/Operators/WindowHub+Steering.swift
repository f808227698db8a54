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

  /// Finds the targeted windows in memory, and those in the store that would be woken here.
  ///
  /// - Parameter share: The tenants whose sleeping windows are found; `nil` for all that no other node has.
  package func ids(of target: WindowTarget, in share: NodeShare? = nil) async -> [WindowID] {
    if case .window(let id) = target { return [id] }
    guard let query = StoredWindowQuery(target) else { return awake(target) }
    let share = if let share { share } else { await wholeShare() }
    return await answer { then in
      // At the same moment, so that one that wakes now is not in both.
      findAsleep(ofTheApp(query)) { [self] found in
        let asleep = found.filter { windows[$0.id] == nil && has($0.tenant) && share.contains($0.tenant) }
        then(awake(target) + asleep.map(\.id))
      }
    }
  }

  /// Acts on each of these windows for the operator; sleeping ones are woken. Users' turns run in between.
  ///
  /// - Parameter body: Acts on a window and returns whether it succeeded.
  /// - Returns: The number of successes.
  package func steer(
    _ ids: [WindowID], as who: String, _ body: @escaping (WindowID, FoundWindow) -> Bool
  ) async -> Int {
    var (rest, done) = (ids[...], 0)
    while !rest.isEmpty {
      if rest.startIndex > ids.startIndex { await yield() }
      done += await steerAtOnce(rest.prefix(32), as: who, body)
      rest = rest.dropFirst(32)
    }
    return done
  }

  /// Acts on each when it is found: it may sleep again soon.
  private func steerAtOnce(
    _ ids: ArraySlice<WindowID>, as who: String, _ body: @escaping (WindowID, FoundWindow) -> Bool
  ) async -> Int {
    var (waiting, done) = (ids.count, 0)
    return await answer { goOn in
      for id in ids {
        lookUp(id) { [self] found in
          if acting(as: who, { body(id, found) }) { done += 1 }
          waiting -= 1
          if waiting == 0 { goOn(done) }
        }
      }
    }
  }

  // MARK: Before it is done

  /// Reports the number of targeted windows, and the first of them by their ids. Nothing is woken or changed, and the
  /// store does the counting.
  package func reach(_ target: WindowTarget, naming limit: Int = 20) async -> Reach? {
    if case .window(let id) = target { return await reach(id) }
    guard let asked = StoredWindowQuery(target, limit: limit) else { return await reachAwake(target, limit) }
    let query = ofTheApp(asked)
    _ = await onAll { hub in await hub.onceWritten() }
    let found = await Result { try await read { (try $0.count(query), try $0.windows(query)) } }
    // If the store can't be read, the windows in memory can still be reached.
    guard let (count, first) = try? found.get() else { return await reachAwake(target, limit) }
    return Reach(
      windows: count, first: first.map { found in windows[found.id].map(describe) ?? describe(asleep: found) })
  }

  private func reachAwake(_ target: WindowTarget, _ limit: Int) async -> Reach {
    let all = await onAll { hub in
      let ids = hub.awake(target)
      let first = ids.sorted { $0.rawValue < $1.rawValue }.prefix(limit)
      return Reach(windows: ids.count, first: first.compactMap { hub.windows[$0].map(hub.describe) })
    }
    return .sum(all, naming: limit)
  }

  private func reach(_ id: WindowID) async -> Reach? {
    if let window = windows[id] { return Reach(windows: 1, first: [describe(window)]) }
    guard let found = try? await read(.window(id), { try $0.window(id) }) else { return nil }
    return Reach(windows: 1, first: [describe(asleep: StoredSummary(id, found))])
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

  /// Adds up what several hubs or nodes would reach.
  package static func sum(_ all: [Reach], naming limit: Int = 20) -> Reach {
    let first = all.flatMap(\.first).sorted { $0.id.rawValue < $1.id.rawValue }
    return Reach(windows: all.reduce(0) { $0 + $1.windows }, first: Array(first.prefix(limit)))
  }
}
