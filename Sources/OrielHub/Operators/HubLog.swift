import Logging

/// The log of a hub, for lines that pages could cause without end.
final class HubLog {
  private let logger: Logger
  private let scheduler: any Scheduler
  private var lines = LineLimit()

  init(_ logger: Logger, _ scheduler: any Scheduler) {
    self.logger = logger
    self.scheduler = scheduler
  }

  /// Writes a line once a minute for each key.
  func callAsFunction(
    _ level: Logger.Level, onceAMinute key: String, _ line: @autoclosure () -> String,
    _ metadata: @autoclosure () -> Logger.Metadata = [:]
  ) {
    guard let repeats = lines.admit(key, now: scheduler.now) else { return }
    logger.log(level: level, "\(line())\(repeats.words)", metadata: metadata())
  }
}
