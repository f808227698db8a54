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
///
/// Those of windows in memory are all known. Of windows that sleep or have ended, the last ones are: what only sleeps
/// costs nothing but its rows.
struct WindowOpeners {
  private struct Opener: Hashable {
    var user: ScalarKey
    var instance: ScalarKey
  }

  private var windows: [Opener: WindowID] = [:]
  private var former: [Opener: WindowID] = [:]
  /// The openers in `former`, oldest first.
  private var order: [Opener] = []
  private let kept = 10_000

  var count: Int { windows.count + former.count }

  func window(openedBy instance: ScalarKey, of user: ScalarKey) -> WindowID? {
    let opener = Opener(user: user, instance: instance)
    return windows[opener] ?? former[opener]
  }

  mutating func opened(_ window: WindowID, by instance: ScalarKey?, of user: ScalarKey) {
    if let instance { windows[Opener(user: user, instance: instance)] = window }
  }

  /// Records that a window is no longer in memory. Its opener is remembered for a while, for a late page.
  mutating func left(_ window: WindowID, openedBy instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    let opener = Opener(user: user, instance: instance)
    // The page may have opened another since.
    guard windows[opener] == window else { return }
    windows[opener] = nil
    former[opener] = window
    order.append(opener)
    guard order.count > 2 * kept else { return }
    for opener in order.prefix(kept) { former[opener] = nil }
    order.removeFirst(kept)
  }

  /// The page may open another.
  mutating func forget(_ instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    let opener = Opener(user: user, instance: instance)
    windows[opener] = nil
    former[opener] = nil
  }
}
