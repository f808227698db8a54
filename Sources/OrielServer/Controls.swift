import Logging
import OrielHub
import Synchronization

/// The operators' control of the server: change the log level, and stop it.
final class Controls: ServerControls {
  private let threshold: LogThreshold
  private let end: @Sendable () -> Void

  init(threshold: LogThreshold, end: @escaping @Sendable () -> Void) {
    self.threshold = threshold
    self.end = end
  }

  var logLevel: String {
    get { threshold.level.rawValue }
    set { if let new = Logger.Level(rawValue: newValue) { threshold.level = new } }
  }

  func drain() { end() }
}

/// The log level, shared by all loggers of the server, including copies.
final class LogThreshold: Sendable {
  private let current: Mutex<Logger.Level>

  init(_ level: Logger.Level) { current = Mutex(level) }

  var level: Logger.Level {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func logger() -> Logger {
    Logger(label: "oriel") { Handler(stream: StreamLogHandler.standardError(label: $0), threshold: self) }
  }

  private struct Handler: LogHandler {
    var stream: StreamLogHandler
    let threshold: LogThreshold

    var logLevel: Logger.Level {
      get { threshold.level }
      set { threshold.level = newValue }
    }

    var metadata: Logger.Metadata {
      get { stream.metadata }
      set { stream.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { stream[metadataKey: key] }
      set { stream[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
      var event = event
      event.message = "\(LogText.line(event.message.description))"
      event.metadata = event.metadata.map(LogText.lines)
      stream.log(event: event)
    }
  }
}
