import Glibc

/// A page's connection before its WebSocket is open: it asks, and waits for the answer.
struct OpeningSocket {
  let descriptor: Int32
  private(set) var received: [UInt8] = []

  init(port: UInt16, from host: UInt8 = 1) throws {
    descriptor = try Loopback.connect(port: port, from: host)
    Loopback.setReadDeadline(20, of: descriptor)
  }

  func close() { Glibc.close(descriptor) }

  func send(_ text: String) throws { try Loopback.send(Array(text.utf8), to: descriptor) }
  func send(_ bytes: [UInt8]) throws { try Loopback.send(bytes, to: descriptor) }

  /// Waits for whatever comes next.
  mutating func receive() throws {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count == 0 { throw BenchmarkError.closed("while a page was opened") }
    guard count > 0 else { throw BenchmarkError.silence("while a page was opened") }
    received += buffer[..<count]
  }

  /// What was received and not taken yet.
  mutating func takeRest() -> [UInt8] {
    defer { received = [] }
    return received
  }

  // MARK: HTTP

  struct Response {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]
  }

  mutating func readResponse() throws -> Response {
    let end = try readHead()
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
    received.removeFirst(end)
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    let length = fields["content-length"].flatMap { Int($0) } ?? 0
    while received.count < length { try receive() }
    defer { received.removeFirst(length) }
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Response(status: status, fields: fields, body: Array(received[..<length]))
  }

  /// Where the head ends that comes next.
  private mutating func readHead() throws -> Int {
    let blank = Array("\r\n\r\n".utf8)
    while true {
      if let end = received.indices.first(where: { received[$0...].starts(with: blank) }) { return end + blank.count }
      try receive()
    }
  }
}
