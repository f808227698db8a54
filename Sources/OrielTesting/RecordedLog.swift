import Logging
import Oriel
import Synchronization

/// Keeps what the hub logs, and what happens in its windows, so that a test can read it.
package final class RecordedLog: Sendable {
  private let lines = Mutex<[(text: String, isWarning: Bool)]>([])
  private let noted = Mutex<[NavigationEvent]>([])
  /// Of more than twice so many events the oldest are forgotten.
  private static let eventCount = 10_000

  package init() {}

  /// What was logged as a warning or an error.
  package var warnings: [String] { lines.withLock { $0.filter(\.isWarning).map(\.text) } }
  /// All that was logged.
  package var messages: [String] { lines.withLock { $0.map(\.text) } }
  package var events: [NavigationEvent] { noted.withLock { $0 } }

  package func note(_ event: NavigationEvent) {
    noted.withLock { events in
      events.append(event)
      if events.count > 2 * Self.eventCount { events.removeFirst(events.count - Self.eventCount) }
    }
  }

  package var logger: Logger {
    Logger(label: "oriel.testing") { [self] _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.lines.withLock { $0.append(("\(event.message)", event.level >= .warning)) }
    }
  }
}
