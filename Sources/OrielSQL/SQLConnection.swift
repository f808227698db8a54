import OrielHub

/// A connection to a database with the tables of a store.
///
/// The statements of a store are written once, for SQLite and PostgreSQL: a value is `?`, or `?2` for the second, bytes are
/// compared as bytes, and a conflict is resolved by `ON CONFLICT`. Confined to one thread at a time.
package protocol SQLConnection: StoreReader {
  /// Runs a statement.
  ///
  /// - Returns: The number of rows that it has changed.
  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int

  /// Runs a statement whose result nothing waits for. The error of one that fails may come with a later statement of the
  /// transaction.
  func send(_ sql: String, _ arguments: SQLArguments) throws

  /// Runs `body` within a transaction, and undoes its changes if it fails.
  ///
  /// - Returns: The reason why it has failed.
  /// - Throws: An error that has ended the whole transaction.
  func inSavepoint(_ body: () throws -> Void) throws -> (any Error)?

  /// Visits the rows that a statement finds. A row is valid until `visit` returns.
  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ visit: (any SQLRow) throws -> Void) throws

  /// Visits the rows of a table that may be larger than the memory. `visit` runs no statement of this connection.
  func scan(_ sql: String, _ visit: (any SQLRow) throws -> Void) throws
}

extension SQLConnection {
  package func send(_ sql: String, _ arguments: SQLArguments) throws { try run(sql, arguments) }

  package func scan(_ sql: String, _ visit: (any SQLRow) throws -> Void) throws { try forEachRow(sql, [], visit) }

  /// - Parameter decode: Makes a value of a row; `nil` leaves the row out.
  package func query<Value>(
    _ sql: String, _ arguments: SQLArguments = [], _ decode: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments) { row in
      if let value = try decode(row) { values.append(value) }
    }
    return values
  }

  /// - Returns: The value of the first row; `nil` if there is none.
  package func queryFirst<Value>(
    _ sql: String, _ arguments: SQLArguments = [], _ decode: (any SQLRow) throws -> Value
  ) throws -> Value? { try query(sql, arguments, decode).first }

  /// The number in the first column of the first row; 0 if there is no row.
  package func number(_ sql: String, _ arguments: SQLArguments = []) throws -> Int {
    Int(try queryFirst(sql, arguments) { $0.number(0) ?? 0 } ?? 0)
  }
}

/// A row, which may not be as it was written: a value of another type is missing, which the row's checksum tells.
package protocol SQLRow {
  func isNull(_ index: Int) -> Bool
  func bytesIfAny(_ index: Int) -> Bytes?
  /// A number, or 1 and 0 of a flag.
  func number(_ index: Int) -> Int64?
}

extension SQLRow {
  package func bytes(_ index: Int) -> Bytes { bytesIfAny(index) ?? Bytes([]) }
}

/// The values of a statement, in the order of their places.
package typealias SQLArguments = [(any SQLArgument)?]

package protocol SQLArgument {
  var sqlValue: SQLValue { get }
}

package enum SQLValue {
  case number(Int64)
  case flag(Bool)
  case text(String)
  case bytes([UInt8])
}

extension Int64: SQLArgument {
  package var sqlValue: SQLValue { .number(self) }
}

extension Int: SQLArgument {
  package var sqlValue: SQLValue { .number(Int64(self)) }
}

extension Bool: SQLArgument {
  package var sqlValue: SQLValue { .flag(self) }
}

extension String: SQLArgument {
  package var sqlValue: SQLValue { .text(self) }
}

extension Bytes: SQLArgument {
  package var sqlValue: SQLValue { .bytes(bytes) }
}

/// A row that is not as it was written.
package struct DamagedRecord: Error, Equatable, CustomStringConvertible {
  let what: String

  package init(_ what: String) { self.what = what }

  package var description: String { "\(what) is damaged" }
}
