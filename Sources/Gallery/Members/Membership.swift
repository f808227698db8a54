import Oriel

/// A member's state, which all windows share and which outlives them.
@SavedState
final class Membership {
  var isSignedIn = true
  /// Whether the member pays to be a friend of the gallery.
  var isFriend = false
  /// While this is true, windows show only the lock.
  var isLocked = false
}
