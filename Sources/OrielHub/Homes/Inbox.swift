import Oriel

/// A message to one of a tenant's objects.
enum TenantMessage {
  case timer(StoredTimer)
  case post(StoredPost)

  var type: String {
    switch self {
    case .timer(let timer): timer.type
    case .post(let post): post.type
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .timer(let timer): timer.message ?? []
    case .post(let post): post.message ?? []
    }
  }

  var sender: Tenant {
    switch self {
    case .timer(let timer): timer.tenant
    case .post(let post): post.sender
    }
  }

  var timer: StoredTimer? {
    if case .timer(let timer) = self { timer } else { nil }
  }

  /// The message after a tenant was given another name.
  func with(sender tenant: Tenant, renamed name: Tenant) -> TenantMessage {
    if case .post(let post) = self { .post(post.with(sender: tenant, renamed: name)) } else { self }
  }

  /// Whether it is for an object, and neither an act on windows nor the key of a request.
  var isForObject: Bool {
    switch self {
    case .timer(let timer): timer.isMessage
    case .post(let post): !post.isAct
    }
  }

  /// The same each time that the message is handled.
  var key: String {
    switch self {
    // The number tells it from another one of the same id that was scheduled in the same millisecond.
    case .timer(let timer) where timer.number > 0:
      "timer:\(timer.tenant):\(timer.due)-\(timer.number):\(timer.id):\(timer.type)"
    case .timer(let timer): "timer:\(timer.tenant):\(timer.due):\(timer.id):\(timer.type)"
    case .post(let post): "post:\(post.number)"
    }
  }
}

/// A message whose handler runs.
final class RunningMessage {
  let message: TenantMessage
  let lane: MessageLanes.Lane
  let home: Home
  /// The name of the receiver's type.
  let typeName: String
  /// The name of the message's type, and its id if it was scheduled.
  let name: String
  /// Whether it counts as handled, or waits to be tried again.
  var isEnded = false
  /// The error of the handler, and whether its `once` has failed.
  var failure: (error: any Error, ofOnce: Bool)?

  init(
    _ message: TenantMessage, _ value: any NavigationMessage, to typeName: String, in lane: MessageLanes.Lane,
    of home: Home
  ) {
    (self.message, self.typeName, self.lane, self.home) = (message, typeName, lane, home)
    let type = TypeName.of(type(of: value)).short
    name = message.timer.map { "\(type) \($0.id)" } ?? type
  }
}

/// The messages to a tenant's objects that are not handled yet.
struct Inbox {
  private(set) var agenda: Agenda
  /// In the order in which they were saved.
  private var posts: [StoredPost] = []
  /// The numbers of the messages that were read from the store, and may still be in it.
  private var known: Set<Int64> = []
  /// Whether the store may have more.
  private var hasMore = true
  private(set) var isReading = false
  /// Those that are handled, and those that wait for them.
  var lanes = MessageLanes()
  /// Those that are not handled, because messages to their objects have crashed the process. The store has them too.
  private var (parked, parkedPosts): (Agenda, [StoredPost]) = (Agenda(), [])
  /// The number of the message that was scheduled last.
  private var lastNumber: Int
  /// Rings when the next message is due.
  var alarm = Alarm()

  init(_ timers: [StoredTimer] = []) {
    let numbered = timers.map { timer in
      var timer = timer
      timer.number = MessageCoding.number(of: timer.message ?? [])
      return timer
    }
    agenda = Agenda(numbered)
    lastNumber = numbered.map(\.number).max() ?? 0
  }

  /// Whether nothing is due or being handled. The store may have messages that no commit has announced yet.
  func isIdle(at time: Int64) -> Bool {
    posts.isEmpty && !isReading && !hasMore && lanes.isEmpty && !agenda.hasUnsaved
      && (agenda.first.map { $0.due > time } ?? true)
  }

  mutating func saved(_ timer: StoredTimer, upTo turn: Int) -> Bool { agenda.saved(timer, upTo: turn) }

  /// The number of scheduled messages that are not handled yet.
  var count: Int { agenda.count + lanes.count + parked.count }

  /// When the next scheduled message is due; 0 if one waits.
  var nextDue: Int64? { lanes.isEmpty ? agenda.nextDue : 0 }

  /// The size of the scheduled messages with one that is added, or replaces another.
  func bytes(with timer: StoredTimer) -> Int {
    agenda.bytes(with: timer) + lanes.bytes - (lanes[ScheduledKey(timer)]?.bytes ?? 0)
      + parked.bytes(with: timer) - timer.bytes
  }

  func contains(_ timer: StoredTimer) -> Bool {
    agenda.contains(timer) || lanes[ScheduledKey(timer)] != nil || parked.contains(timer)
  }

  /// - Returns: The message as it is to be saved.
  mutating func schedule(_ timer: StoredTimer, in turn: Int) -> StoredTimer {
    _ = lanes.remove(ScheduledKey(timer))
    parked.remove(type: timer.type, id: timer.id)
    lastNumber &+= 1
    var timer = timer
    timer.number = lastNumber
    timer.message = timer.message.map { MessageCoding.numbered($0, lastNumber) }
    agenda.set(timer, scheduledBy: turn)
    return timer
  }

  /// - Returns: Whether it was scheduled. One that is handled just now is not tried again.
  mutating func unschedule(_ id: String, of type: String) -> Bool {
    let (hasWaited, isLater) = (lanes.remove(ScheduledKey(type, id)), agenda.remove(type: type, id: id))
    let wasParked = parked.remove(type: type, id: id)
    return hasWaited || isLater || wasParked
  }

  /// Removes and returns the next message that can be handled now.
  ///
  /// - Parameter isStarted: Whether the objects have been started. Before that, only acts on windows can be handled.
  mutating func popNext(at time: Int64, isStarted: Bool) -> TenantMessage? {
    if let index = posts.firstIndex(where: { $0.isAct || isStarted && !lanes.full.contains($0.type) }) {
      return .post(posts.remove(at: index))
    }
    guard isStarted, let timer = agenda.due(at: time, exceptOf: lanes.full) else { return nil }
    agenda.remove(type: timer.type, id: timer.id)
    return .timer(timer)
  }

  mutating func park(_ message: TenantMessage) {
    switch message {
    case .timer(let timer): parked.set(timer)
    case .post(let post): parkedPosts.append(post)
    }
  }

  /// Lets messages be handled that were parked, in their order.
  mutating func retryParked() {
    for timer in parked.saved { agenda.set(timer) }
    // One that was tried again before was parked after those that came later.
    posts = parkedPosts.sorted { $0.number < $1.number } + posts
    (parked, parkedPosts) = (Agenda(), [])
  }

  /// A tenant that has sent some of the messages has another name.
  mutating func rename(sender tenant: Tenant, to name: Tenant) {
    posts = posts.map { $0.with(sender: tenant, renamed: name) }
    parkedPosts = parkedPosts.map { $0.with(sender: tenant, renamed: name) }
    lanes.rename(sender: tenant, to: name)
  }

  /// Whether there are messages for objects, which have to be started for them.
  var needsObjects: Bool { posts.contains { !$0.isAct } }

  // MARK: Reading from the store

  /// A commit has added messages to the store.
  mutating func announce() { hasMore = true }

  /// - Parameter limit: While this number waits for others of their keys, no more are read.
  /// - Returns: Whether messages have to be read.
  mutating func beginReading(atMost limit: Int) -> Bool {
    guard hasMore, posts.isEmpty, !isReading, lanes.posts < limit else { return false }
    (hasMore, isReading) = (false, true)
    return true
  }

  /// The number of messages to read, the first ones in the store, so that `count` of them can be new.
  func limit(for count: Int) -> Int { known.count + count }

  /// Adds the messages that are new among those found. The number of a message may be lower than one read before: each node
  /// takes numbers before it commits.
  ///
  /// - Parameter limit: The number of messages that were asked for.
  mutating func read(_ found: [StoredPost], of limit: Int) {
    isReading = false
    let new = found.filter { !known.contains($0.number) }
    posts += new
    let last = found.count < limit ? Int64.max : found[limit - 1].number
    known = known.filter { $0 > last }.union(found.map(\.number))
    hasMore = hasMore || found.count == limit
  }

  mutating func readingFailed() { (isReading, hasMore) = (false, true) }
}
