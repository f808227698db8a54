import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `POST windows/{id}/open {url | destination, force?, reason?}`: navigates a window to an address or a named
  /// destination, also a window that is only in the store.
  func land(
    _ id: WindowID, _ request: HTTPRequest, as who: Operator, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let query = try Query(request.query, allowing: ["dry-run"])
    let body = try Members(request.jsonBody(), allowing: ["url", "destination", "force", "reason"])
    let command = OperatorCommand(try .landing(body), to: .window(id), reason: try body.text("reason") ?? "")
    try perform(command, query, as: who, hub: hub, reply: reply) { .json(200, $0.window?.json ?? [:]) }
  }

  /// `POST windows/{id}/send {actions, force?, reason?}`: puts actions and destinations into the window's queue, also
  /// of a window that is only in the store.
  func sendActions(
    to id: WindowID, _ request: HTTPRequest, as who: Operator, hub: WindowHub,
    _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let query = try Query(request.query, allowing: ["dry-run"])
    let body = try Members(request.jsonBody(), allowing: ["actions", "force", "reason"])
    let command = OperatorCommand(try .sending(body), to: .window(id), reason: try body.text("reason") ?? "")
    try perform(command, query, as: who, hub: hub, reply: reply) { .json(200, $0.window?.json ?? [:]) }
  }
}

extension Members {
  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = object[name] else { return nil }
    guard let flag = value.boolValue else { throw .wrongType(member: self.name(name), expected: "true or false") }
    return flag
  }
}

extension Problem {
  /// `nil` if there is none.
  init?(_ result: CommandResult, of window: Window, _ target: NavigationTarget) {
    switch result {
    case .executed: return nil
    case .rejected: self = .handlerFailed
    case .notExecutable(.locked): self = .windowLocked(window.id.rawValue)
    case .notExecutable(.unknownURL), .notExecutable(.unknownDestination): self = .unhandledTarget(target.description)
    case .notExecutable(let reason): self = .notNow(reason.words)
    }
  }
}

extension NotExecutableReason {
  /// The text for operators, after *The window can't go there now*.
  fileprivate var words: String {
    switch self {
    case .noStack: "it shows no stack to push onto"
    case .covered: "something is presented above it"
    case .alreadyShowing(let name): "it shows “\(name)” already"
    case .unsupportedPresentation(let kind): "its page can't draw “\(kind)”"
    default: "\(self)"
    }
  }
}
