import Logging
import Oriel

/// Reports navigation events to the log, the app and other listeners. Used on the hub only.
final class Diagnostics {
  let logger: Logger
  private let scheduler: any Scheduler
  private var lines = LineLimit()
  private let verbosity: NavigationVerbosity
  /// The log's level may change while the server runs.
  private var logged: NavigationVerbosity { logger.logLevel <= .debug ? .info : verbosity }
  private let tellApp: (NavigationEvent) -> Void
  /// The id of the operator who is currently acting.
  var operatorID: String?
  /// Receives every event, regardless of the app's verbosity.
  var listener: ((NavigationEvent) -> Void)?

  init(of app: some WindowApp, _ logger: Logger, _ scheduler: any Scheduler) {
    self.logger = logger
    self.scheduler = scheduler
    verbosity = app.verbosity
    tellApp = { app.navigationEvent($0) }
  }

  func isObserved(at level: NavigationVerbosity) -> Bool {
    level >= logged || level >= verbosity || listener != nil || operatorID != nil
  }

  func tell(_ event: NavigationEvent, in window: WindowID) {
    var event = event
    event.window = window
    if let operatorID { event.details["operator"] = operatorID }
    if event.level >= logged { log(event) }
    if event.level >= verbosity { tellApp(event) }
    listener?(event)
  }

  /// Warnings and errors come again with each turn, and from each window: a line a minute stands for those that are
  /// alike.
  private func log(_ event: NavigationEvent) {
    var repeats = LineLimit.Repeats()
    if event.level >= .warning {
      guard let admitted = lines.admit(event.likeness, value: event.milliseconds, now: scheduler.now) else { return }
      repeats = admitted
    }
    var metadata: Logger.Metadata = event.details.mapValues { "\($0)" }
    metadata["event"] = "\(event.kind)"
    metadata["window"] = "\(event.window.rawValue.prefix(8))…"
    if !event.model.isEmpty { metadata["model"] = "\(event.model)" }
    if !event.type.isEmpty { metadata["type"] = "\(event.type)" }
    logger.log(level: Logger.Level(event.level), "\(event)\(Self.words(repeats))", metadata: metadata)
  }
}

extension Diagnostics {
  private static func words(_ repeats: LineLimit.Repeats) -> String {
    guard repeats.count > 0 else { return "" }
    let longest = repeats.largest > 0 ? ", the longest \(repeats.largest) ms" : ""
    return " (and \(repeats.count) more since the last such line\(longest))"
  }
}

extension NavigationEvent {
  /// A key that is equal for similar warnings: those about slowness or size differ only in the figures and the model, and
  /// what a page wrote into its address must not make a key.
  fileprivate var likeness: String {
    switch kind {
    case .slowBody, .slowTurn, .tooLarge, .exceeded: "\(kind) \(type)"
    case .unknownURL: "\(kind)"
    default: "\(kind) \(message.prefix(scalars: 200))"
    }
  }

  fileprivate var milliseconds: Int64 { details["milliseconds"].flatMap { Int64($0) } ?? 0 }
}

extension Logger.Level {
  fileprivate init(_ level: NavigationVerbosity) {
    switch level {
    case .info, .none: self = .info
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}
