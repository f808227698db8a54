import Oriel

/// Who somebody has proved to be, and for how long. Times are milliseconds since 1970.
package struct Credentials: Sendable, Equatable {
  package var user: User
  /// When they were given out: signing the user out ends those from before, and those that do not tell.
  package var issued: Int64?
  /// `nil` where they are good until somebody ends them.
  package var expires: Int64?

  package init(user: User, issued: Int64? = nil, expires: Int64? = nil) {
    self.user = user
    self.issued = issued
    self.expires = expires
  }
}
