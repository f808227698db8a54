import Oriel

/// A window's recent events, for operators. Created with the first event.
package final class WindowActivity {
  /// The number of events kept for a window, and for one that an operator is viewing.
  static let capacity = 16
  package static var kept: Int { capacity }
  static let watchedCapacity = 200

  private var ring: [ActivityEntry] = []
  /// The index of the oldest event, once the ring is full.
  private var oldest = 0
  /// The number of operators viewing the window. While there are any, all events are logged, and more are kept.
  private(set) var watchers = 0
  /// The total number of events so far.
  package private(set) var count = 0

  var isWatched: Bool { watchers > 0 }
  private var limit: Int { isWatched ? Self.watchedCapacity : Self.capacity }

  /// The kept events, oldest first.
  package var events: [ActivityEntry] { Array(ring[oldest...] + ring[..<oldest]) }

  /// The kept events in no particular order, without a copy.
  var kept: [ActivityEntry] { ring }

  func append(_ event: ActivityEntry) {
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
package struct ActivityEntry: Sendable {
  package enum Outcome: Equatable, Sendable {
    case applied
    case rejected(EventRefusalCode)
    /// Not an event of a page.
    case happened
  }

  /// Milliseconds since 1970.
  package var time: Int64
  /// The name of the event, or its kind.
  package var name: String
  package var model = ""
  /// The type of an event's model, whose name is computed when it is read.
  var modelType: Any.Type?
  package var element = ""
  package var outcome: Outcome
  package var nanoseconds: Int64 = 0
  /// The size of the patches it made, in this window and others.
  package var bytes = 0
  /// Stored separately, because most events are those of pages, and every used window keeps some.
  var happening: Happening?

  /// The details of an event that is not a page's.
  final class Happening: Sendable {
    let type: String
    let message: String
    let by: String?

    init(type: String = "", _ message: String, by: String?) {
      // A message may quote what a page has sent.
      (self.type, self.message, self.by) = (type, message.prefix(scalars: 500), by)
    }
  }

  package var type: String { modelType.map { TypeName.of($0).short } ?? happening?.type ?? "" }
  package var message: String { happening?.message ?? "" }
  /// The operator who caused it.
  package var by: String? { happening?.by }
}

extension Window {
  /// Logs an event of a page when it is answered.
  func log(
    _ event: WindowEvent, on model: (any NavigationModel)?, _ outcome: ActivityEntry.Outcome, nanoseconds: Int64,
    bytes: Int
  ) {
    lastUsedAt = hub.scheduler.wallTime
    var logged = ActivityEntry(time: lastUsedAt, name: event.name, outcome: outcome)
    logged.model = event.model
    logged.modelType = model.map { type(of: $0) }
    logged.element = event.element ?? ""
    logged.nanoseconds = nanoseconds
    logged.bytes = bytes
    madeLog.append(logged)
  }

  /// Logs a notice: mistakes always, others while an operator is viewing the window.
  func log(_ notice: NavigationNotice) {
    guard notice.level >= .warning || log?.isWatched == true || notice.details["operator"] != nil else { return }
    var logged = ActivityEntry(time: hub.scheduler.wallTime, name: notice.kind.rawValue, outcome: .happened)
    logged.model = notice.model
    logged.happening = .init(type: notice.type, notice.message, by: notice.details["operator"])
    madeLog.append(logged)
  }

  /// Logs an operator's act on the window.
  package func log(act: String, by operator: String) {
    var logged = ActivityEntry(time: hub.scheduler.wallTime, name: "operator", outcome: .happened)
    logged.happening = .init(act, by: `operator`)
    madeLog.append(logged)
  }

  /// The number of kept events of pages since a time, and the nanoseconds of the slowest of all that are kept.
  func recentActivity(since time: Int64) -> (count: Int, slowest: Int64) {
    (log?.kept ?? []).reduce(into: (count: 0, slowest: Int64(0))) { found, event in
      if event.time >= time, event.outcome != .happened { found.count += 1 }
      found.slowest = max(found.slowest, event.nanoseconds)
    }
  }

  /// The window's recent events, oldest first.
  package var loggedEvents: [ActivityEntry] { log?.events ?? [] }

  private var madeLog: WindowActivity {
    if let log { return log }
    let new = WindowActivity()
    log = new
    return new
  }

  // MARK: While an operator looks

  /// Begins watching for an operator: all events are logged, and documents are kept.
  package func watch() {
    madeLog.watch()
    if history == nil { history = WindowHistory(of: self) }
  }

  /// Ends watching for an operator. The kept documents are dropped with the last one.
  package func unwatch() {
    guard let log, log.isWatched else { return }
    log.unwatch()
    if !log.isWatched { history = nil }
  }
}
