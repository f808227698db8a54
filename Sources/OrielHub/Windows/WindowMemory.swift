import Oriel

/// The memory that windows take: of each user, of each network, and of all. It is estimated from the sizes of their
/// documents, because it is counted at each change.
struct WindowMemory {
  private var all = 0
  private var users: [ScalarKey: Int] = [:]
  private var networks = PrefixCounts<[RemoteNetwork: Int]>()

  /// The share of a network and of a user.
  private static let (networkShare, userShare) = (4, 64)

  /// An estimate of a window's memory. Models, what they show and who observes what takes several times the size of the
  /// document, but less where it is kept as text.
  static func weight(of document: LiveDocument) -> Int {
    let packed = document.graph.packedBytes
    return 8192 + 8 * max(0, document.byteBound - packed) + 2 * packed
  }

  /// Smaller changes are not counted.
  static let step = 32_768

  mutating func add(_ change: Int, of window: Window) {
    all += change
    let user = users[window.user.key, default: 0] + change
    users[window.user.key] = user > 0 ? user : nil
    if let network = window.network { networks.count(change, of: network) }
  }

  mutating func move(_ window: Window, to network: RemoteNetwork?) {
    if let former = window.network { networks.count(-window.weight, of: former) }
    if let network { networks.count(window.weight, of: network) }
    window.network = network
  }

  /// Whether the windows of a network, or all, take more than they may.
  ///
  /// - Parameter limit: The bytes that all may take.
  mutating func isExceeded(by network: RemoteNetwork?, _ limit: Int) -> Bool {
    if all > limit { return true }
    return network.map { !networks.hasRoom($0, of: limit / Self.networkShare) } ?? false
  }

  func isExceeded(by user: ScalarKey, _ limit: Int) -> Bool { users[user] ?? 0 > limit / Self.userShare }
}

extension Window {
  /// Whether the store has all of it, so that it can leave the memory.
  var maySleep: Bool { !unsaved.isWaiting && !unsaved.isUnderway && held == nil }
}
