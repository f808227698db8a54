import GRDB
import GRDBSQLite
import OrielHub
import OrielSQL

extension Database: StoreReader, SQLConnection {
  @discardableResult
  package func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try forEachRow(sql, arguments) { _ in }
    return changesCount
  }

  package func forEachRow(_ sql: String, _ arguments: SQLArguments, _ visit: (any SQLRow) throws -> Void) throws {
    // With GRDB's arguments and rows, a session's start takes 29,000 instructions more, and a saved click 50,000.
    let row = SQLiteRow(try cachedStatement(sql: sql).sqliteStatement)
    row.bind(arguments)
    defer {
      sqlite3_reset(row.statement)
      sqlite3_clear_bindings(row.statement)
    }
    while true {
      switch sqlite3_step(row.statement) {
      case SQLITE_ROW: try visit(row)
      case SQLITE_DONE: return
      case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
      }
    }
  }

  /// - Throws: An error with which SQLite has ended the whole transaction, such as that of a full disk
  ///   (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction").
  package func inSavepoint(_ body: () throws -> Void) throws -> (any Error)? {
    do {
      try inSavepoint {
        try body()
        return .commit
      }
      return nil
    } catch {
      guard isInsideTransaction else { throw error }
      return error
    }
  }

  /// Runs `body` in a transaction.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try inTransaction(.immediate) {
      value = try body()
      return .commit
    }
    return value!
  }

  func commit(_ batches: [[StoredTurn]]) -> [(any Error)?] {
    var errors = [(any Error)?](repeating: nil, count: batches.count)
    do {
      try inTransaction(.immediate) {
        errors = try apply(batches)
        return errors.contains { $0 == nil } ? .commit : .rollback
      }
    } catch {
      return errors.map { $0 ?? error }
    }
    return errors
  }
}

struct SQLiteWriter: SQLWriter {
  let database: any DatabaseWriter

  func enqueue(_ body: @escaping @Sendable (Database) -> Void) { database.asyncWriteWithoutTransaction(body) }

  func commit(_ batches: [[StoredTurn]], on connection: Database) -> [(any Error)?] { connection.commit(batches) }

  static func explain(_ error: any Error) -> any Error {
    error is DamagedRecord ? error : SQLiteStoreError(error)
  }
}

/// A statement that stands on a row.
private struct SQLiteRow: SQLRow {
  let statement: OpaquePointer

  init(_ statement: SQLiteStatement) { self.statement = statement }

  func bind(_ arguments: SQLArguments) {
    for (place, argument) in zip(CInt(1)..., arguments) {
      switch argument?.sqlValue {
      case nil: sqlite3_bind_null(statement, place)
      case .number(let number): sqlite3_bind_int64(statement, place, number)
      case .flag(let flag): sqlite3_bind_int64(statement, place, flag ? 1 : 0)
      case .text(let text): sqlite3_bind_text(statement, place, text, CInt(text.utf8.count), Self.copied)
      case .bytes(let bytes):
        // Without a place in memory, it would be NULL.
        if bytes.isEmpty {
          sqlite3_bind_zeroblob(statement, place, 0)
        } else {
          sqlite3_bind_blob(statement, place, bytes, CInt(bytes.count), Self.copied)
        }
      }
    }
  }

  /// `SQLITE_TRANSIENT`, which is a cast in C.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

  func bytesIfAny(_ index: Int) -> Bytes? {
    guard type(index) == SQLITE_BLOB || type(index) == SQLITE_TEXT else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, CInt(index)), count: Int(sqlite3_column_bytes(statement, CInt(index))))
    return Bytes([UInt8](bytes))
  }

  func number(_ index: Int) -> Int64? {
    type(index) == SQLITE_INTEGER ? sqlite3_column_int64(statement, CInt(index)) : nil
  }

  private func type(_ index: Int) -> CInt { sqlite3_column_type(statement, CInt(index)) }
}
