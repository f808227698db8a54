import Oriel
import OrielDocument
import OrielHub

/// The sessions of a test's pages, which get them without cookies. No attempt to sign in has to wait.
final class TestSessions: Sessions {
  private var tickets: [String: SignInTicket] = [:]

  func waitToSignIn(from network: String?) -> Int { 0 }
  func failedToSignIn(from network: String?) {}
  func renew(_ session: Credentials, as new: Credentials, hub: WindowHub) {}

  func path(of ticket: SignInTicket, place: String) -> String? {
    let path = "/sign-in/as/\(place)\(tickets.count + 1)"
    tickets[path] = ticket
    return path
  }

  /// A ticket works once.
  func use(_ path: String) -> SignInTicket? { tickets.removeValue(forKey: path) }
}

extension TestWindow {
  /// Follows a sign-in or a sign-out of the window's model, as its page does: the page is loaded again as that user, and is
  /// led to where the model has said.
  ///
  /// - Throws: ``TestError/nothingTo(_:)`` if the model has done neither since the last time.
  public func followSignIn() throws {
    let paths = triggers.filter { $0.kind == "openURL" }.compactMap { $0.payload["url"]?.stringValue }
    guard let path = paths.last(where: { $0.hasPrefix("/sign-in/as/") }), let ticket = server.sessions.use(path) else {
      throw TestError.nothingTo("follow: the window's model has signed nobody in or out")
    }
    if let credentials = ticket.credentials {
      try server.step(ticket, on: server.hub(of: ticket.tenant)) { $0.signIns.bringWindows(with: $1) }
      request.formerUser = ScalarKey(ticket.owner)
      request.user = credentials.user
      request.signedInAt = credentials.issued
    } else {
      try server.step(ticket, on: server.hub(of: ticket.tenant)) { $0.access.signOut($1.owner) }
      request.user = User(id: request.formerUser?.text ?? "u-anonymous")
      request.formerUser = nil
    }
    request.attach.url = ticket.next ?? "/"
    let scene = server.look(request) { $0.signIns.areNeeded(for: $1) ? $0.signIns.address : nil }
    if let scene { request.attach.url = scene }
    request.scene = nil
    request.attach.value = nil
    try reload()
  }
}
