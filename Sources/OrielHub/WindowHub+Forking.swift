import Oriel
import OrielDocument

extension WindowHub {
  /// Opens a window that is as another was at a revision, for the operator who looks at that one; a page of the operator
  /// is asked to show it.
  ///
  /// It has the state of then: all that is saved of the window's models. The objects of its environment are the
  /// operator's own, as they are now: those of another user are shared by that user's windows, and are no part of one.
  ///
  /// - Parameters:
  ///   - console: The operator's window in which this is asked for.
  /// - Throws: `ForkError`, or what restoring it has thrown.
  @discardableResult
  package func fork(_ id: WindowID, at rev: Int, from console: WindowID) throws -> Window {
    guard let asking = windows[console], let window = windows[id], let moment = window.history?.moment(at: rev) else {
      throw ForkError.unknownMoment
    }
    if let role = window.scene.requiredRole, !asking.user.user.roles.contains(role) {
      throw ForkError.missingRole(role)
    }
    let stored = StoredWindow(origin: StoredOrigin(window), position: moment.position, models: moment.models)
    let fork = try copy(of: stored, scene: window.scene, value: window.value, for: asking.user, openedBy: nil)
    show(fork, asking: console)
    commit()
    return fork
  }
}

/// Why an earlier state can't be opened as a window.
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

extension Lookout {
  /// See `WindowHub.fork(_:at:from:)`.
  package func fork(_ id: WindowID, at rev: Int, from console: WindowID) throws {
    _ = try onHub { try $0.fork(id, at: rev, from: console) }
  }
}
