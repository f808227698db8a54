import Oriel

/// The running handlers of events and messages, for which an ending server waits.
package struct RunningHandlers {
  package private(set) var count = 0
  private var inWindows: [WindowID: Int] = [:]
  private var ofUsers: [ScalarKey: Int] = [:]
  private var actions: Set<RunningAction> = []

  mutating func began() { count += 1 }
  mutating func ended() { count -= 1 }

  /// Those of a window are counted for it, and for its user, who may close it and open others meanwhile.
  mutating func began(in window: WindowID, of user: ScalarKey, _ action: RunningAction? = nil) {
    count += 1
    if let action { actions.insert(action) }
    inWindows[window, default: 0] += 1
    ofUsers[user, default: 0] += 1
  }

  mutating func ended(in window: WindowID, of user: ScalarKey, _ action: RunningAction? = nil) {
    count -= 1
    if let action { actions.remove(action) }
    inWindows.countDown(window)
    ofUsers.countDown(user)
  }

  func isRunning(_ action: RunningAction) -> Bool { actions.contains(action) }

  func hasRoom(in window: WindowID, of user: ScalarKey, _ limits: HubLimits) -> Bool {
    inWindows[window, default: 0] < limits.handlersPerWindow && ofUsers[user, default: 0] < limits.handlersPerUser
  }
}

/// The action of a button in a window, which is not called again while it runs.
package struct RunningAction: Hashable {
  private let window: WindowID
  private let model: ScalarKey
  private let element: ScalarKey

  init(of event: WindowEvent, in window: WindowID) {
    var element = event.element ?? ""
    // One of a row of a table.
    for part in event.name == "cell" ? ["id", "column", "element"] : [] {
      element += "\n" + (event.value?[part]?.stringValue ?? "")
    }
    (self.window, model, self.element) = (window, ScalarKey(event.model), ScalarKey(element))
  }
}

extension Dictionary where Value == Int {
  fileprivate mutating func countDown(_ key: Key) { self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil } }
}
