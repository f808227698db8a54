import OrielHub
import OrielSQL

/// Reads a store in PostgreSQL without changing it.
package struct PostgresInspection: StoreInspection {
  private let connection: PostgresConnection

  /// - Throws: `PostgresStoreError`.
  package init(_ address: PostgresAddress) throws {
    connection = try PostgresConnection.open(address, name: "oriel store")
    try PostgresSchema.check(connection, address)
  }

  package func inspect<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
    try connection.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
    defer { try? connection.execute("ROLLBACK") }
    return try body(connection)
  }

  package func check() throws -> StoreFindings {
    try inspect { connection in
      var findings = StoreFindings()
      try connection.checkRows(&findings)
      return findings
    }
  }
}
