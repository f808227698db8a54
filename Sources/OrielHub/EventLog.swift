import Logging
import Oriel

/// Tells the log, the app, and whoever else listens what happens in the navigation of windows. On the hub only.
final class EventLog {
  let logger: Logger
  private let verbosity: NavigationVerbosity
  /// The log's level may change while the server runs.
  private var logged: NavigationVerbosity { logger.logLevel <= .debug ? .info : verbosity }
  private let tellApp: (NavigationEvent) -> Void
  /// Who is acting from outside at present.
  var operatorID: String?
  /// Hears everything, whatever the app asks for.
  var listener: ((NavigationEvent) -> Void)?

  init(of app: some WindowApp, _ logger: Logger) {
    self.logger = logger
    verbosity = app.verbosity
    tellApp = { app.navigationEvent($0) }
  }

  func hears(_ level: NavigationVerbosity) -> Bool {
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

  private func log(_ event: NavigationEvent) {
    var metadata: Logger.Metadata = event.details.mapValues { "\($0)" }
    metadata["event"] = "\(event.kind)"
    metadata["window"] = "\(event.window.rawValue.prefix(8))…"
    if !event.model.isEmpty { metadata["model"] = "\(event.model)" }
    if !event.type.isEmpty { metadata["type"] = "\(event.type)" }
    logger.log(level: Logger.Level(event.level), "\(event)", metadata: metadata)
  }
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
