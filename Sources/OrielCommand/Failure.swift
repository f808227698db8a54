import ArgumentParser
import Foundation

/// Why a command could not do what it was asked.
enum Failure: Error, Equatable, CustomStringConvertible {
  /// The server's own words: the title and detail of its problem document (RFC 9457).
  case refused(title: String, detail: String)
  case unreachable(address: String, reason: String)
  /// Something answers there, but not in this API's words.
  case foreign(address: String, status: Int)

  var description: String {
    switch self {
    case .refused(let title, let detail): Terminal.safe(detail.isEmpty ? title : "\(title): \(detail)")
    case .unreachable(let address, let reason):
      """
      No server can be reached at \(address): \(Terminal.safe(reason))
      Start one with "oriel serve", or name another with --server or ORIEL_SERVER.
      """
    case .foreign(let address, let status):
      """
      What answers at \(address) is no Oriel server: it says \(status) to a question that only one understands.
      Name another with --server or ORIEL_SERVER.
      """
    }
  }

  /// 0 done, 1 refused, 2 called wrongly, 3 not reached.
  static func exitStatus(of error: any Error) -> Int32 {
    switch error as? Failure {
    case .refused: 1
    case .unreachable, .foreign: 3
    case nil:
      // The parser says EX_USAGE (64), which is one of many numbers that shells have no name for.
      Program.exitCode(for: error) == .validationFailure ? 2 : Program.exitCode(for: error).rawValue
    }
  }
}
