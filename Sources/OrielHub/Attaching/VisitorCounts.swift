import Oriel
import Synchronization

/// Counts what visitors have at the moment on all hubs of a process: if each hub counted alone, a user could reach every
/// limit once on each of them.
///
/// May be used on any thread.
package final class VisitorCounts: Sendable {
  private struct State {
    var attached: [ScalarKey: Int] = [:]
    var uploads = 0
    var uploadsOfUsers: [ScalarKey: Int] = [:]
    var uploadsOfNetworks = PrefixCounts<[RemoteNetwork: Int]>()

    mutating func countUpload(_ change: Int, of user: ScalarKey, from network: RemoteNetwork) {
      uploads += change
      uploadsOfUsers.count(change, of: user)
      uploadsOfNetworks.count(change, of: network)
    }
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Attached windows

  func attached(_ change: Int, of user: ScalarKey) { state.withLock { $0.attached.count(change, of: user) } }

  func attachedWindows(of user: ScalarKey) -> Int { state.withLock { $0.attached[user] ?? 0 } }

  // MARK: Uploads

  /// - Returns: Whether there was room for one more.
  func beginUpload(of user: ScalarKey, from network: RemoteNetwork, _ limits: HubLimits) -> Bool {
    state.withLock { state in
      guard state.uploads < limits.uploads, state.uploadsOfUsers[user] ?? 0 < limits.uploadsPerUser,
        state.uploadsOfNetworks.hasRoom(network, of: limits.uploadsPerNetwork)
      else { return false }
      state.countUpload(1, of: user, from: network)
      return true
    }
  }

  func endUpload(of user: ScalarKey, from network: RemoteNetwork) {
    state.withLock { $0.countUpload(-1, of: user, from: network) }
  }
}

extension [ScalarKey: Int] {
  fileprivate mutating func count(_ change: Int, of key: ScalarKey) {
    let count = (self[key] ?? 0) + change
    self[key] = count > 0 ? count : nil
  }
}
