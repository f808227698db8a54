import Oriel

/// The memory that windows take: of each user, of each network, and of all. It is estimated from the sizes of their
/// documents, because it is counted at each change.
struct WindowMemory {
  private var all = 0
  private var users: [ScalarKey: Int] = [:]
  private var networks = PrefixCounts<[RemoteNetwork: Int]>()
  /// Makes room when there is too little.
  var alarm = Alarm()

  /// The share of a network and of a user.
  private static let (networkShare, userShare) = (4, 64)

  /// Models, what they show and who observes what takes several times the size of the document.
  static func weight(ofDocument bytes: Int) -> Int { 8192 + 7 * bytes }

  mutating func add(_ change: Int, of window: Window) {
    all += change
    let user = users[window.user.account.key, default: 0] + change
    users[window.user.account.key] = user > 0 ? user : nil
    if let network = window.network { networks.count(change, of: network) }
  }

  /// Whether the windows of a network, or all, take more than they may.
  ///
  /// - Parameter limit: The bytes that all may take.
  mutating func isExceeded(by network: RemoteNetwork?, _ limit: Int) -> Bool {
    if all > limit { return true }
    return network.map { !networks.hasRoom($0, of: limit / Self.networkShare) } ?? false
  }

  /// Whether the windows among which this one counts take more than they may.
  mutating func isExceeded(by window: Window, _ limit: Int) -> Bool {
    isExceeded(by: window.network, limit) || users[window.user.account.key] ?? 0 > limit / Self.userShare
  }
}

extension WindowHub {
  /// Each hub has its part.
  private var memoryLimit: Int { limits.windowMemory / neighbours.count }

  /// Counts what a window takes now.
  func weigh(_ window: Window) {
    guard !window.isConsole else { return }
    let weight = WindowMemory.weight(ofDocument: window.live.byteBound)
    memory.add(weight - window.weight, of: window)
    window.weight = weight
    makeRoomIfExceeded(by: window)
  }

  /// It takes more, or has no page any more.
  func makeRoomIfExceeded(by window: Window) {
    if memory.isExceeded(by: window, memoryLimit) { makeRoomSoon(after: 0) }
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

  private func makeRoomSoon(after delay: Int64) {
    memory.alarm.set(after: delay, on: scheduler) { [weak self] in self?.makeRoom() }
  }

  /// Lets windows sleep that no page shows, the longest first, a few at once. Where that is not enough, the largest windows
  /// of the network lose their pages, which come back later.
  private func makeRoom() {
    let start = scheduler.nanoseconds
    let exceeding = windows.values.filter { !$0.isConsole && memory.isExceeded(by: $0, memoryLimit) }
    guard !exceeding.isEmpty else { return }
    let waiting = exceeding.filter { !$0.isAttached }
    for window in waiting.sorted(by: { $0.unattachedSince < $1.unattachedSince })
    where memory.isExceeded(by: window, memoryLimit) && window.maySleep {
      guard scheduler.nanoseconds - start < limits.sliceTime * 1_000_000 else { return makeRoomSoon(after: 0) }
      sleep(window)
    }
    if waiting.isEmpty { return cutLargest(of: exceeding) }
    // Others are not saved yet.
    if waiting.contains(where: { windows.holds($0) && memory.isExceeded(by: $0, memoryLimit) }) {
      makeRoomSoon(after: 50)
    }
  }

  private func cutLargest(of exceeding: [Window]) {
    let largest = exceeding.filter { memory.isExceeded(by: $0.network, memoryLimit) }.max { $0.weight < $1.weight }
    if let window = largest, let page = window.page {
      log(
        .warning, onceAMinute: "memory cut \(window.network?.text ?? "")",
        """
        Windows take more memory than they may: the pages of the largest were told to come back later. If that is their \
        size, raise --window-memory
        """, ["network": "\(window.network?.text ?? "")"])
      close(page, .unavailable)
    }
  }
}

extension Window {
  /// Whether the store has all of it, so that it can leave the memory.
  fileprivate var maySleep: Bool { !unsaved.isWaiting && !unsaved.isUnderway && held == nil }
}
