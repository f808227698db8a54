/// The visible models of a window, and those that a page has shown.
struct Appearances {
  private var visible: [String] = []
  private var appeared: Set<String> = []
  /// The models that had appeared when the last page went.
  private var interrupted: [String] = []
  /// The completions that wait for a model to appear.
  private var awaited: [String: [AnimationCompletion]] = [:]
  private(set) var isStale = true

  mutating func invalidate() { isStale = true }

  /// Whether the visible models have to be found again; they are then passed to `update`.
  mutating func resetStale() -> Bool {
    defer { isStale = false }
    return isStale
  }

  /// Returns the models that have disappeared, in the order of their ids.
  mutating func update(to seen: [String]) -> [String] {
    visible = seen
    let gone = appeared.filter { !seen.contains($0) }
    appeared.subtract(gone)
    return gone.sorted()
  }

  /// A page shows the model. Returns whether it appears by that.
  mutating func shows(_ id: String) -> Bool { visible.contains(id) && appeared.insert(id).inserted }

  /// The last page has gone. Returns the models that have disappeared, in the order of their ids.
  mutating func lostPage() -> [String] {
    interrupted = appeared.sorted()
    appeared = []
    return interrupted
  }

  /// A page shows the window again. Returns the models that are visible as before, which a page that has kept its copy
  /// doesn't report again.
  mutating func drainInterrupted() -> [String] {
    defer { interrupted = [] }
    return interrupted.filter(visible.contains)
  }

  /// Keeps the completion until the model appears, if that is still to come.
  mutating func await(_ completion: AnimationCompletion, of id: String) {
    if visible.contains(id), !appeared.contains(id) { awaited[id, default: []].append(completion) }
  }

  /// Removes and returns the completions that wait for this model.
  mutating func removeAwaited(by id: String) -> [AnimationCompletion] { awaited.removeValue(forKey: id) ?? [] }
}
