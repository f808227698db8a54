import Glibc
import OrielGateway

/// The proxies whose `X-Forwarded-For` is trusted: addresses, and networks such as `10.0.0.0/8`.
package struct TrustedProxies: Sendable, Equatable {
  private struct Network: Equatable {
    var address: [UInt8]
    /// The length of the network's prefix in bits.
    var bits: Int

    func contains(_ other: [UInt8]) -> Bool {
      let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
      guard address.prefix(whole) == other.prefix(whole) else { return false }
      return rest == 0 || (address[whole] ^ other[whole]) >> (8 - rest) == 0
    }
  }

  private var networks: [Network] = []

  /// Creates an empty list.
  package init() {}

  /// Creates a list from addresses and networks; `nil` if one of the words is neither.
  package init?(_ words: some Collection<String>) {
    for word in words {
      guard let network = Self.network(word) else { return nil }
      networks.append(network)
    }
  }

  /// The address of the client. Every proxy appends its peer to `X-Forwarded-For`, so the last address that does not
  /// belong to a trusted proxy is genuine. The client itself may have made up any addresses before it.
  func client(of request: HTTPRequest) -> String {
    guard isTrusted(request.remoteAddress), let said = request.headers["x-forwarded-for"] else {
      return request.remoteAddress
    }
    var client = request.remoteAddress
    var rest = said.utf8[...]
    for _ in 0..<HeaderLimits.elements {
      let comma = rest.lastIndex(of: UInt8(ascii: ","))
      let address = String(Substring(comma.map { rest[$0...].dropFirst() } ?? rest).trimmed)
      guard Self.bytes(address) != nil else { break }
      client = address
      guard isTrusted(address), let comma else { break }
      rest = rest[..<comma]
    }
    return client
  }

  func isTrusted(_ address: String) -> Bool {
    guard !networks.isEmpty, let bytes = Self.bytes(address) else { return false }
    return networks.contains { $0.contains(bytes) }
  }

  private static func network(_ word: String) -> Network? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = bytes(String(parts[0])) else { return nil }
    guard parts.count == 2 else { return Network(address: address, bits: 128) }
    // An IPv4 address is the last 32 bits of the mapped IPv6 address.
    let before = parts[0].contains(":") ? 0 : 96
    guard let bits = Int(parts[1]), 0...(128 - before) ~= bits else { return nil }
    return Network(address: address, bits: before + bits)
  }

  /// The sixteen bytes of an IPv6 address. An IPv4 address is mapped to IPv6 (RFC 4291 §2.5.5.2).
  private static func bytes(_ address: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard address.utf8.count < INET6_ADDRSTRLEN else { return nil }
    let text = address.utf8.contains(UInt8(ascii: ":")) ? address : "::ffff:" + address
    return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }
}
