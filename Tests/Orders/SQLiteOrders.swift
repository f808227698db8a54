import GRDB

/// The orders in an SQLite file.
final class SQLiteOrders: OrderTable {
  private let pool: DatabasePool

  init(path: String) async throws {
    pool = try DatabasePool(path: path)
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, item TEXT NOT NULL)
          """)
    }
  }

  func place(_ item: String, key: String) async throws -> Int64 {
    try await pool.write { db in
      try db.execute(
        sql: "INSERT INTO orders (key, item) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", arguments: [key, item])
      // The order that has just been inserted, or that of the first time.
      return try Int64.fetchOne(db, sql: "SELECT id FROM orders WHERE key = ?", arguments: [key])!
    }
  }
}
