import Oriel
import OrielDocument

/// A member of a tenant: a user with at least one window of the tenant in memory. All these windows share the
/// environment's objects.
package final class UserState: RosterMember {
  /// The user as the tenant knows them.
  package private(set) var account: User
  /// Of the account: it never changes.
  let key: ScalarKey
  /// The user as the latest credentials said.
  private(set) var credentials: User {
    get { renewed?.user ?? account }
    set { renewed = newValue == account ? nil : Renewed(newValue) }
  }
  /// Mostly the tenant knows the user as the credentials say: kept beside.
  private var renewed: Renewed?

  private final class Renewed {
    let user: User

    init(_ user: User) { self.user = user }
  }

  let home: Home
  let admission = Admission()
  let objects: EnvironmentObjects
  /// The windows in the order of their use, the most recent last.
  package internal(set) var windows: [Window] = []
  /// The number of the user's windows in memory and in the store.
  var keptWindows: Int
  /// How many of them others have opened and the user has not seen, at most; `nil` while that is not known.
  var unseenWindows: Int?
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
  ///   - environment: The user's own objects, which have precedence over the tenant's.
  init(user: User, keptWindows: Int, environment: RestoredObjects, home: Home) {
    account = user
    key = user.key
    self.home = home
    self.keptWindows = keptWindows
    objects =
      environment.objects.isEmpty ? home.objects : EnvironmentObjects(home.objects.all + environment.objects)
    saved = environment.saved
    saved?.begin(in: EnvironmentValues(objects: objects, client: ClientEnvironment(user: user)))
  }

  /// Notes new credentials, with which the member has yet to be admitted.
  func renewCredentials(_ new: User) { if new.key == key { credentials = new } }

  /// Notes the credentials of a page that has been admitted, and the user as the tenant knows them.
  func signedIn(as user: User, with credentials: User) {
    guard credentials.key == key else { return }
    self.credentials = credentials
    become(user)
  }

  /// Updates the user, perhaps with other roles, in all windows.
  func become(_ user: User) {
    guard user.key == key, user != account else { return }
    // The credentials stay as they are.
    (renewed, account) = (credentials == user ? nil : Renewed(credentials), user)
    saved?.turnContext.environment.client.user = user
    for window in windows {
      window.client.user = user
      window.unsaved.origin = true
    }
    home.windows.rename(user)
  }

  /// Whether the store may have windows of the user that are not in memory.
  var mayHaveAsleep: Bool { keptWindows > windows.count }

  /// When the user last did something in one of the windows, in milliseconds since 1970.
  var lastUsedAt: Int64 { windows.lazy.map(\.lastUsedAt).max() ?? 0 }

  func used(_ window: Window) {
    guard windows.last !== window else { return }
    windows.removeAll { $0 === window }
    windows.append(window)
  }
}
