import Oriel

/// A verified identity and its validity. Times are in milliseconds since 1970.
package struct Credentials: Sendable, Equatable {
  package var user: User
  /// The time of issue. Signing the user out revokes earlier credentials and those without a time of issue.
  package var issued: Int64?
  /// The expiry; `nil` for credentials that are valid until they are revoked.
  package var expires: Int64?
  /// Whether an identity provider has signed the user in.
  package var isOfProvider = false

  package init(user: User, issued: Int64? = nil, expires: Int64? = nil) {
    self.user = user
    self.issued = issued
    self.expires = expires
  }
}
