/// Where a page was loaded from: scheme, host and port (RFC 6454 §4).
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  package let host: HostName
  package let port: UInt16

  /// - Parameter text: `https://app.example` or `http://[::1]:8080`, without a path.
  package init?(_ text: String) {
    let name = text.utf8.prefix(6).prefix { $0 != UInt8(ascii: ":") }
    let scheme = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
    let rest = text.utf8[name.endIndex...]
    guard let usual = Self.ports[scheme], rest.starts(with: "://".utf8), let host = HostName(rest.dropFirst(3)) else {
      return nil
    }
    (self.scheme, self.host, port) = (scheme, host, host.port ?? usual)
  }

  /// Whether both have the same scheme and port.
  func isReached(like other: WebOrigin) -> Bool { scheme == other.scheme && port == other.port }

  package var description: String {
    "\(scheme)://\(host.name)" + (port == Self.ports[scheme] ? "" : ":\(port)")
  }

  private static let ports: [String: UInt16] = ["http": 80, "https": 443]

  package static func == (one: WebOrigin, other: WebOrigin) -> Bool {
    (one.scheme, one.host.name, one.port) == (other.scheme, other.host.name, other.port)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host.name)
    hasher.combine(port)
  }
}

/// The name and port of a `Host` header (RFC 9110 §7.2).
package struct HostName: Sendable {
  /// In lower case; an IPv6 address with its brackets.
  package let name: String
  package let port: UInt16?

  package init?(_ text: String) { self.init(text.utf8) }

  /// - Parameter text: Its UTF-8.
  package init?(_ text: some Sequence<UInt8>) {
    let bytes = Array(text.prefix(Self.longest + 1))
    let end = bytes.first == UInt8(ascii: "[") ? bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : nil
    let colon = bytes[(end ?? 0)...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    guard bytes.count <= Self.longest, (1...255).contains(colon), end == nil || end == colon,
      bytes[..<colon].allSatisfy(Self.mayName)
    else { return nil }
    name = String(decoding: bytes[..<colon].map(\.asciiLowercased), as: UTF8.self)
    guard colon < bytes.count else {
      port = nil
      return
    }
    guard let number = UInt16(String(decoding: bytes[(colon + 1)...], as: UTF8.self)) else { return nil }
    port = number
  }

  /// Whether it always means this machine. The owner of any other name can point it here.
  package var isLoopback: Bool {
    if name == "localhost" || name == "[::1]" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// A name of 255 bytes, and a port.
  private static let longest = 255 + 6

  /// Anything that is not white space, a control character, or a separator in a URL.
  private static func mayName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
      UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
      false
    default: (0x21...0x7E).contains(byte)
    }
  }
}
