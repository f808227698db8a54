import Oriel

/// What is true of a member in every window, and outlives them all.
@SavedState
final class Membership {
  var isSignedIn = true
  /// A friend of the gallery pays for it.
  var isFriend = false
  /// While it is, nothing shows but the lock.
  var isLocked = false
}
