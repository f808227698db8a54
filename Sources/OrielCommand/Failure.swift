import ArgumentParser
import Foundation

/// Why a command could not do what it was asked.
enum Failure: Error, Equatable, CustomStringConvertible {
  /// The server's own words: the detail of its problem document (RFC 9457), with its status.
  case refused(status: Int, detail: String)
  /// Another node has it in memory.
  case onNode(String, detail: String)
  /// It was done in some windows, or in none of them.
  case notEverywhere(String)
  case unknownCommand(String, meant: String)
  /// Several windows have an ID that begins so.
  case ambiguous(String, [String])
  /// The person at the terminal was asked, and did not agree.
  case declined
  case unreachable(address: String, reason: String)
  /// Something answers there, but not in this API's words.
  case foreign(address: String, status: Int)

  var description: String {
    switch self {
    case .refused(let status, let detail):
      Terminal.safe(detail.isEmpty ? "The server refused this without a reason (status \(status))." : detail)
    case .onNode(let node, _): Terminal.safe("The node \"\(node)\" has it in memory. Add --node \(node).")
    case .notEverywhere(let reasons): Terminal.safe(reasons)
    case .declined: "Nothing was done."
    case .unknownCommand(let word, let meant):
      Terminal.safe("There is no command \"\(word)\". Did you mean \"\(meant)\"?")
    case .ambiguous(let beginning, let ids):
      Terminal.safe("Several windows begin with \(beginning): \(ids.joined(separator: ", ")). Give more of the ID.")
    case .unreachable(let address, let reason):
      """
      No server can be reached at \(address): \(Terminal.safe(reason))
      Start one: an app's program with "serve". Or name another one with --server or ORIEL_SERVER.
      """
    case .foreign(let address, let status):
      """
      The server at \(address) is not an Oriel server, or a proxy answers in its place: it replied with status \(status).
      Name another server with --server or ORIEL_SERVER.
      """
    }
  }

  /// 0 done, 1 refused or not done everywhere, 2 called wrongly, 3 not reached.
  static func exitStatus(of error: any Error) -> Int32 {
    if error is AuthorFailure { return 1 }
    return switch error as? Failure {
    // The server could not make sense of an argument that this program did not check.
    case .refused(status: 400, detail: _), .ambiguous, .unknownCommand: 2
    case .refused, .onNode, .notEverywhere, .declined: 1
    case .unreachable, .foreign: 3
    case nil:
      // The parser says EX_USAGE (64), which is one of many numbers that shells have no name for.
      Program.exitCode(for: error) == .validationFailure ? 2 : Program.exitCode(for: error).rawValue
    }
  }
}
