import OrielHub

/// Who makes a request, by the bearer token it carries.
package enum Caller: Sendable, Equatable {
  /// There is no token.
  case nobody
  case user(Credentials)
  /// Good once, and no more.
  case expired
  case refused
  /// Too many tokens were wrong: nobody at this address is asked for so many seconds.
  case throttled(Int)
  /// The keys that would tell are not to be had.
  case unavailable
}

/// Knows tokens that somebody else has given out.
package protocol TokenVerifier: Sendable {
  /// By the keys that are there; `nil` if it takes another.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func caller(of token: Substring, now: Int64) -> Caller?

  /// Looks for newer keys, unless that was done a moment ago; calls `then` once, on any thread.
  func refresh(then: @escaping @Sendable () -> Void)
}
