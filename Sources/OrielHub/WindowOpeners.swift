import Oriel
import OrielDocument

/// A window opened in this turn. If several windows follow the same flag and each opens the same window, it is opened
/// once; a window that opens two gets two.
struct WindowOpening {
  let window: Window
  let opener: WindowID

  func isWanted(by other: WindowID, too scene: String, _ value: JSONValue?, of user: UserSession) -> Bool {
    opener != other && window.sceneID == scene && window.value == value && window.user === user
  }
}

/// The windows opened by page instances. A page that attaches without a window returns to the one it opened, or is told
/// that it is gone.
struct WindowOpeners {
  private struct Opener: Hashable {
    var user: ScalarKey
    var instance: ScalarKey
  }

  private var windows: [Opener: WindowID] = [:]
  /// The openers of ended windows, oldest first.
  private var gone: [Opener] = []
  private let kept = 10_000

  func window(openedBy instance: ScalarKey, of user: ScalarKey) -> WindowID? {
    windows[Opener(user: user, instance: instance)]
  }

  mutating func opened(_ window: WindowID, by instance: ScalarKey?, of user: ScalarKey) {
    if let instance { windows[Opener(user: user, instance: instance)] = window }
  }

  /// Records the end of a window. Its opener is remembered for a while, so that a late page is told.
  mutating func finished(openedBy instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    gone.append(Opener(user: user, instance: instance))
    guard gone.count > 2 * kept else { return }
    for opener in gone.prefix(kept) { windows[opener] = nil }
    gone.removeFirst(kept)
  }
}
