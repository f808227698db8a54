import Oriel

extension WindowHub {
  /// Each hub has its part.
  private var memoryLimit: Int { limits.windowMemory / neighbours.count }

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

  /// It takes more, or has no page any more.
  func makeRoomIfExceeded(by window: Window) {
    if memory.isExceeded(by: window.user.account.key, memoryLimit) { letSleep(windowsOf: window.user) }
    if memory.isExceeded(by: window.network, memoryLimit) { makeRoomSoon() }
  }

  /// Lets windows sleep that no page shows: the longest first, as soon as the store has them.
  private func letSleep(windowsOf user: UserState) {
    let waiting = user.windows.filter { !$0.isAttached && !$0.isConsole }
    guard let longest = waiting.min(by: { $0.unattachedSince < $1.unattachedSince }) else { return }
    sleepSoon(longest, after: longest.maySleep ? 0 : 1000)
  }

  /// It leaves the memory, or counts for another network.
  func unweigh(_ window: Window) {
    memory.add(-window.weight, of: window)
    window.weight = 0
  }

  /// Whether a page of this network may have one more window in memory.
  func hasMemory(forMoreOf network: String?) -> Bool {
    guard memory.isExceeded(by: network.map { RemoteNetwork(of: $0) }, memoryLimit) else { return true }
    log(
      .warning, onceAMinute: "memory \(network ?? "")",
      """
      A window was not opened: those of its network, or all, take more memory than they may. If that is their size, raise \
      --window-memory
      """, ["network": "\(network ?? "")"])
    return false
  }

  /// At most once a second, because it looks at all windows.
  private func makeRoomSoon() {
    memory.alarm.set(after: memory.lastLook + 1000 - scheduler.now, on: scheduler) { [weak self] in self?.makeRoom() }
  }

  /// Lets windows sleep that no page shows, the longest first, a few at once. Where that is not enough, the largest windows
  /// of the network lose their pages one after another, and these come back later.
  private func makeRoom() {
    memory.lastLook = scheduler.now
    let start = scheduler.nanoseconds
    let exceeding = windows.values.filter { !$0.isConsole && memory.isExceeded(by: $0.network, memoryLimit) }
    let waiting = exceeding.filter { !$0.isAttached && $0.maySleep }.sorted { $0.unattachedSince < $1.unattachedSince }
    for window in waiting where memory.isExceeded(by: window.network, memoryLimit) {
      guard scheduler.nanoseconds - start < limits.sliceTime * 1_000_000 else {
        memory.lastLook -= 1000
        return makeRoomSoon()
      }
      sleep(window)
    }
    let others = exceeding.filter { windows.holds($0) && memory.isExceeded(by: $0.network, memoryLimit) }
    guard !others.isEmpty else { return }
    if let largest = others.filter(\.isAttached).max(by: { $0.weight < $1.weight }) {
      cut(largest)
      memory.lastLook -= 900
    }
    makeRoomSoon()
  }

  private func cut(_ window: Window) {
    log(
      .warning, onceAMinute: "memory cut \(window.network?.text ?? "")",
      """
      Windows take more memory than they may: the pages of the largest were told to come back later. If that is their size, \
      raise --window-memory
      """, ["network": "\(window.network?.text ?? "")"])
    if let page = window.page { close(page, .unavailable) }
  }
}
