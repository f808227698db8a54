import OrielHub

/// Who a connection is, for as long as it is open.
///
/// Who signs in with a browser is one user from then on, with that user's roles: what was proved decides, not who the
/// browser was before. The windows it had until then are still its own, as it still has the cookie that says so.
struct Visitor {
  /// Opens windows, and comes back to its own.
  let credentials: Credentials
  /// Comes back to windows of before.
  var former: Credentials?
  /// Why somebody who was signed in is not any more.
  var lapsed: CloseReason?
}
