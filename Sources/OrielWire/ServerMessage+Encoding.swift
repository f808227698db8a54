import OrielDocument

extension ServerMessage {
  /// The bytes that go out. Made once; every receiver may have the same.
  ///
  /// - Parameter server: The facts about the server in `attached`.
  package func frame(of server: @autoclosure () -> Server) -> Frame {
    Frame { encode(into: &$0, of: server()) }
  }

  func encode(into writer: inout JSONWriter, of server: @autoclosure () -> Server) {
    switch self {
    case .attached(let attached): writer.message("attached") { attached.encode(into: &$0, of: server()) }
    case .state(let document, let rev, let applied): writer.state(document, rev: rev, applied: applied)
    case .patch(let patch, let rev, let base, let applied): writer.patch(patch, rev: rev, base: base, applied: applied)
    case .saved(let event): writer.message("saved") { $0.integer(event) }
    case .observed(let count): writer.message("observed") { $0.integer(count) }
    case .rejected(let event, let code, let message, let applied):
      writer.rejected(event: event, code, message: message, applied: applied)
    case .trigger(let id, let kind, let payload, let expires):
      writer.trigger(id: id, kind: kind, payload: payload, expires: expires)
    case .shared(let update): writer.shared(update)
    case .rows(let update): writer.rows(update)
    case .closing(let reason): writer.closing(reason)
    case .expires(let time): writer.message("expires") { $0.integer(Int(time)) }
    case .pong(let number): writer.message("pong") { $0.integer(number) }
    }
  }
}

extension ServerMessage.Attached {
  func encode(into writer: inout JSONWriter, of server: ServerMessage.Server) {
    writer.object {
      $0.member("window", window)
      $0.member("user", user)
      $0.member("scene", scene)
      $0.member("epoch", epoch.text)
      $0.member("rev", rev)
      $0.member("applied", applied)
      $0.member("resumed", resumed)
      if notFound { $0.member("notFound", true) }
      $0.key("server")
      server.encode(into: &$0)
    }
  }
}

extension ServerMessage.Server {
  func encode(into writer: inout JSONWriter) {
    writer.object {
      $0.member("name", name)
      $0.member("version", version)
      $0.key("limits")
      $0.object {
        $0.member("message", limits.message)
        $0.member("unanswered", limits.unanswered)
      }
      if let files {
        $0.key("files")
        $0.object {
          $0.member("styles", files.styles)
          $0.member("scripts", files.scripts)
        }
      }
      if let at { $0.member("at", at) }
      if let time { $0.member("time", Int(time)) }
    }
  }
}
