import Oriel
import OrielDocument

/// A user with at least one window in memory: all these windows share the environment's objects.
package final class UserState: RosterMember {
  /// The user, with the roles of the latest sign-in.
  package private(set) var account: User
  let objects: EnvironmentObjects
  /// The windows in the order of their use, the most recent last.
  package internal(set) var windows: [Window] = []
  /// The number of the user's windows in memory and in the store.
  var keptWindows: Int
  /// Whether the windows that were not used for longest are being looked for.
  var isCrowdingOut = false
  /// Whether callbacks are still waiting for it. They are called one after another, and the first may finish its window
  /// before the next opens one.
  var isAwaited = false
  var rosterIndex = 0
  /// The user's saved objects, if there are any.
  let saved: SavedObjects?

  /// - Parameters:
  ///   - keptWindows: The number of the user's windows in the store.
  ///   - shared: The objects of all users, over which the user's own have precedence.
  init(user: User, keptWindows: Int, environment: RestoredObjects, shared: [AnyObject]) {
    account = user
    self.keptWindows = keptWindows
    objects = EnvironmentObjects(shared + environment.objects)
    saved = environment.saved
    saved?.begin(in: EnvironmentValues(objects: objects, client: ClientEnvironment(user: user)))
  }

  /// Updates the user, perhaps with other roles, in all windows.
  func signedIn(as user: User) {
    guard user.key == account.key, user.roles != account.roles else { return }
    account = user
    for window in windows {
      window.client.user = user
      window.unsaved.origin = true
    }
  }

  func used(_ window: Window) {
    guard windows.last !== window else { return }
    windows.removeAll { $0 === window }
    windows.append(window)
  }
}
