import Oriel

/// Keeps the memory of windows below the limits of users, of networks, and of all.
final class MemoryLimit {
  private unowned let hub: WindowHub
  private var memory = WindowMemory()
  private var alarm = Alarm()
  /// When all windows were last looked at, on the hub's clock.
  private var lastLook = Int64.min / 2

  init(of hub: WindowHub) { self.hub = hub }

  /// Each hub has its part.
  private var limit: Int { hub.limits.windowMemory / hub.neighbours.count }

  /// Counts what a window takes now.
  func weigh(_ window: Window) {
    guard !window.isConsole else { return }
    let weight = WindowMemory.weight(of: window.live)
    // A click changes it by a few hundred bytes, and must cost nothing here.
    guard window.weight == 0 || abs(weight - window.weight) >= WindowMemory.step else { return }
    memory.add(weight - window.weight, of: window)
    window.weight = weight
    makeRoomIfExceeded(by: window)
  }

  /// Counts what a window takes now, for the network of the page that shows it.
  func weigh(_ window: Window, shownFrom network: String?) {
    weigh(window)
    let network = network.map { RemoteNetwork(of: $0) }
    guard network != window.network else { return }
    memory.move(window, to: network)
    if !window.isConsole { makeRoomIfExceeded(by: window) }
  }

  /// It takes more, or has no page any more.
  func makeRoomIfExceeded(by window: Window) {
    let limit = limit
    if memory.isExceeded(by: window.user.key, limit) { letSleep(windowsOf: window.user) }
    if memory.isExceeded(by: window.network, limit) { makeRoomSoon() }
  }

  /// Lets windows sleep that no page shows: the longest first, as soon as the store has them.
  private func letSleep(windowsOf user: UserState) {
    let waiting = user.windows.filter { !$0.isAttached && !$0.isConsole }
    guard let longest = waiting.min(by: { $0.unattachedSince < $1.unattachedSince }) else { return }
    hub.sleepSoon(longest, after: longest.maySleep ? 0 : 1000)
  }

  /// It leaves the memory.
  func unweigh(_ window: Window) {
    memory.add(-window.weight, of: window)
    window.weight = 0
  }

  /// Whether a page of this network may have one more window in memory.
  func hasRoom(forMoreOf network: String?) -> Bool {
    guard memory.isExceeded(by: network.map { RemoteNetwork(of: $0) }, limit) else { return true }
    hub.log(
      .warning, onceAMinute: "memory \(network ?? "")",
      """
      A window was not opened: those of its network, or all, take more memory than they may. If that is their size, raise \
      --window-memory
      """, ["network": "\(network ?? "")"])
    return false
  }

  /// At most once a second, because it looks at all windows.
  private func makeRoomSoon() {
    alarm.set(after: lastLook + 1000 - hub.scheduler.now, on: hub.scheduler) { [weak hub] in hub?.memory.makeRoom() }
  }

  /// Lets windows sleep that no page shows, the longest first, a few at once. Where that is not enough, the largest windows
  /// of the network lose their pages one after another, and these come back later.
  private func makeRoom() {
    lastLook = hub.scheduler.now
    let start = hub.scheduler.nanoseconds
    let exceeding = hub.windows.values.filter { !$0.isConsole && memory.isExceeded(by: $0.network, limit) }
    let waiting = exceeding.filter { !$0.isAttached && $0.maySleep }.sorted { $0.unattachedSince < $1.unattachedSince }
    for window in waiting where memory.isExceeded(by: window.network, limit) {
      guard hub.scheduler.nanoseconds - start < hub.limits.sliceTime * 1_000_000 else {
        lastLook -= 1000
        return makeRoomSoon()
      }
      hub.sleep(window)
    }
    let others = exceeding.filter { hub.windows.holds($0) && memory.isExceeded(by: $0.network, limit) }
    guard !others.isEmpty else { return }
    if let largest = others.filter(\.isAttached).max(by: { $0.weight < $1.weight }) {
      cut(largest)
      lastLook -= 900
    }
    makeRoomSoon()
  }

  private func cut(_ window: Window) {
    hub.log(
      .warning, onceAMinute: "memory cut \(window.network?.text ?? "")",
      """
      Windows take more memory than they may: the pages of the largest were told to come back later. If that is their size, \
      raise --window-memory
      """, ["network": "\(window.network?.text ?? "")"])
    if let page = window.page { hub.close(page, .unavailable) }
  }
}
