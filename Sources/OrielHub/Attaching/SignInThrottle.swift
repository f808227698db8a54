/// Slows down guessing: after a few failures a network, or an account, has to wait, twice as long each time. A success in between
/// changes nothing, because a guesser may have an account. Times are in milliseconds.
package struct SignInThrottle<Key: Hashable> {
  private struct Failures {
    var count = 0
    var last: Int64
    var blockedUntil: Int64
  }

  private var failures: [Key: Failures] = [:]

  /// The number of failures of an address without a wait.
  package static var free: Int { 5 }
  /// The time after which failures are forgotten.
  package static var forgotten: Int64 { 900_000 }
  /// The number of those that are remembered; beyond it, those with the oldest failures are dropped.
  package static var keys: Int { 10_000 }

  /// The number of failures without a wait.
  private let free: Int
  private let longestWait: Int64

  package init(free: Int = Self.free, longestWait: Int64 = 300_000) {
    (self.free, self.longestWait) = (free, longestWait)
  }

  /// Seconds that it has to wait; 0 if it may try.
  package func wait(of key: Key, now: Int64) -> Int {
    guard let until = failures[key]?.blockedUntil, until > now else { return 0 }
    return Int((until - now + 999) / 1000)
  }

  package mutating func failed(_ key: Key, now: Int64) {
    if failures.count >= Self.keys, failures[key] == nil { makeRoom(now: now) }
    var own = failures[key] ?? Failures(last: now, blockedUntil: now)
    if own.last <= now - Self.forgotten { own.count = 0 }
    own.count += 1
    own.last = now
    let excess = own.count - free
    if excess >= 0 { own.blockedUntil = now + min(longestWait, 1000 << Int64(min(excess, 20))) }
    failures[key] = own
  }

  private mutating func makeRoom(now: Int64) {
    failures = failures.filter { $0.value.last > now - Self.forgotten }
    guard failures.count >= Self.keys else { return }
    let oldest = failures.sorted { $0.value.last < $1.value.last }.prefix(Self.keys / 10)
    for (key, _) in oldest { failures[key] = nil }
  }
}
