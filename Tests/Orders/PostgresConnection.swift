import CLibPQ
import Foundation

/// One connection to PostgreSQL. The calls of libpq block, so they are made on a queue and not on the hub's thread.
final class PostgresConnection: Sendable {
  private let queue = DispatchQueue(label: "PostgreSQL")
  /// Used on the queue only.
  nonisolated(unsafe) private let connection: OpaquePointer

  /// - Parameter address: As libpq has it: `host=127.0.0.1 port=5432 user=ada dbname=shop`.
  init(_ address: String) throws {
    guard let connection = PQconnectdb(address) else { throw PostgresError(reason: "no memory") }
    guard PQstatus(connection) == CONNECTION_OK else {
      defer { PQfinish(connection) }
      throw PostgresError(reason: String(cString: PQerrorMessage(connection)))
    }
    self.connection = connection
  }

  deinit { PQfinish(connection) }

  /// - Returns: The first column of the answer's rows.
  @discardableResult
  func query(_ sql: String, _ values: [String] = []) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.ask(sql, values) }) }
    }
  }

  private func ask(_ sql: String, _ values: [String]) throws -> [String] {
    let texts = values.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let answer = PQexecParams(
      connection, sql, Int32(texts.count), nil, texts.map { UnsafePointer<CChar>($0) }, nil, nil, 0)
    defer { PQclear(answer) }
    switch PQresultStatus(answer) {
    case PGRES_COMMAND_OK: return []
    case PGRES_TUPLES_OK: return (0..<PQntuples(answer)).map { String(cString: PQgetvalue(answer, $0, 0)) }
    default: throw PostgresError(reason: String(cString: PQerrorMessage(connection)))
    }
  }
}

struct PostgresError: Error {
  let reason: String
}
