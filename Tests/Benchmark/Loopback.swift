import Glibc

/// Sockets of 127.0.0.1.
enum Loopback {
  /// - Parameter host: The last part of the address that it comes from: a server lets few in at once from each.
  static func connect(port: UInt16, from host: UInt8 = 1) throws(BenchmarkError) -> Int32 {
    let socket = try check(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "socket")
    if host != 1 { _ = try check(withAddress(0, host) { bind(socket, $0, $1) }, "bind") }
    let result = withAddress(port) { Glibc.connect(socket, $0, $1) }
    if result < 0 {
      let failure = BenchmarkError.system("connect", errno: errno)
      close(socket)
      throw failure
    }
    sendAtOnce(socket)
    return socket
  }

  /// A listening socket on a free port.
  static func listen() throws(BenchmarkError) -> (socket: Int32, port: UInt16) {
    let socket = try check(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "socket")
    _ = try check(withAddress(0) { bind(socket, $0, $1) }, "bind")
    _ = try check(Glibc.listen(socket, 4096), "listen")
    return (socket, try port(of: socket))
  }

  private static func port(of socket: Int32) throws(BenchmarkError) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    _ = try check(result, "getsockname")
    return UInt16(bigEndian: address.sin_port)
  }

  private static func withAddress(
    _ port: UInt16, _ host: UInt8 = 1, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// Without this, a second small message would wait for the first one's acknowledgement (RFC 9293 §3.7.4).
  static func sendAtOnce(_ socket: Int32) {
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// A read that finds nothing for this number of seconds fails, instead of hanging the benchmark.
  static func setReadDeadline(_ seconds: Int, of socket: Int32) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  static func send(_ bytes: [UInt8], to socket: Int32) throws(BenchmarkError) {
    let count = Glibc.send(socket, bytes, bytes.count, 0)
    guard count == bytes.count else { throw .system("send", errno: errno) }
  }
}
