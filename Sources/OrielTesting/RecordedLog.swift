import Logging
import Oriel
import Synchronization

/// Records the hub's log and its navigation events, for tests to read.
package final class RecordedLog: Sendable {
  private let lines = Mutex<[(text: String, isWarning: Bool)]>([])
  private let notices = Mutex<[NavigationNotice]>([])
  private let races = Mutex<[String]>([])
  private let failures = Mutex<[String]>([])
  /// Above twice this number, the oldest events are dropped.
  private static let eventCount = 10_000

  package init() {}

  /// The logged warnings and errors.
  package var warnings: [String] { lines.withLock { $0.filter(\.isWarning).map(\.text) } }
  /// All log messages.
  package var messages: [String] { lines.withLock { $0.map(\.text) } }
  package var events: [NavigationNotice] { notices.withLock { $0 } }

  /// The first change of a model off its hub that was not taken yet.
  package func takeRace() -> String? { races.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  /// The first failure of a handler whose event was answered before, that was not taken yet.
  package func takeFailure() -> String? { failures.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  package func record(_ notice: NavigationNotice) {
    if notice.kind == .failed, notice.details["answered"] != nil { failures.withLock { $0.append(notice.message) } }
    if notice.kind == .changedElsewhere { races.withLock { $0.append("\(notice)") } }
    notices.withLock { events in
      events.append(notice)
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
