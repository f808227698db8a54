import OrielDocument

extension ServerMessage {
  /// The bytes that go out. Made once; every receiver may have the same.
  package var frame: Frame {
    Frame { encode(into: &$0) }
  }

  package func encode(into writer: inout JSONWriter) {
    switch self {
    case .attached(let attached): writer.message("attached") { attached.encode(into: &$0) }
    case .state(let document, let rev, let applied):
      writer.state(rev: rev, applied: applied) { $0.write(document) }
    case .patch(let patch, let rev, let base, let applied, let saved):
      writer.patch(rev: rev, base: base, applied: applied, saved: saved) { $0.write(patch) }
    case .saved(let event): writer.message("saved") { $0.integer(event) }
    case .observed(let count): writer.message("observed") { $0.integer(count) }
    case .rejected(let event, let code, let message, let applied):
      writer.rejected(event, code, message, applied: applied)
    case .trigger(let id, let kind, let payload, let expires): writer.trigger(id, kind, payload, expires)
    case .sharedState(let document, let rev, let state): writer.shared(document, rev: rev) { $0.write(state) }
    case .sharedPatch(let document, let rev, let base, let patch):
      writer.shared(document, rev: rev, base: base) { $0.write(patch) }
    case .closing(let code, let message, let retryAfter): writer.closing(code, message, retryAfter)
    case .pong(let number): writer.message("pong") { $0.integer(number) }
    }
  }
}

extension ServerMessage.Attached {
  func encode(into writer: inout JSONWriter) {
    writer.object {
      $0.member("window", window)
      $0.member("user", user)
      $0.member("scene", scene)
      $0.member("epoch", epoch)
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
    }
  }
}
