/// Slows down guessing: after a few failures a network has to wait, twice as long each time. A success in between changes
/// nothing, because a guesser may have an account. Times are in milliseconds.
struct SignInThrottle {
  private struct Failures {
    var count = 0
    var last: Int64
    var blockedUntil: Int64
  }

  private var failures: [RemoteNetwork: Failures] = [:]

  /// The number of failures of an address without a wait.
  static let free = 5
  static let longestWait: Int64 = 300_000
  /// The time after which failures are forgotten.
  static let forgotten: Int64 = 900_000
  /// The number of remembered networks; beyond it, those with the oldest failures are dropped.
  static let networks = 10_000

  /// The number of failures without a wait.
  private let free: Int

  init(free: Int = Self.free) { self.free = free }

  /// Seconds that the network has to wait; 0 if it may try.
  func wait(of network: RemoteNetwork, now: Int64) -> Int {
    guard let until = failures[network]?.blockedUntil, until > now else { return 0 }
    return Int((until - now + 999) / 1000)
  }

  mutating func failed(_ network: RemoteNetwork, now: Int64) {
    if failures.count >= Self.networks, failures[network] == nil { makeRoom(now: now) }
    var own = failures[network] ?? Failures(last: now, blockedUntil: now)
    if own.last <= now - Self.forgotten { own.count = 0 }
    own.count += 1
    own.last = now
    let excess = own.count - free
    if excess >= 0 { own.blockedUntil = now + min(Self.longestWait, 1000 << Int64(min(excess, 20))) }
    failures[network] = own
  }

  private mutating func makeRoom(now: Int64) {
    failures = failures.filter { $0.value.last > now - Self.forgotten }
    guard failures.count >= Self.networks else { return }
    let oldest = failures.sorted { $0.value.last < $1.value.last }.prefix(Self.networks / 10)
    for (network, _) in oldest { failures[network] = nil }
  }
}
