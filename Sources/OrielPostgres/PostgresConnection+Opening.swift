import CLibPQ
import OrielSQL

extension PostgresConnection {
  /// Connects to the store's tables.
  ///
  /// - Parameters:
  ///   - name: How the database's own tools name the connection.
  ///   - idleTimeout: How long a transaction may wait for this program, in milliseconds, before the database ends it.
  static func open(
    _ address: PostgresAddress, name: String, idleTimeout: Int = 0
  ) throws -> PostgresConnection {
    let connection = try PostgresConnection(address, name: name)
    try connection.execute(
      "SET search_path TO oriel", "SET idle_in_transaction_session_timeout = \(idleTimeout)",
      "SET default_transaction_isolation TO 'read committed'")
    return connection
  }

  /// Refuses a database that would lose what it has acknowledged, or on which the store can't work.
  func check() throws {
    guard serverVersion >= 130_000 else { throw PostgresStoreError.tooOld(version: serverVersion) }
    for setting in ["fsync", "synchronous_commit"] {
      let value = try queryFirst("SELECT current_setting('\(setting)')", []) { $0.bytes(0).text }
      if value == "off" { throw PostgresStoreError.notDurable(setting: setting) }
    }
    try refusePooler()
  }

  /// A pooler may run each transaction on another connection, where nothing that was prepared or set is there.
  private func refusePooler() throws {
    do {
      let processes = try (0..<4).map { _ in try number("SELECT pg_backend_pid()") }
      let path = try queryFirst("SELECT current_setting('search_path')", []) { $0.bytes(0).text }
      guard Set(processes).count == 1, path == "oriel" else { throw PostgresStoreError.throughPooler }
    } catch PostgresStoreError.failed("26000", _) {
      throw PostgresStoreError.throughPooler
    }
  }

  /// How far this machine's clock is ahead of the database's, in milliseconds.
  func clockDifference(from now: Int64) throws -> Int64 {
    now - Int64(try number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
  }
}
