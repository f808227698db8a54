import Oriel

/// The last things that happened in a window, for operators. Made when the first happens: a window in which nothing ever
/// does has none.
package final class WindowLog {
  /// How many are kept of any window, and of one that an operator looks at.
  static let capacity = 16
  static let watchedCapacity = 200

  private var ring: [LoggedEvent] = []
  /// Where the oldest is, once the ring is full.
  private var oldest = 0
  /// Operators who look at the window: they are told of all that happens, and more of it is kept.
  private(set) var watchers = 0
  /// How many there have ever been.
  package private(set) var count = 0

  var isWatched: Bool { watchers > 0 }
  private var limit: Int { isWatched ? Self.watchedCapacity : Self.capacity }

  /// What is kept, the oldest first.
  package var events: [LoggedEvent] { Array(ring[oldest...] + ring[..<oldest]) }

  func append(_ event: LoggedEvent) {
    count += 1
    guard ring.count >= limit else { return ring.append(event) }
    ring[oldest] = event
    oldest = (oldest + 1) % ring.count
  }

  func watch() {
    straighten()
    watchers += 1
  }

  func unwatch() {
    straighten()
    watchers -= 1
    ring.removeFirst(max(0, ring.count - limit))
  }

  private func straighten() {
    ring = events
    oldest = 0
  }
}

/// One line of a window's log.
package struct LoggedEvent {
  package enum Outcome: Equatable, Sendable {
    case applied
    case rejected(EventRefusalCode)
    /// It is no event of a page's: it just happened.
    case happened
  }

  /// Milliseconds since 1970.
  package var time: Int64
  /// The event's name, or what kind of thing has happened.
  package var name: String
  package var model = ""
  /// Of an event's model. Its name is made when somebody reads it.
  var modelType: Any.Type?
  package var element = ""
  package var outcome: Outcome
  package var nanoseconds: Int64 = 0
  /// Of the patches that it made, in this window and others.
  package var bytes = 0
  /// Apart: most are events of pages, and every window that is used keeps some.
  var happening: Happening?

  /// What there is to say of what is no event of a page's.
  final class Happening {
    let type: String
    let message: String
    let by: String?

    init(type: String = "", _ message: String, by: String?) {
      (self.type, self.message, self.by) = (type, message, by)
    }
  }

  package var type: String { modelType.map { TypeName.of($0).short } ?? happening?.type ?? "" }
  package var message: String { happening?.message ?? "" }
  /// The operator whose doing it is.
  package var by: String? { happening?.by }
}

extension Window {
  /// Notes an event of a page's, when it is answered.
  func note(
    _ event: WindowEvent, on model: (any NavigationModel)?, _ outcome: LoggedEvent.Outcome, nanoseconds: Int64,
    bytes: Int
  ) {
    lastUsedAt = context.scheduler.wallTime
    var logged = LoggedEvent(time: lastUsedAt, name: event.name, outcome: outcome)
    logged.model = event.model
    logged.modelType = model.map { type(of: $0) }
    logged.element = event.element ?? ""
    logged.nanoseconds = nanoseconds
    logged.bytes = bytes
    madeLog.append(logged)
  }

  /// Notes what has happened in the navigation: faults always, the rest while an operator looks.
  func log(_ event: NavigationEvent) {
    guard event.level >= .warning || log?.isWatched == true || event.details["operator"] != nil else { return }
    var logged = LoggedEvent(time: context.scheduler.wallTime, name: event.kind.rawValue, outcome: .happened)
    logged.model = event.model
    logged.happening = .init(type: event.type, event.message, by: event.details["operator"])
    madeLog.append(logged)
  }

  /// Notes what an operator has done to the window.
  package func log(act: String, by operator: String) {
    var logged = LoggedEvent(time: context.scheduler.wallTime, name: "operator", outcome: .happened)
    logged.happening = .init(act, by: `operator`)
    madeLog.append(logged)
  }

  /// The last things that happened in it, the oldest first.
  package var loggedEvents: [LoggedEvent] { log?.events ?? [] }

  private var madeLog: WindowLog {
    if let log { return log }
    let new = WindowLog()
    log = new
    return new
  }

  // MARK: While an operator looks

  /// An operator looks at the window: all that happens in it is noted, and its documents are kept.
  package func watch() {
    madeLog.watch()
    if history == nil { history = WindowHistory(of: self) }
  }

  /// An operator no longer does. What was kept of its documents goes with the last one.
  package func unwatch() {
    guard let log, log.isWatched else { return }
    log.unwatch()
    if !log.isWatched { history = nil }
  }
}
