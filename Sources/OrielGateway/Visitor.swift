import OrielHub

/// The user of a connection, for as long as it is open.
///
/// A browser that signs in is that user from then on, with that user's roles, regardless of who it was before. Its
/// earlier windows still belong to it, because it keeps the earlier cookie.
struct Visitor {
  /// The credentials for opening windows and returning to them.
  var credentials: Credentials
  /// The `Host` of the handshake.
  var host = ""
  /// The credentials for returning to windows from before the sign-in.
  var former: Credentials?
  /// The reason why an earlier sign-in is no longer valid.
  var lapsed: CloseReason?
}
