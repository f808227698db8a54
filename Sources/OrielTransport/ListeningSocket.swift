import CLibUV
import CLibWebSockets
import Glibc

/// Finds a port of this machine that no process listens on.
package enum FreePort {
  /// Returns a port that was free a moment ago.
  ///
  /// - Throws: `TransportError` if the host can't be resolved or listened on.
  package static func find(host: String) throws(TransportError) -> UInt16 {
    let (descriptor, port) = try ListeningSocket.open(host: host, port: 0, backlog: 1)
    close(descriptor)
    return port
  }
}

/// Creates listening sockets, and explains failures as a `TransportError`.
enum ListeningSocket {
  /// Returns a bound, listening, non-blocking socket, and its port.
  static func open(
    host: String, port: UInt16, backlog: Int32
  ) throws(TransportError) -> (descriptor: Int32, port: UInt16) {
    let addresses = try resolve(host, port)
    defer { freeaddrinfo(addresses) }
    var failure = TransportError.unknownHost(host, reason: "it has no address")
    var next: UnsafeMutablePointer<addrinfo>? = addresses
    while let address = next {
      do {
        return try open(address.pointee, host: host, port: port, backlog: backlog)
      } catch {
        failure = error
      }
      next = address.pointee.ai_next
    }
    throw failure
  }

  /// Returns another descriptor of a listening socket, for another loop.
  static func copy(of descriptor: Int32) throws(TransportError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .noLoop(String(cString: strerror(errno))) }
    return copy
  }

  private static func resolve(_ host: String, _ port: UInt16) throws(TransportError) -> UnsafeMutablePointer<addrinfo> {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &found)
    guard failure == 0, let found else {
      throw .unknownHost(host, reason: String(cString: gai_strerror(failure)))
    }
    return found
  }

  private static func open(
    _ address: addrinfo, host: String, port: UInt16, backlog: Int32
  ) throws(TransportError) -> (Int32, UInt16) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, type, 0)
    guard descriptor >= 0 else { throw failure(host, port) }
    // Otherwise a restarted server could not bind for minutes, while the previous process's connections are in
    // TIME_WAIT.
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, backlog) == 0 else {
      let failure = failure(host, port)
      close(descriptor)
      throw failure
    }
    return (descriptor, SocketAddress.port(of: descriptor))
  }

  private static func failure(_ host: String, _ port: UInt16) -> TransportError {
    switch errno {
    case EADDRINUSE: .addressInUse(host: host, port: port)
    case EACCES, EPERM: .permissionDenied(host: host, port: port)
    case EADDRNOTAVAIL: .addressNotAvailable(host: host, port: port)
    case let other: .notListening(host: host, port: port, reason: String(cString: strerror(other)))
    }
  }
}

enum SocketAddress {
  /// The IP address as text; an IPv4 address on an IPv6 socket is shown as IPv4.
  static func text(of address: sockaddr_storage) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    withUnsafePointer(to: address) { address in
      let raw = UnsafeRawPointer(address)
      if Int32(address.pointee.ss_family) == AF_INET {
        var ip = raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr
        inet_ntop(AF_INET, &ip, &text, socklen_t(text.count))
      } else if Int32(address.pointee.ss_family) == AF_INET6 {
        var ip = raw.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr
        inet_ntop(AF_INET6, &ip, &text, socklen_t(text.count))
      }
    }
    let result = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return result.hasPrefix("::ffff:") ? String(result.dropFirst(7)) : result
  }

  static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      let raw = UnsafeMutableRawPointer(pointer)
      guard getsockname(descriptor, raw.assumingMemoryBound(to: sockaddr.self), &length) == 0 else { return 0 }
      // Both address families store the port at the same offset.
      return UInt16(bigEndian: raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port)
    }
  }
}
