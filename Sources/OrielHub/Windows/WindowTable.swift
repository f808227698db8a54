import Oriel

/// The windows in memory.
package struct WindowTable {
  private var byID: [WindowID: Window] = [:]
  /// In the order of their arrival.
  private(set) var roster = Roster<Window>()
  /// The operators' windows, which don't count as windows of the app.
  private var console: Set<WindowID> = []

  /// Those that operators look at.
  private(set) var observed: Set<WindowID> = []

  private var openers: WindowOpeners
  private var openings = WindowOpenings()

  /// - Parameter birth: The time of the hub's clock.
  init(since birth: Int64) { openers = WindowOpeners(since: birth) }

  package subscript(id: WindowID) -> Window? { byID[id] }

  package var values: Dictionary<WindowID, Window>.Values { byID.values }

  /// The number of windows of the app.
  package var count: Int { byID.count - console.count }

  /// Whether it is still in memory.
  func holds(_ window: Window) -> Bool { roster[window.rosterIndex] === window }

  mutating func insert(_ window: Window) {
    byID[window.id] = window
    roster.append(window)
    if window.isConsole { console.insert(window.id) }
    openers.opened(window.id, by: window.opener, of: window.user.key)
  }

  mutating func remove(_ window: Window) {
    byID[window.id] = nil
    roster.remove(window)
    console.remove(window.id)
    observed.remove(window.id)
    openers.unloaded(window.id, openedBy: window.opener, of: window.user.key)
  }

  // MARK: Who has opened them

  /// Whether a page may still arrive that opened a window before the last restart without learning of it.
  func mayMissOpeners(at now: Int64, _ limits: HubLimits) -> Bool { openers.mayMiss(at: now, limits) }

  /// The window that a page has opened, whether it is in memory or not.
  func id(openedBy instance: ScalarKey, of user: ScalarKey) -> WindowID? {
    openers.window(openedBy: instance, of: user)
  }

  /// The page that has opened a window may open another.
  mutating func forgetOpener(_ instance: ScalarKey?, of user: ScalarKey) { openers.forget(instance, of: user) }

  /// The window that another window has opened in this transaction for the same user, scene and value.
  func opened(of user: UserState, scene: String, value: JSONValue?, notBy opener: WindowID) -> Window? {
    openings.window(of: user, scene: scene, value: value, notOpenedBy: opener)
  }

  mutating func opened(_ window: Window, by opener: WindowID) { openings.add(window, openedBy: opener) }

  mutating func transactionEnded() { openings.clear() }

  /// Observers of a window have come or gone.
  mutating func observersChanged(of window: Window) {
    if window.observers.isEmpty || !holds(window) { observed.remove(window.id) } else { observed.insert(window.id) }
  }

  /// The operators' windows.
  var ofConsole: some Sequence<Window> { console.lazy.compactMap { byID[$0] } }

  /// Finds windows of the app after an id, in the order of their ids.
  ///
  /// In a single pass, because sorting 100,000 windows for each page of a list would delay every user by a fifth of a
  /// second.
  func first(_ limit: Int, after id: String?) -> [Window] {
    var first: [Window] = []
    var last: String?
    for window in values where !window.isConsole && id.map({ window.id.rawValue > $0 }) ?? true {
      if let last, window.id.rawValue > last { continue }
      first.append(window)
      guard first.count > 2 * limit else { continue }
      Self.keepFirst(limit, of: &first)
      last = first.last?.id.rawValue
    }
    Self.keepFirst(limit, of: &first)
    return first
  }

  private static func keepFirst(_ count: Int, of windows: inout [Window]) {
    windows.sort { $0.id.rawValue < $1.id.rawValue }
    windows.removeLast(max(0, windows.count - count))
  }
}
