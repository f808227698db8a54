import CLibUV
import Glibc

/// The address of a node: `HOST:PORT`, or `[IPV6]:PORT`.
package struct NodeAddress {
  let storage: sockaddr_storage
  private let length: socklen_t

  /// - Parameter looksUpNames: Whether the host may be a name, which may take seconds to look up.
  /// - Returns: `nil` if it can't be read or found.
  package init?(_ text: String, looksUpNames: Bool) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let host = text[..<colon].utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV | (looksUpNames ? 0 : AI_NUMERICHOST)
    var found: UnsafeMutablePointer<addrinfo>?
    let port = String(text[text.utf8.index(after: colon)...])
    guard getaddrinfo(String(decoding: host, as: UTF8.self), port, &hints, &found) == 0, let found else { return nil }
    defer { freeaddrinfo(found) }
    var storage = sockaddr_storage()
    length = found.pointee.ai_addrlen
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: found.pointee.ai_addr, count: Int(found.pointee.ai_addrlen)))
    }
    self.storage = storage
  }

  /// With the IP address in place of a name.
  package var text: String {
    let host = SocketAddress.text(of: storage)
    // Both address families store the port at the same offset.
    let port = withSockaddr { address, _ in
      UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
    }
    return (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(UInt16(bigEndian: port))"
  }

  /// Whether the machine answers, and says at once that no process is there.
  package var refusesConnections: Bool {
    let socket = Glibc.socket(Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    if withSockaddr({ connect(socket, $0, $1) }) == 0 { return false }
    if errno == ECONNREFUSED { return true }
    var ready = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard errno == EINPROGRESS, poll(&ready, 1, 300) == 1 else { return false }
    var (error, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == ECONNREFUSED
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
