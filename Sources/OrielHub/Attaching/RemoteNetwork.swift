/// The network that limits by address apply to: an IPv4 address, or a prefix of an IPv6 one.
///
/// A provider gives a customer a /64 or, as RFC 6177 advises for a site, anything from a /56 to a /48. So an IPv6 address
/// is counted for each of the three: see ``PrefixCounts``.
package struct RemoteNetwork: Hashable, Sendable {
  /// The first 64 bits of an IPv6 address; 0 of an IPv4 one.
  private let high: UInt64
  /// An IPv4 address, mapped to IPv6 (RFC 4291 §2.5.5.2); 0 of an IPv6 one.
  private let low: UInt64

  /// Whether an address is one of this machine's own.
  package static func isLoopback(_ address: String) -> Bool {
    guard let (high, low) = bits(of: address) else { return false }
    return high == 0 && (low == 1 || low >> 24 == mapped >> 24 | 127)
  }

  /// The IPv4 address, or the /64 of an IPv6 one. Text that is no address is in the network of `::`.
  package init(of address: String) {
    let (high, low) = Self.bits(of: address) ?? (0, 0)
    self.init(high, high == 0 && low >> 32 == Self.mapped >> 32 ? low : 0)
  }

  private init(_ high: UInt64, _ low: UInt64) { (self.high, self.low) = (high, low) }

  private static let mapped: UInt64 = 0xFFFF << 32

  /// The network itself and, of an IPv6 one, its /56 and its /48.
  var prefixes: [RemoteNetwork] {
    low > 0 ? [self] : [self, RemoteNetwork(high & ~0xFF, 0), RemoteNetwork(high & ~0xFFFF, 0)]
  }

  /// The largest network that is counted, for lines in the log.
  package var widest: RemoteNetwork { prefixes[prefixes.count - 1] }

  /// The network as an address, which may be read again.
  package var text: String {
    let bytes = stride(from: 24, through: 0, by: -8).map { String(low >> $0 & 0xFF) }
    let groups = stride(from: 48, through: 0, by: -16).map { String(high >> $0 & 0xFFFF, radix: 16) }
    return low > 0 ? bytes.joined(separator: ".") : groups.joined(separator: ":") + "::"
  }

  // MARK: Reading

  /// The 128 bits of an address as the kernel or a trusted proxy writes it; `nil` if it is none.
  private static func bits(of address: String) -> (high: UInt64, low: UInt64)? {
    // The longest address has 45 bytes.
    let parts = address.utf8.prefix(46).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var groups: [UInt64] = []
    var gap: Int?
    for part in parts.map(Substring.init) {
      if part.isEmpty {
        gap = gap ?? groups.count
      } else if let group = UInt16(part, radix: 16), parts.count > 1 {
        groups.append(UInt64(group))
      } else if let pair = pair(part) {
        groups += pair
      } else {
        return nil
      }
    }
    if parts.count == 1, groups.count == 2 { return (0, mapped | groups[0] << 16 | groups[1]) }
    if let gap, groups.count < 8 { groups.insert(contentsOf: Array(repeating: 0, count: 8 - groups.count), at: gap) }
    guard groups.count == 8 else { return nil }
    let halves = [groups[..<4], groups[4...]].map { $0.reduce(0) { $0 << 16 | $1 } }
    return (halves[0], halves[1])
  }

  /// The two groups of an IPv4 address.
  private static func pair(_ text: Substring) -> [UInt64]? {
    let bytes = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .compactMap { UInt8(Substring($0)) }.map(UInt64.init)
    return bytes.count == 4 ? [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]] : nil
  }
}
