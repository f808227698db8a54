import Oriel
import OrielDocument

// How the objects of a tenant see its windows and members.

extension WindowHub {
  /// A window is in memory.
  func list(_ window: Window) {
    guard !window.isConsole, window.isStored else { return }
    window.record = window.user.home.windows.came(
      window.id, of: window.user.account.id, scene: window.sceneID, value: window.value, title: window.title,
      presence(of: window), usedAt: window.lastUsedAt, isTouched: window.opening == nil)
  }

  /// A page has come to a window, or has left it a moment ago.
  func listPresence(of window: Window) {
    guard !window.isConsole else { return }
    window.record?.become(presence(of: window))
    listPerson(window.user)
  }

  private func presence(of window: Window) -> Windows.Presence {
    window.client.isNowAttached ? .here : .away(since: wallTime - (scheduler.now - window.unattachedSince))
  }

  func listPerson(_ member: UserState) {
    guard member.home.isStored else { return }
    member.home.windows.attached(
      member.account, windows: member.windows.count { $0.client.isNowAttached && !$0.isConsole })
  }
}

extension Home {
  /// Lists windows that are only in the store.
  ///
  /// - Parameter now: When the tenant was loaded, in milliseconds since 1970: pages may have shown them until then.
  func list(_ windows: [StoredSummary], at now: Int64) {
    for window in windows.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      _ = self.windows.came(
        window.id, of: window.user, scene: window.scene, value: window.value, title: window.title, .away(since: now),
        usedAt: window.usedAt, isTouched: true)
    }
  }
}
