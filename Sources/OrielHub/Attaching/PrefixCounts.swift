/// Whatever is counted for networks, three times: for an IPv4 address or a /64, for a /56 and for a /48.
///
/// A customer may have any of them, so that a limit of /64s alone would be 65,536 limits. The larger ones have ten times the
/// limit, because a /48 may also be many customers.
package struct PrefixCounts<Count> {
  /// By the length of the prefix.
  private var counts: [Count]

  private static var factors: [Int] { [1, 10, 10] }

  /// - Parameter make: Makes a count whose limits are this many times as large as those of an address.
  package init(_ make: (_ factor: Int) -> Count) { counts = Self.factors.map(make) }

  /// The count of the smallest networks, in which each address is once.
  package var ofAddresses: Count { counts[0] }

  /// Does the same in the count of each prefix of a network, the smallest first.
  ///
  /// - Parameter body: Gets a count, the prefix, and how many times as large its limits are.
  @discardableResult
  package mutating func each<Value>(
    _ network: RemoteNetwork, _ body: (inout Count, RemoteNetwork, _ factor: Int) -> Value
  ) -> [Value] {
    network.prefixes.enumerated().map { index, prefix in body(&counts[index], prefix, Self.factors[index]) }
  }
}

extension PrefixCounts where Count == RateLimit<RemoteNetwork> {
  package init(perMinutes minutes: Int64) { self.init { _ in RateLimit(perMinutes: minutes) } }

  /// - Returns: Whether it may happen once more. Only then it counts, for all of the prefixes.
  package mutating func consume(_ network: RemoteNetwork, of limit: Int, now: Int64) -> Bool {
    guard hasLeft(network, of: limit, now: now) else { return false }
    return each(network) { $0.consume($1, of: limit * $2, now: now) }.allSatisfy(\.self)
  }

  /// Whether `consume` would return `true`.
  package mutating func hasLeft(_ network: RemoteNetwork, of limit: Int, now: Int64) -> Bool {
    each(network) { $0.hasLeft($1, of: limit * $2, now: now) }.allSatisfy(\.self)
  }
}

extension PrefixCounts where Count == [RemoteNetwork: Int] {
  package init() { self.init { _ in [:] } }

  /// Whether one more, or as many more, are within the limit.
  package mutating func hasRoom(_ network: RemoteNetwork, for more: Int = 1, of limit: Int) -> Bool {
    each(network) { $0[$1, default: 0] + more <= limit * $2 }.allSatisfy(\.self)
  }

  package mutating func count(_ change: Int, of network: RemoteNetwork) {
    each(network) { counts, prefix, _ in
      let count = counts[prefix, default: 0] + change
      counts[prefix] = count > 0 ? count : nil
    }
  }
}
