import Oriel
import OrielDocument

extension WindowHub {
  /// Copies a window's state for another page of its user, such as a duplicated tab.
  func fork(_ window: Window, for instance: ScalarKey) throws -> Window {
    let models = window.graph.snapshot()
    let stored = StoredWindow(
      origin: StoredOrigin(window), position: JSONBytes.encode(WindowPosition(window).saved),
      models: models.mapValues(JSONBytes.encode))
    return try copy(of: stored, scene: window.scene, value: window.value, for: window.user, openedBy: instance)
  }

  /// Creates a window with this state.
  func copy(
    of stored: StoredWindow, scene: WindowScene, value: JSONValue?, for user: UserState, openedBy instance: ScalarKey?
  ) throws -> Window {
    let identity = Window.Identity(
      id: WindowID(secretID("w-")), epoch: epoch(), scene: scene, value: value, openedBy: instance)
    return try restore(identity, user: user, stored, as: .copied)
  }

  /// Opens a copy of a window at a revision, for the operator who is viewing it; a page of the operator is asked to
  /// show the copy.
  ///
  /// The copy has the saved state of the window's models at that revision. The objects of its environment are the
  /// operator's current ones, because another user's objects are shared by that user's windows and are not part of any
  /// one.
  ///
  /// - Parameter console: The operator's window that requests it.
  /// - Throws: `ForkError`, or any error of restoring it.
  package func fork(_ id: WindowID, at rev: Int, from console: WindowID) async throws {
    guard let stored = await on(hub: findHub(of: id), { hub in hub.state(of: id, at: rev) }) else {
      throw ForkError.unknownMoment
    }
    try openCopy(of: stored, from: console)
  }

  private func state(of id: WindowID, at rev: Int) -> StoredWindow? {
    guard let window = windows[id], let moment = window.history?.moment(at: rev) else { return nil }
    return StoredWindow(origin: StoredOrigin(window), position: moment.position, models: moment.models)
  }

  private func openCopy(of stored: StoredWindow, from console: WindowID) throws {
    guard let asking = windows[console], let scene = scenes[stored.origin.scene] else { throw ForkError.unknownMoment }
    guard scene.opens(to: asking.user.account.roles) else { throw ForkError.missingRole(scene.requiredRoles[0]) }
    let fork = try copy(of: stored, scene: scene, value: stored.origin.value, for: asking.user, openedBy: nil)
    show(fork, asking: console)
    commit()
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
