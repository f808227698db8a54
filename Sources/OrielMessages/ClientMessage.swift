/// A message from a client (see the protocol, *Client → server*). Its content is untrusted.
package enum ClientMessage: Equatable, Sendable {
  case attach(Attach)
  case event(WindowEvent)
  case performed(Performed)
  case environment(EnvironmentReport)
  case rows(RowsRequest)
  /// A new token for the user of the page, instead of the one that ends.
  case credentials(token: String)
  case ping(Int)
  /// The page shows this revision.
  case drawn(Int)
  case leave
}
