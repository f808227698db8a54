/// A message from a client (see the protocol, *Client → server*). Its content is untrusted.
package enum ClientMessage: Equatable, Sendable {
  case attach(Attach)
  case event(WindowEvent)
  case performed(Performed)
  case environment(EnvironmentReport)
  case ping(Int)
  case leave
}
