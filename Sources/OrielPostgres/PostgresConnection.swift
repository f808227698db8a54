import CLibPQ
import Foundation
import OrielHub
import OrielSQL

/// A connection to PostgreSQL, used by one thread at a time. Its calls block.
///
/// Statements are sent in a pipeline (postgresql.org/docs/current/libpq-pipeline-mode.html): one whose result nothing waits
/// for costs no round trip.
final class PostgresConnection {
  private let connection: OpaquePointer
  /// The prepared statements, by their text and the types of their values.
  private var prepared: [Signature: String] = [:]
  /// Those of them that the server has not confirmed.
  private var unconfirmed: [Signature] = []
  /// The number of commands whose results were not read.
  private var pending = 0
  private var names = 0
  /// Whether the server has warned since this was last set to `false`.
  var isWarned: Bool {
    get { warning.isSet }
    set { warning.isSet = newValue }
  }
  private let warning = Warning()
  /// When the database was started; `nil` until it is asked. A restart ends the connection.
  var databaseStart: ContinuousClock.Instant?

  /// Fewer results than fit into the buffers of both ends, because they are not read meanwhile.
  private static let pipelineLimit = 200

  private struct Signature: Hashable {
    var sql: String
    var types: [Oid]
  }

  private final class Warning {
    var isSet = false
  }

  /// - Parameter name: How the database's own tools name the connection.
  /// - Throws: `PostgresStoreError.unreachable`, or `cannotConnect` if the database has refused it.
  init(_ address: PostgresAddress, name: String) throws(PostgresStoreError) {
    let parameters = address.parameters(name: name)
    let texts = parameters.flatMap { [strdup($0.0), strdup($0.1)] }
    defer { for text in texts { free(text) } }
    let keywords = stride(from: 0, to: texts.count, by: 2).map { UnsafePointer<CChar>(texts[$0]) } + [nil]
    let values = stride(from: 1, to: texts.count, by: 2).map { UnsafePointer<CChar>(texts[$0]) } + [nil]
    var isSecond = false
    while true {
      guard let connection = PQconnectdbParams(keywords, values, 1) else {
        throw .cannotConnect(address.description, reason: "there is no memory")
      }
      if PQstatus(connection) == CONNECTION_OK {
        self.connection = connection
        break
      }
      defer { PQfinish(connection) }
      let reason = String(cString: PQerrorMessage(connection)).line
      switch PQpingParams(keywords, values, 1) {
      case PQPING_REJECT, PQPING_NO_RESPONSE: throw .unreachable(address.description, reason: reason)
      // It may have begun to accept connections meanwhile.
      case _ where !isSecond: isSecond = true
      default: throw .cannotConnect(address.description, reason: reason)
      }
    }
    PQsetNoticeProcessor(
      connection,
      { warning, _ in
        Unmanaged<Warning>.fromOpaque(warning!).takeUnretainedValue().isSet = true
      }, Unmanaged.passUnretained(warning).toOpaque())
    PQenterPipelineMode(connection)
  }

  deinit { PQfinish(connection) }

  /// The database's process of this connection.
  var process: Int { Int(PQbackendPID(connection)) }

  /// Interrupts what the connection waits for, on any thread.
  var cancellation: Cancellation { Cancellation(PQgetCancel(connection)) }

  var socket: CInt { PQsocket(connection) }

  /// Reads the notifications that have come, each once (`LISTEN`).
  ///
  /// - Returns: Their payloads.
  /// - Throws: `PostgresStoreError.lost`.
  func readNotifications() throws -> Set<String> {
    guard PQconsumeInput(connection) == 1 else { throw lost() }
    var payloads: Set<String> = []
    while let notification = PQnotifies(connection) {
      payloads.insert(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  var user: String { String(cString: PQuser(connection)) }

  var serverVersion: Int { Int(PQserverVersion(connection)) }

  // MARK: Statements

  /// Runs statements without values, one after another.
  func execute(_ statements: String...) throws {
    for statement in statements { try send(statement, []) }
    try settle()
  }

  /// Waits for all that was sent.
  ///
  /// - Throws: The first error. The statements after it were not run.
  func settle() throws { _ = try results() }

  private func enqueue(_ sql: String, _ arguments: SQLArguments) throws {
    let values = arguments.map { $0?.sqlValue }
    let signature = Signature(sql: sql, types: values.map { $0?.type ?? 0 })
    let name = try prepared[signature] ?? prepare(signature)
    let encoded = values.map { $0?.encoded }
    let lengths = encoded.map { CInt($0?.count ?? 0) }
    let formats = [CInt](repeating: 1, count: values.count)
    // One buffer, so that all pointers live as long as the call; its end keeps empty values from being NULL.
    let buffer = encoded.reduce(into: []) { $0 += $1 ?? [] } + [0]
    let sent = buffer.withUnsafeBytes { buffer in
      var place = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
      let pointers = encoded.map { value -> UnsafePointer<CChar>? in
        guard let value else { return nil }
        defer { place += value.count }
        return place
      }
      return PQsendQueryPrepared(connection, name, CInt(values.count), pointers, lengths, formats, 1)
    }
    guard sent == 1 else { throw lost() }
    pending += 1
  }

  private func prepare(_ signature: Signature) throws -> String {
    names += 1
    let name = "s\(names)"
    let sent = PQsendPrepare(
      connection, name, Self.numbered(signature.sql), CInt(signature.types.count), signature.types)
    guard sent == 1 else { throw lost() }
    pending += 1
    prepared[signature] = name
    unconfirmed.append(signature)
    return name
  }

  /// PostgreSQL's places of values have numbers: `?` is the one after the last, and `?2` is `$2`.
  static func numbered(_ sql: String) -> String {
    var (text, last) = ("", 0)
    var rest = sql[...]
    while let place = rest.firstIndex(of: "?") {
      text += rest[..<place]
      rest = rest[rest.index(after: place)...]
      let digits = rest.prefix { $0.isNumber }
      rest = rest[digits.endIndex...]
      let number = Int(digits) ?? last + 1
      last = max(last, number)
      text += "$\(number)"
    }
    return text + rest
  }

  /// Reads the results of all commands.
  ///
  /// - Parameters:
  ///   - isScan: Whether only one row of the last command is in memory at a time.
  ///   - visit: Called with each of these rows.
  /// - Returns: The results; of a scan, the last one.
  private func results(isScan: Bool = false, _ visit: (PostgresResult) -> Void = { _ in }) throws -> [PostgresResult] {
    guard pending > 0 else { return [] }
    guard PQpipelineSync(connection) == 1 else { throw lost() }
    var (found, failure): ([PostgresResult], PostgresStoreError?) = ([], nil)
    for number in 1...pending {
      if isScan, number == pending, PQsetSingleRowMode(connection) == 0 { throw lost() }
      while let result = PQgetResult(connection).map(PostgresResult.init) {
        if failure == nil { failure = result.failure }
        if result.status == PGRES_SINGLE_TUPLE { visit(result) } else { found.append(result) }
      }
      if PQstatus(connection) != CONNECTION_OK { throw lost() }
    }
    pending = 0
    guard let end = PQgetResult(connection).map(PostgresResult.init), end.status == PGRES_PIPELINE_SYNC else {
      throw lost()
    }
    if failure != nil { for signature in unconfirmed { prepared[signature] = nil } }
    unconfirmed = []
    if let failure { throw failure }
    return found
  }

  private func lost() -> PostgresStoreError { .lost(reason: String(cString: PQerrorMessage(connection)).line) }
}

extension PostgresConnection: SQLConnection {
  @discardableResult
  func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try run([(sql, arguments)]).first ?? 0
  }

  /// Runs statements that change rows, one after another, and waits once for all of them.
  ///
  /// - Returns: How many rows each has changed.
  func run(_ statements: [(sql: String, arguments: SQLArguments)]) throws -> [Int] {
    var changed: [Int] = []
    for start in stride(from: 0, to: statements.count, by: Self.pipelineLimit / 2) {
      let part = statements[start...].prefix(Self.pipelineLimit / 2)
      for (sql, arguments) in part { try enqueue(sql, arguments) }
      // Those of what was sent before are first.
      changed += try results().compactMap(\.changedRows).suffix(part.count)
    }
    return changed
  }

  func send(_ sql: String, _ arguments: SQLArguments) throws {
    try enqueue(sql, arguments)
    if pending >= Self.pipelineLimit { try settle() }
  }

  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ visit: (any SQLRow) throws -> Void) throws {
    try enqueue(sql, arguments)
    guard let result = try results().last else { return }
    for row in 0..<result.rows { try visit(PostgresRow(result: result, row: row)) }
  }

  func scan(_ sql: String, _ visit: (any SQLRow) throws -> Void) throws {
    try enqueue(sql, [])
    var failure: (any Error)?
    _ = try results(isScan: true) { result in
      // What follows has to be read all the same.
      guard failure == nil else { return }
      do { try visit(PostgresRow(result: result, row: 0)) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func inSavepoint(_ body: () throws -> Void) throws -> (any Error)? {
    do {
      try send("SAVEPOINT batch", [])
      try body()
      try send("RELEASE SAVEPOINT batch", [])
      try settle()
      return nil
    } catch let error as PostgresStoreError where error.isTransient || error.isOutage {
      throw error
    } catch {
      try execute("ROLLBACK TO SAVEPOINT batch", "RELEASE SAVEPOINT batch")
      return error
    }
  }
}

/// Interrupts what a connection waits for.
final class Cancellation: Sendable {
  // Guard: libpq's own is for any thread.
  nonisolated(unsafe) private let handle: OpaquePointer?

  init(_ handle: OpaquePointer?) { self.handle = handle }

  deinit { PQfreeCancel(handle) }

  func cancel() {
    var reason = [CChar](repeating: 0, count: 256)
    PQcancel(handle, &reason, CInt(reason.count))
  }
}

extension SQLValue {
  /// The OID of the type (`pg_type.dat`).
  fileprivate var type: Oid {
    switch self {
    case .flag: 16
    case .bytes: 17
    case .number: 20
    case .text: 25
    }
  }

  /// As PostgreSQL's binary format has it.
  fileprivate var encoded: [UInt8] {
    switch self {
    case .flag(let flag): [flag ? 1 : 0]
    case .bytes(let bytes): bytes
    case .number(let number): withUnsafeBytes(of: number.bigEndian) { Array($0) }
    case .text(let text): Array(text.utf8)
    }
  }
}

/// The result of a command.
private final class PostgresResult {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }

  var rows: CInt { PQntuples(result) }

  /// `nil` for what is no such statement.
  var changedRows: Int? { Int(String(cString: PQcmdTuples(result))) }

  var failure: PostgresStoreError? {
    guard status == PGRES_FATAL_ERROR else { return nil }
    func field(_ code: Character) -> String {
      PQresultErrorField(result, CInt(code.asciiValue!)).map { String(cString: $0) } ?? ""
    }
    let state = field("C")
    // Without a state, the connection has failed, and not the statement.
    guard !state.isEmpty else { return .lost(reason: String(cString: PQresultErrorMessage(result)).line) }
    return PostgresStoreError(state: state, field("M").line)
  }

  func value(_ row: CInt, _ column: CInt) -> UnsafeRawBufferPointer? {
    guard PQgetisnull(result, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  }

  func type(_ column: CInt) -> Oid { PQftype(result, column) }
}

private struct PostgresRow: SQLRow {
  let result: PostgresResult
  let row: CInt

  func isNull(_ index: Int) -> Bool { result.value(row, CInt(index)) == nil }

  func bytesIfAny(_ index: Int) -> Bytes? {
    guard [17, 25].contains(result.type(CInt(index))) else { return nil }
    return result.value(row, CInt(index)).map { Bytes([UInt8]($0)) }
  }

  func number(_ index: Int) -> Int64? {
    guard let value = result.value(row, CInt(index)) else { return nil }
    return switch result.type(CInt(index)) {
    case 16: Int64(value[0])
    case 20: Int64(bigEndian: value.loadUnaligned(as: Int64.self))
    case 23: Int64(Int32(bigEndian: value.loadUnaligned(as: Int32.self)))
    default: nil
    }
  }
}
