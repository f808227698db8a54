import Foundation
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
    do {
      try connection.execute(
        "SET search_path TO oriel", "SET idle_in_transaction_session_timeout = \(idleTimeout)",
        "SET default_transaction_isolation TO 'read committed'", "SET client_min_messages TO warning",
        // A backend whose program is gone may not keep its locks.
        "SET tcp_keepalives_idle = 5", "SET tcp_keepalives_interval = 2", "SET tcp_keepalives_count = 2",
        "SET tcp_user_timeout = 8000")
    } catch PostgresStoreError.failed("42P05", _), PostgresStoreError.failed("26000", _) {
      // A prepared statement is there already, or isn't.
      throw PostgresStoreError.throughPooler
    }
    return connection
  }

  /// Refuses a database that would lose what it has acknowledged, or on which the store can't work.
  func check(_ address: PostgresAddress) throws {
    guard serverVersion >= 130_000 else { throw PostgresStoreError.tooOld(version: serverVersion) }
    for setting in ["fsync", "synchronous_commit"] {
      let value = try self.setting(setting)
      if value == "off" { throw PostgresStoreError.notDurable(setting, value) }
    }
    // A commit would be acknowledged before a standby has it that is to take over.
    let isWaitingForNone = try setting("synchronous_commit") == "local"
    if isWaitingForNone, try !setting("synchronous_standby_names").isEmpty {
      throw PostgresStoreError.notDurable("synchronous_commit", "local")
    }
    try refusePooler(address)
  }

  private func setting(_ name: String) throws -> String {
    try queryFirst("SELECT current_setting('\(name)')", []) { $0.bytes(0).text } ?? ""
  }

  /// A pooler may run each transaction on another connection, where nothing that was prepared or set is there: it gives
  /// the one that is free to the next who asks.
  private func refusePooler(_ address: PostgresAddress) throws {
    let process = "SELECT pg_backend_pid()"
    do {
      let before = try number(process)
      let other = try PostgresConnection.open(address, name: "oriel")
      try other.execute("BEGIN")
      _ = try other.number(process)
      guard try number(process) == before else { throw PostgresStoreError.throughPooler }
      try other.execute("ROLLBACK")
    } catch PostgresStoreError.failed("26000", _), PostgresStoreError.failed("42P05", _) {
      // A prepared statement is not there, or there already.
      throw PostgresStoreError.throughPooler
    }
  }

  /// - Returns: A sentence about a clock of this machine that differs from the database's.
  func clockWarning() throws -> String? {
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let difference = now - Int64(try number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
    guard abs(difference) > 10_000 else { return nil }
    let (seconds, side) = (abs(difference) / 1000, difference > 0 ? "ahead of" : "behind")
    return "The clock of this machine is \(seconds) s \(side) the database's. Timers and expiries err by that: set it."
  }
}
