import Oriel
import OrielDocument

/// A window that another has opened in this turn. Where several windows follow one flag and each opens the same, it is
/// opened once; a window that opens two gets two.
struct WindowOpening {
  let window: Window
  let opener: WindowID

  func isWanted(by other: WindowID, too scene: String, _ value: JSONValue?, of user: UserSession) -> Bool {
    opener != other && window.sceneID == scene && window.value == value && window.user === user
  }
}

/// Which window a page instance has opened: coming without a window, it comes back to that one, also when it is gone.
struct WindowOpeners {
  private struct Opener: Hashable {
    var user: ScalarKey
    var instance: ScalarKey
  }

  private var windows: [Opener: WindowID] = [:]
  /// Openers of windows that are gone, oldest first.
  private var gone: [Opener] = []
  private let kept = 10_000

  func window(openedBy instance: ScalarKey, of user: ScalarKey) -> WindowID? {
    windows[Opener(user: user, instance: instance)]
  }

  mutating func opened(_ window: WindowID, by instance: ScalarKey?, of user: ScalarKey) {
    if let instance { windows[Opener(user: user, instance: instance)] = window }
  }

  /// The window is gone for good. Its opener is remembered for a while, so that a late page is told.
  mutating func finished(openedBy instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    gone.append(Opener(user: user, instance: instance))
    guard gone.count > 2 * kept else { return }
    for opener in gone.prefix(kept) { windows[opener] = nil }
    gone.removeFirst(kept)
  }
}
