import Oriel
import OrielDocument

/// The windows opened in this transaction. If several windows follow the same flag and each opens the same window, it is
/// opened once; a window that opens two gets two.
struct WindowOpenings {
  private var all: [(window: Window, opener: WindowID)] = []

  mutating func add(_ window: Window, openedBy opener: WindowID) { all.append((window, opener)) }

  /// The window that another opener has opened for the same user, scene and value.
  func window(of user: UserState, scene: String, value: JSONValue?, notOpenedBy opener: WindowID) -> Window? {
    all.first {
      $0.opener != opener && $0.window.sceneID == scene && $0.window.value == value && $0.window.user === user
    }?.window
  }

  mutating func clear() { all = [] }
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
  private var former = KeyedQueue<Opener, WindowID>(limit: 10_000)
  private let birth: Int64

  /// - Parameter birth: The time of the hub's clock.
  init(since birth: Int64) { self.birth = birth }

  /// Whether a page may still arrive that opened a window before the last restart without learning of it.
  func mayMiss(at now: Int64, _ limits: HubLimits) -> Bool { now - birth < limits.openersKept }

  var count: Int { windows.count + former.count }

  func window(openedBy instance: ScalarKey, of user: ScalarKey) -> WindowID? {
    let opener = Opener(user: user, instance: instance)
    return windows[opener] ?? former[opener]
  }

  mutating func opened(_ window: WindowID, by instance: ScalarKey?, of user: ScalarKey) {
    if let instance { windows[Opener(user: user, instance: instance)] = window }
  }

  /// Records that a window is no longer in memory. Its opener is remembered for a while, for a late page.
  mutating func unloaded(_ window: WindowID, openedBy instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    let opener = Opener(user: user, instance: instance)
    // The page may have opened another since.
    guard windows[opener] == window else { return }
    windows[opener] = nil
    former.append(window, for: opener)
  }

  /// The page may open another.
  mutating func forget(_ instance: ScalarKey?, of user: ScalarKey) {
    guard let instance else { return }
    let opener = Opener(user: user, instance: instance)
    windows[opener] = nil
    former.remove(opener)
  }
}
