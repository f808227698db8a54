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
    /// By user and by network.
    var uploadsOf: [ScalarKey: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Attached windows

  func attached(_ change: Int, of user: ScalarKey) { state.withLock { $0.attached.count(change, of: user) } }

  func attachedWindows(of user: ScalarKey) -> Int { state.withLock { $0.attached[user] ?? 0 } }

  // MARK: Uploads

  /// - Returns: Whether there was room for one more.
  func beginUpload(of user: ScalarKey, from network: ScalarKey, _ limits: HubLimits) -> Bool {
    state.withLock { state in
      guard state.uploads < limits.uploads, state.uploadsOf[user] ?? 0 < limits.uploadsPerUser,
        state.uploadsOf[network] ?? 0 < limits.uploadsPerNetwork
      else { return false }
      state.uploads += 1
      for sender in [user, network] { state.uploadsOf.count(1, of: sender) }
      return true
    }
  }

  func endUpload(of user: ScalarKey, from network: ScalarKey) {
    state.withLock { state in
      state.uploads -= 1
      for sender in [user, network] { state.uploadsOf.count(-1, of: sender) }
    }
  }
}

extension [ScalarKey: Int] {
  fileprivate mutating func count(_ change: Int, of key: ScalarKey) {
    let count = (self[key] ?? 0) + change
    self[key] = count > 0 ? count : nil
  }
}
