import Logging
import Synchronization

/// Keeps what the hub logs, so that a test can read it.
package final class RecordedLog: Sendable {
  private let lines = Mutex<[(text: String, isWarning: Bool)]>([])

  package init() {}

  /// What was logged as a warning or an error.
  package var warnings: [String] { lines.withLock { $0.filter(\.isWarning).map(\.text) } }
  /// All that was logged.
  package var messages: [String] { lines.withLock { $0.map(\.text) } }

  package var logger: Logger {
    var logger = Logger(label: "oriel.testing") { [self] _ in Handler(log: self) }
    logger.logLevel = .debug
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.lines.withLock { $0.append(("\(event.message)", event.level >= .warning)) }
    }
  }
}
