/// The orders in PostgreSQL.
final class PostgresOrders: OrderTable {
  private let connection: PostgresConnection

  init(_ address: String) async throws {
    connection = try PostgresConnection(address)
    try await connection.query(
      """
      CREATE TABLE IF NOT EXISTS orders (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key TEXT NOT NULL UNIQUE, item TEXT NOT NULL)
      """)
  }

  func place(_ item: String, key: String) async throws -> Int64 {
    try await connection.query(
      "INSERT INTO orders (key, item) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING", [key, item])
    // The order that has just been inserted, or that of the first time.
    let answer = try await connection.query("SELECT id FROM orders WHERE key = $1", [key])
    guard let number = answer.first.flatMap({ Int64($0) }) else { throw PostgresError(reason: "no order has this key") }
    return number
  }
}
