import Foundation
import GRDB
import OrielHub
import OrielSQL

extension Database: StoreReader, SQLConnection {
  @discardableResult
  package func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    return changesCount
  }

  package func forEachRow(_ sql: String, _ arguments: SQLArguments, _ visit: (any SQLRow) throws -> Void) throws {
    let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(arguments))
    while let row = try rows.next() { try visit(row) }
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

extension StatementArguments {
  init(_ arguments: SQLArguments) {
    self.init(
      arguments.map { argument -> DatabaseValue in
        switch argument?.sqlValue {
        case nil: .null
        case .number(let number): number.databaseValue
        case .flag(let flag): flag.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
      })
  }
}

// GRDB's subscripts trap where a value is of another type than was written, and its decoding converts some.
extension Row: SQLRow {
  package func isNull(_ index: Int) -> Bool { hasNull(atIndex: index) }

  package func bytesIfAny(_ index: Int) -> Bytes? {
    switch (self[index] as DatabaseValue).storage {
    case .blob(let data): Bytes([UInt8](data))
    case .string(let text): Bytes(text)
    default: nil
    }
  }

  package func number(_ index: Int) -> Int64? {
    if case .int64(let number) = (self[index] as DatabaseValue).storage { number } else { nil }
  }
}
