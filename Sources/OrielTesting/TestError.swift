import OrielDocument

/// The reason why a step of a test could not be done, or failed.
public enum TestError: Error, Equatable, CustomStringConvertible {
  /// No element on the screen has this name.
  case notFound(String, candidates: [String])
  /// More than one element has this name. Use its id, or name its model.
  case ambiguous(String, candidates: [String])
  /// The user has no scene of this id: it is misspelt, or its role, tenancy or value says so.
  case noScene(String)
  /// There is nothing to do this with, such as no stack to go back in or no layer to dismiss.
  case nothingTo(String)
  /// The page has no connection, because it was cut off or closed.
  case notAttached
  /// The document is not what the test expects.
  case unexpected(String)
  /// The app's `prepare()` still waits: call ``TestServer/prepared()`` first.
  case unprepared
  /// A test has waited too long.
  case unsettled(String)
  /// The server refused a file.
  case fileRefused(String)
  /// The server refused a step, or a handler failed, and the test did not ask for the outcome.
  case rejected(TestOutcome.Refusal, String)
  /// A handler failed after its first `await`, when its event was answered already.
  case handlerFailed(String)
  /// The page was refused.
  case refused(TestOutcome.Closing)
  /// A model was changed off its hub, which is a data race: by a closure with a capture list after its first `await`, or by the
  /// test itself, outside ``TestWindow/run(_:)``.
  case leftHub(String)
  /// The page's copy differs from the server's document. This is a bug in Oriel.
  case differs(String)
  /// The server violated the protocol. This is a bug in Oriel.
  case violated(String)

  public var description: String {
    switch self {
    case .notFound(let name, let candidates): "Nothing here is called “\(name)”; there is \(Self.list(candidates))"
    case .ambiguous(let name, let candidates): "“\(name)” may be \(Self.list(candidates))"
    case .nothingTo(let verb): "There is nothing to \(verb)"
    case .noScene(let id):
      "There is no scene “\(id)” for this user, tenant and value: look at its spelling, role, tenancy and value"
    case .unprepared:
      "The app's prepare() still waits. Write “try await server.prepared()” after the server is made or restarted"
    case .unsettled(let what): "What the test waits for did not come: \(what)"
    case .fileRefused(let reason): "The file was refused: \(reason)"
    case .notAttached: "The page is not connected"
    case .unexpected(let difference): "The document is not what was expected (→ what it is):\n\(difference)"
    case .leftHub(let what): "\(what) In a test, change a model within window.run { }."
    case .rejected(let reason, let message):
      "The step was rejected (\(reason.rawValue)): \(message). A test that expects this compares the outcome with .rejected"
    case .handlerFailed(let what):
      "\(what), after its event was answered. A test that expects this catches the error of settled()"
    case .refused(let closing): "The page was refused: \(closing)"
    case .differs(let difference): "The page does not show what the server has:\n\(difference)"
    case .violated(let what): "The server broke the protocol: \(what)"
    }
  }

  private static func list(_ candidates: [String]) -> String {
    candidates.isEmpty ? "nothing" : candidates.joined(separator: ", ")
  }
}
