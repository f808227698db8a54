import OrielDocument

/// Why a step of a test could not be done, or what went wrong in it.
public enum TestError: Error, Equatable, CustomStringConvertible {
  /// Nothing on the screen is called that.
  case notFound(String, candidates: [String])
  /// More than one thing is called that; name it by its id, or say which model it is in.
  case ambiguous(String, candidates: [String])
  /// There is nothing to do this with: no stack to go back in, no layer to dismiss.
  case nothingTo(String)
  /// The page has no connection: it was cut off, or closed.
  case notAttached
  /// The document is not what the test expects.
  case unexpected(String)
  /// The server did not take a file.
  case fileRefused(String)
  /// The page was refused.
  case refused(TestOutcome.Closing)
  /// The page's copy is not what the server has. A fault of Oriel's own.
  case differs(String)
  /// The server said something that the protocol does not allow. A fault of Oriel's own.
  case violated(String)

  public var description: String {
    switch self {
    case .notFound(let name, let candidates): "Nothing here is called “\(name)”; there is \(Self.list(candidates))"
    case .ambiguous(let name, let candidates): "“\(name)” may be \(Self.list(candidates))"
    case .nothingTo(let verb): "There is nothing to \(verb)"
    case .fileRefused(let reason): "The file was refused: \(reason)"
    case .notAttached: "The page is not connected"
    case .unexpected(let difference): "The document is not what was expected (→ what it is):\n\(difference)"
    case .refused(let closing): "The page was refused: \(closing)"
    case .differs(let difference): "The page does not show what the server has:\n\(difference)"
    case .violated(let what): "The server broke the protocol: \(what)"
    }
  }

  private static func list(_ candidates: [String]) -> String {
    candidates.isEmpty ? "nothing" : candidates.joined(separator: ", ")
  }
}
