/// The network that limits by address apply to: an IPv4 address, or the 64 bits of an IPv6 one that a provider gives to
/// one customer (RFC 6177).
package struct RemoteNetwork: Hashable {
  package let text: String

  /// Whether an address is one of this machine's own.
  package static func isLoopback(_ address: String) -> Bool {
    address == "::1" || ["127.", "::ffff:127."].contains { address.utf8.starts(with: $0.utf8) }
  }

  package init(of address: String) {
    guard address.contains(":"), !address.contains(".") else {
      text = address
      return
    }
    let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.split(separator: ":")
    }
    let tail = halves.count > 1 ? halves[1] : []
    let zeros = Array(repeating: Substring("0"), count: max(0, 8 - halves[0].count - tail.count))
    text = (halves[0] + (halves.count > 1 ? zeros : []) + tail).prefix(4).joined(separator: ":")
  }
}
