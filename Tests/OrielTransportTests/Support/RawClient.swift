import Glibc

/// A client that says exactly what a test wants, over a blocking socket. Whatever takes 20 seconds has failed.
final class RawClient {
  private let descriptor: Int32
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
  private var unread: [UInt8] = []
  private var position = 0

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "no socket: \(errno)") }
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The end of an object whose beginning failed closes the socket, too.
    guard result == 0 else { throw Failure(description: "no connection: \(errno)") }
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "not sent: \(errno)") }
      sent += count
    }
  }

  /// What one read gives; empty at the end of the stream.
  func readOnce() throws -> [UInt8] {
    if position == unread.count { try fill() }
    defer { position = unread.count }
    return Array(unread[position...])
  }

  func read(exactly count: Int) throws -> [UInt8] {
    while unread.count - position < count {
      guard try fill() else { throw Failure(description: "ended before \(count) bytes: \(unread[position...])") }
    }
    defer { position += count }
    return Array(unread[position..<(position + count)])
  }

  /// Whether more came.
  @discardableResult private func fill() throws -> Bool {
    if position == unread.count {
      unread.removeAll(keepingCapacity: true)
      position = 0
    }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw Failure(description: "nothing came: \(errno)") }
    unread.append(contentsOf: buffer[..<count])
    return count > 0
  }

  /// Up to and with the marker.
  func read(until marker: String) throws -> String {
    let marker = Array(marker.utf8)
    var text: [UInt8] = []
    while !text.suffix(marker.count).elementsEqual(marker) { text += try read(exactly: 1) }
    return String(decoding: text, as: UTF8.self)
  }

  /// All that comes until the peer ends the stream.
  func readToEnd() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let more = try readOnce()
      if more.isEmpty { return all }
      all += more
    }
  }

  /// Whether there is something to read now.
  var hasUnread: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return position < unread.count || poll(&wanted, 1, 0) > 0
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}

/// An answer as a test reads it.
struct Answer: Equatable {
  var status: Int
  var headers: [String: String]
  var body: String
}

extension RawClient {
  /// Sends a request and reads its answer, with a body as its `content-length` says.
  func ask(_ request: String, hasBody: Bool = true) throws -> Answer {
    try send(request)
    return try readAnswer(hasBody: hasBody)
  }

  func readAnswer(hasBody: Bool = true) throws -> Answer {
    let head = try read(until: "\r\n\r\n")
    let lines = head.split(separator: "\r\n")
    var answer = Answer(status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: [:], body: "")
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers[parts[0].lowercased()] = parts[1].trimmingPrefix(" ").description
    }
    let length = hasBody ? Int(answer.headers["content-length"] ?? "0") ?? 0 : 0
    answer.body = String(decoding: try read(exactly: length), as: UTF8.self)
    return answer
  }
}
