import CLibPQ
import Foundation

/// The address of a database: a URL as libpq has it, `postgres://user@db1,db2/oriel?sslmode=verify-full`
/// (postgresql.org/docs/current/libpq-connect.html, "Connection URIs").
package struct PostgresAddress: Sendable, Equatable {
  let url: String
  private let options: [String: String]

  /// - Throws: `PostgresStoreError` if it is no such URL.
  package init(_ url: String) throws(PostgresStoreError) {
    // What libpq says of an address that it can't read may be part of the password.
    guard let parsed = PQconninfoParse(url, nil) else { throw .badAddress }
    defer { PQconninfoFree(parsed) }
    var options: [String: String] = [:]
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    guard (options["port"] ?? "").split(separator: ",").allSatisfy({ UInt16($0) != nil }) else { throw .badAddress }
    // As when a password has one of them.
    guard !(options["dbname"] ?? "").contains(where: { $0 == "@" || $0 == "/" }) else { throw .badAddress }
    self.url = url
    self.options = options
  }

  /// The address without its password, for messages.
  package var description: String {
    let hosts = options["host"] ?? options["hostaddr"] ?? "the local socket"
    return "postgres://\(hosts)/\(options["dbname"] ?? options["user"] ?? "")"
  }

  /// The options of a connection, later ones before earlier ones.
  func parameters(name: String) -> [(String, String)] {
    var defaults = [
      ("connect_timeout", "3"), ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "2"),
      ("tcp_user_timeout", "8000"), ("target_session_attrs", "read-write"),
    ]
    // A password and everything that users do is sent: nobody on the way may read it.
    let environment = ProcessInfo.processInfo.environment
    if !isOnThisMachine(environment), environment["PGSSLMODE"] == nil { defaults.append(("sslmode", "require")) }
    return defaults + [("dbname", url), ("application_name", name), ("client_encoding", "UTF8")]
  }

  /// Several hosts, of which one may take the place of another.
  var hasSeveralHosts: Bool { (options["hostaddr"] ?? options["host"] ?? "").contains(",") }

  private func isOnThisMachine(_ environment: [String: String]) -> Bool {
    // A service is in a file, which only libpq reads.
    if options["service"] ?? environment["PGSERVICE"] != nil { return false }
    let host = options["hostaddr"] ?? options["host"] ?? environment["PGHOSTADDR"] ?? environment["PGHOST"] ?? ""
    return host.split(separator: ",").allSatisfy {
      $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0)
    }
  }
}

extension String {
  /// The lines of one of libpq's messages, without its hints, which are indented.
  var line: String {
    split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
  }
}
