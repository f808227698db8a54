import ArgumentParser
import Foundation

/// Which server a command speaks to, and as whom.
struct ServerOptions: ParsableArguments {
  @Option(help: "The server's address. Defaults to ORIEL_SERVER, then \(ServerAddress.standard).")
  var server: String?

  @Option(
    help: "The admin token. Prefer ORIEL_ADMIN_TOKEN: other users of this machine can read a program's arguments.")
  var token: String?

  @Option(
    help: """
      The node that is asked, of several servers that use one database. Without it, what is in the memory of one of them is \
      asked of that one, and all else of the server.
      """)
  var node: String?

  @Flag(help: "Print the server's answer as JSON.")
  var json = false

  func client(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ValidationError) -> AdminClient {
    let text = server ?? environment["ORIEL_SERVER"].nonEmpty ?? ServerAddress.standard
    guard let address = ServerAddress(text) else {
      throw ValidationError("\"\(text)\" is not a server address. Write it like \(ServerAddress.standard).")
    }
    guard let token = token.nonEmpty ?? environment["ORIEL_ADMIN_TOKEN"].nonEmpty else {
      throw ValidationError(
        "The admin token is missing. Set ORIEL_ADMIN_TOKEN; a server that was started without one prints its own."
      )
    }
    return AdminClient(address: address, token: token.trimmingCharacters(in: .whitespacesAndNewlines), node: node)
  }
}

/// The address of a server, perhaps below a path that a proxy has given it.
struct ServerAddress: Equatable, Sendable {
  static let standard = "http://127.0.0.1:8080"

  /// Without a slash at its end.
  let text: String

  /// `nil` unless it is an http or https URL of a host, without a query.
  init?(_ text: String) {
    guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false, parts.query == nil, parts.fragment == nil
    else { return nil }
    self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

extension String? {
  /// A variable that is set to nothing is as good as none.
  fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
