import DequeModule
import OrielHub
import OrielWire

/// The messages of a connection that wait to be handled, in order.
///
/// In each half of an iteration of the loop, a few messages of a connection are handled as they arrive. Further ones wait, as
/// do all of a connection that has made the loop work for long, and are handled in turn with those of other connections.
///
/// They are kept as they came, and decoded when it is their turn: a message takes many times its size when it is decoded, and
/// decoding takes time too.
struct WaitingMessages {
  enum Waiting {
    case message([UInt8])
    /// The hub has given it back.
    case event(SizedEvent)

    fileprivate var bytes: Int {
      switch self {
      case .message(let bytes): bytes.count
      case .event(let event): event.bytes
      }
    }
  }

  private var messages: Deque<Waiting> = []
  private(set) var bytes = 0
  /// The time on the loop that the connection may use: when its messages have taken its burst and more, they wait until its
  /// share has paid for that.
  private var time: TokenBucket
  /// The messages handled as they arrived, in the iteration of the last of them.
  private var handled = 0
  private var iteration = 0
  /// When a message of the connection last took long.
  private var lastSlow = Int64.min / 2

  init(_ limits: GatewayLimits, now: Int64) {
    time = TokenBucket(full: limits.loopTime, now: now)
  }

  var isEmpty: Bool { messages.isEmpty }

  /// Whether a message may be handled as it arrives.
  mutating func mayHandle(_ limits: GatewayLimits, now: Int64, iteration: Int) -> Bool {
    if iteration != self.iteration { (handled, self.iteration) = (0, iteration) }
    return isEmpty && handled < limits.messagesPerTick && now - lastSlow > 1
      && isAmple(limits, now: now)
  }

  /// Whether the connection has used little time.
  func isAmple(_ limits: GatewayLimits, now: Int64) -> Bool { time.isAmple(limits.loopTime, now: now) }

  /// Milliseconds until the next waiting message may be handled.
  func wait(_ limits: GatewayLimits, now: Int64) -> Int64 { time.wait(limits.loopTime, now: now) }

  /// The nanoseconds that the connection has used and not paid for.
  func unpaid(_ limits: GatewayLimits, now: Int64) -> Int64 {
    Int64(limits.loopTime.burst - time.tokens(limits.loopTime, now: now))
  }

  /// - Returns: Whether there was room for the message.
  mutating func append(_ message: [UInt8], _ limits: GatewayLimits) -> Bool {
    guard messages.count < limits.waitingMessages, bytes + message.count <= limits.waitingBytes else {
      return false
    }
    messages.append(.message(message))
    bytes += message.count
    return true
  }

  /// Puts events before all messages. They had been taken before, so that there is room for them.
  mutating func putBack(_ events: [SizedEvent]) {
    messages.prepend(contentsOf: events.map(Waiting.event))
    bytes += events.reduce(0) { $0 + $1.bytes }
  }

  mutating func popNext() -> Waiting? {
    guard let first = messages.popFirst() else { return nil }
    bytes -= first.bytes
    // An idle connection keeps no room for the messages that it once sent.
    if messages.isEmpty { messages = [] }
    return first
  }

  mutating func removeAll() { (messages, bytes) = ([], 0) }

  /// Charges the time that a message took.
  ///
  /// - Returns: As how many messages it counts: after one that took a millisecond, others have their turn.
  mutating func charge(_ nanoseconds: Int64, _ limits: GatewayLimits, now: Int64) -> Int {
    // The share also pays while the message is handled.
    time.charge(Double(nanoseconds), limits.loopTime, now: now - nanoseconds / 1_000_000)
    time.limitWait(to: GatewayLimits.longestWait, limits.loopTime, now: now)
    let isSlow = nanoseconds >= 1_000_000
    if isSlow { lastSlow = now }
    let count = isSlow ? limits.messagesPerTick : 1
    handled += count
    return count
  }
}
