import CLibPQ
import Foundation

/// The address of a database: a URL as libpq has it, `postgres://user@db1,db2/oriel?sslmode=verify-full`
/// (postgresql.org/docs/current/libpq-connect.html, "Connection URIs").
package struct PostgresAddress: Sendable, Equatable {
  let url: String
  private let options: [String: String]

  /// - Throws: `PostgresStoreError` if it is no such URL.
  package init(_ url: String) throws(PostgresStoreError) {
    var reason: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(url, &reason) else {
      defer { PQfreemem(reason) }
      throw .badAddress(reason: reason.map { String(cString: $0).line } ?? "")
    }
    defer { PQconninfoFree(parsed) }
    var options: [String: String] = [:]
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
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
    if !isOnThisMachine { defaults.append(("sslmode", "require")) }
    return defaults + [("dbname", url), ("application_name", name), ("client_encoding", "UTF8")]
  }

  private var isOnThisMachine: Bool {
    let hosts = (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",")
    return hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
  }
}

extension String {
  /// The lines of one of libpq's messages, without its hints, which are indented.
  var line: String {
    split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
  }
}
