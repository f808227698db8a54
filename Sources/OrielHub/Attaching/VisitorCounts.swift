import Oriel
import Synchronization

/// Counts what visitors have at the moment on all hubs of a process: if each hub counted alone, a user could reach every
/// limit once on each of them.
///
/// May be used on any thread.
package final class VisitorCounts: Sendable {
  private struct State {
    var attached: [ScalarKey: Int] = [:]
    var uploads = TransferCounts()
    var uploadBytes = PrefixCounts<[RemoteNetwork: Int]>()
    var downloads = TransferCounts()
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Attached windows

  func attached(_ change: Int, of user: ScalarKey) { state.withLock { $0.attached.count(change, of: user) } }

  func attachedWindows(of user: ScalarKey) -> Int { state.withLock { $0.attached[user] ?? 0 } }

  // MARK: Files

  /// - Returns: Whether there was room for one more.
  func beginUpload(of user: ScalarKey, from network: RemoteNetwork, size: Int, _ limits: HubLimits) -> Bool {
    state.withLock { state in
      // Room on the disk is kept for all of it. One of the largest always fits.
      let limit = max(limits.uploadBytesPerNetwork, limits.uploadBytes)
      let hasRoom = state.uploadBytes.hasRoom(network, for: size, of: limit)
      guard hasRoom, state.uploads.begin(of: user, from: network, limits.uploads) else { return false }
      state.uploadBytes.count(size, of: network)
      return true
    }
  }

  func endUpload(of user: ScalarKey, from network: RemoteNetwork, size: Int) {
    state.withLock { state in
      state.uploads.count(-1, of: user, from: network)
      state.uploadBytes.count(-size, of: network)
    }
  }

  /// - Parameter user: `nil` if it is not known who asks.
  /// - Returns: A place that is free again when it is released; `nil` if there was no room for one more.
  func beginDownload(of user: ScalarKey?, from network: RemoteNetwork, _ limits: HubLimits) -> DownloadPlace? {
    guard state.withLock({ $0.downloads.begin(of: user, from: network, limits.downloads) }) else { return nil }
    return DownloadPlace { [self] in state.withLock { $0.downloads.count(-1, of: user, from: network) } }
  }

  var downloads: Int { state.withLock { $0.downloads.all } }
}

/// How many files may be on their way at the same time.
package struct TransferLimits: Equatable, Sendable {
  package var all: Int
  package var perUser: Int
  package var perNetwork: Int
}

/// The files that are on their way.
private struct TransferCounts {
  private(set) var all = 0
  private var ofUsers: [ScalarKey: Int] = [:]
  private var ofNetworks = PrefixCounts<[RemoteNetwork: Int]>()

  mutating func begin(of user: ScalarKey?, from network: RemoteNetwork, _ limits: TransferLimits) -> Bool {
    guard all < limits.all, user.map({ ofUsers[$0] ?? 0 < limits.perUser }) ?? true,
      ofNetworks.hasRoom(network, of: limits.perNetwork)
    else { return false }
    count(1, of: user, from: network)
    return true
  }

  mutating func count(_ change: Int, of user: ScalarKey?, from network: RemoteNetwork) {
    all += change
    if let user { ofUsers.count(change, of: user) }
    ofNetworks.count(change, of: network)
  }
}

/// The place of one download among those that are counted.
final class DownloadPlace: Sendable {
  private let release: @Sendable () -> Void

  init(_ release: @escaping @Sendable () -> Void) { self.release = release }

  deinit { release() }
}

extension [ScalarKey: Int] {
  fileprivate mutating func count(_ change: Int, of key: ScalarKey) {
    let count = (self[key] ?? 0) + change
    self[key] = count > 0 ? count : nil
  }
}
