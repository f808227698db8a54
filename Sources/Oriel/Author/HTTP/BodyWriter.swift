/// Writes a body that is sent while it is made: a download, or the answer of an endpoint.
///
/// ```swift
/// download(name: "orders.csv", type: "text/csv") { file in
///   try await file.write(row: ["Number", "Amount"])
///   for order in self.desk.orders { try await file.write(row: [order.number, order.amount]) }
/// }
/// ```
///
/// At most 64 KiB wait to be sent. Beyond that, writing waits for the client, so that a body of any length takes no more
/// memory than that. If the client goes away, or takes 64 KiB in more than 30 s, writing throws `CancellationError`. A pause
/// of more than 30 s between two pieces, or an error, ends the connection: the browser shows a download that has failed, and no
/// shorter file.
///
/// It is confined to the hub, and takes one call at a time: another one meanwhile may throw, and then the body is cut off.
public final class BodyWriter {
  private let stream: BodyStream

  init(_ stream: BodyStream) { self.stream = stream }

  /// Writes bytes.
  ///
  /// - Throws: `CancellationError` if the client has gone away.
  public func write(_ bytes: some Sequence<UInt8>) async throws {
    try await stream.write(ArraySlice(bytes))
  }

  /// Writes a text as UTF-8.
  ///
  /// - Throws: `CancellationError` if the client has gone away.
  public func write(_ text: String) async throws {
    try await stream.write(ArraySlice(text.utf8))
  }

  /// Writes a row of a table for spreadsheets (RFC 4180). Fields are quoted where that is needed.
  ///
  /// - Throws: `CancellationError` if the client has gone away.
  public func write(row: [String]) async throws {
    var bytes: [UInt8] = []
    bytes.append(csvRow: row)
    try await stream.write(bytes[...])
  }
}

extension [UInt8] {
  /// Appends a row of a table (RFC 4180).
  mutating func append(csvRow row: [String]) {
    for (index, field) in row.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(csvField: field)
    }
    self += "\r\n".utf8
  }

  private mutating func append(csvField field: String) {
    let needsQuotes = field.utf8.contains(where: \.isSpecialInTable)
    guard needsQuotes else { return append(contentsOf: field.utf8) }
    append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}

extension UInt8 {
  fileprivate var isSpecialInTable: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: true
    default: false
    }
  }
}
