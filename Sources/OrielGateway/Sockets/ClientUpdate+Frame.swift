import OrielHub
import OrielWire

extension ClientUpdate {
  /// Encodes the update. A message for many clients is encoded once.
  func frame(server: @autoclosure () -> ServerMessage.Server) -> Frame {
    switch self {
    case .attached(let position): position.message(server()).frame
    case .state(let graph, let rev, let applied): .state(rev: rev, applied: applied) { graph.write(to: &$0) }
    case .patch(let patch, let rev, let base, let applied):
      .patch(rev: rev, base: base == rev - 1 ? nil : base, applied: applied) { $0.raw(patch.bytes) }
    case .saved(let event): ServerMessage.saved(event).frame
    case .observed(let count): ServerMessage.observed(count).frame
    case .rejected(let event, let code, let message, let applied):
      ServerMessage.rejected(event: event, code: code.wire, message: message, applied: applied).frame
    case .trigger(let id, let kind, let payload, let expires):
      ServerMessage.trigger(id: id, kind: kind, payload: payload, expires: Int(expires)).frame
    case .sharedState(let update), .sharedPatch(let update): update.frame
    case .close(let reason): CloseCode(reason).frame
    }
  }
}

extension SharedUpdate {
  var frame: Frame {
    if let frame = encoded as? Frame { return frame }
    let frame =
      switch content {
      case .state(let graph): Frame.sharedState(document: document, rev: rev) { graph.write(to: &$0) }
      case .patch(let patch, let base):
        Frame.sharedPatch(document: document, rev: rev, base: base == rev - 1 ? nil : base) { $0.raw(patch.bytes) }
      }
    encoded = frame
    return frame
  }
}

extension CloseCode {
  var frame: Frame { ServerMessage.closing(code: code, message: message, retryAfter: retryAfter).frame }
}

extension AttachedPosition {
  fileprivate func message(_ server: ServerMessage.Server) -> ServerMessage {
    .attached(
      ServerMessage.Attached(
        window: window.rawValue, user: user, scene: scene, epoch: epoch.text, rev: rev, applied: applied,
        resumed: resumed, notFound: notFound, server: server))
  }
}

extension EventRefusalCode {
  fileprivate var wire: ServerMessage.RejectionCode {
    switch self {
    case .stale: .stale
    case .invalid: .invalid
    case .notExecutable: .notExecutable
    case .forbidden: .forbidden
    case .failed: .failed
    }
  }
}
