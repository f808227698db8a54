import Oriel
import OrielDocument

extension WindowHub {
  /// Opens a copy of a window at a revision, for the operator who is viewing it; a page of the operator is asked to
  /// show the copy.
  ///
  /// The copy has the saved state of the window's models at that revision. The objects of its environment are the
  /// operator's current ones, because another user's objects are shared by that user's windows and are not part of any
  /// one.
  ///
  /// - Parameters:
  ///   - console: The operator's window that requests it.
  /// - Throws: `ForkError`, or any error of restoring it.
  @discardableResult
  package func fork(_ id: WindowID, at rev: Int, from console: WindowID) throws -> Window {
    guard let asking = windows[console], let window = windows[id], let moment = window.history?.moment(at: rev) else {
      throw ForkError.unknownMoment
    }
    if let role = window.scene.requiredRole, !asking.user.account.roles.contains(role) {
      throw ForkError.missingRole(role)
    }
    let stored = StoredWindow(origin: StoredOrigin(window), position: moment.position, models: moment.models)
    let fork = try copy(of: stored, scene: window.scene, value: window.value, for: asking.user, openedBy: nil)
    show(fork, asking: console)
    commit()
    return fork
  }
}

/// The reason why an earlier state can't be opened.
package enum ForkError: Error, Equatable, CustomStringConvertible {
  /// The revision is no longer kept, or the window is gone.
  case unknownMoment
  /// The copy would be the operator's own window, and its scene requires a role that the operator does not have.
  case missingRole(String)

  package var description: String {
    switch self {
    case .unknownMoment: "the server no longer keeps this revision."
    case .missingRole(let role): "a copy would be your own window, and its scene requires the role “\(role)”."
    }
  }
}

extension HubMonitor {
  /// See `WindowHub.fork(_:at:from:)`.
  package func fork(_ id: WindowID, at rev: Int, from console: WindowID) throws {
    try hub.fork(id, at: rev, from: console)
  }
}
