import Logging
import Synchronization

/// Keeps what the hub logs, so that a test can read it.
package final class RecordedLog: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  /// What was logged as a warning or an error.
  package var warnings: [String] { lines.withLock { $0 } }

  package var logger: Logger {
    var logger = Logger(label: "oriel.testing") { [self] _ in Handler(log: self) }
    logger.logLevel = .warning
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.lines.withLock { $0.append("\(event.message)") }
    }
  }
}
