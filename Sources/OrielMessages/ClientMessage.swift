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
  case drawn(Drawn)
  case leave
}

/// A page's report of what it shows.
package struct Drawn: Equatable, Sendable {
  /// The revision of its window.
  package var rev: Int
  /// How many messages that change what it shows have come over its socket, and are on the screen.
  package var messages: Int
  /// The milliseconds between a message and its answer, as the page has measured them last.
  package var roundTrip: Int?

  package init(rev: Int, messages: Int, roundTrip: Int? = nil) {
    (self.rev, self.messages, self.roundTrip) = (rev, messages, roundTrip)
  }
}
