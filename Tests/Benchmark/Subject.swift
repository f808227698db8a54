import Glibc

/// A server that is measured by opening pages on it: Oriel, or the floor.
protocol Subject {
  var process: ChildProcess { get }
  /// All whose processor time counts.
  var processes: [ChildProcess] { get }
  var scene: MeasuredScene { get }

  /// What arrives when something has changed.
  var update: Verb { get }

  /// Opens a number of pages at once.
  func open(_ count: Int) throws -> [Page]

  /// What a page sends to have something changed.
  func tap(by page: Page) -> [UInt8]
}

extension Subject {
  var processes: [ChildProcess] { [process] }

  /// Nanoseconds of processor time of its processes, once they have nothing more to do.
  func restingTime() -> UInt64 { processes.reduce(0) { $0 + $1.restingTime() } }
}

/// One page: a WebSocket with a window behind it.
final class Page {
  let socket: Int32
  var reader: FrameReader
  /// Taps it is still to make.
  var tapsLeft = 0
  private var events = 0
  private var saved = 0

  init(_ socket: Int32, reader: FrameReader = FrameReader()) {
    self.socket = socket
    self.reader = reader
  }

  deinit { close(socket) }

  func nextEvent() -> Int {
    events += 1
    return events
  }

  /// - Parameter message: `{"saved":7}`.
  /// - Returns: How many of its events are saved that were not before.
  func save(_ message: UnsafeRawBufferPointer) -> Int {
    let digits = message.dropFirst(9).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    defer { saved = number }
    return number - saved
  }
}

/// The requests of a browser.
enum PageRequest {
  static func get(_ path: String, port: UInt16) -> String {
    """
    GET \(path) HTTP/1.1\r
    Host: 127.0.0.1:\(port)\r
    Accept: text/html,*/*\r
    Accept-Encoding: gzip, deflate\r
    Accept-Language: en-GB\r
    User-Agent: benchmark\r
    \r

    """
  }

  /// - Parameter page: The first component of its address, which leads to the loop of its window.
  static func upgrade(port: UInt16, cookie: String, page: String?, at: String = "") -> String {
    """
    GET /connect\(page.map { "?page=%2F" + $0 + at } ?? "") HTTP/1.1\r
    Host: 127.0.0.1:\(port)\r
    Connection: Upgrade\r
    Upgrade: websocket\r
    Origin: http://127.0.0.1:\(port)\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Protocol: oriel.v1\r
    Cookie: \(cookie)\r
    User-Agent: benchmark\r
    \r

    """
  }
}
