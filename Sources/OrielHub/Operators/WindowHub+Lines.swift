import Logging

extension WindowHub {
  /// Writes a line that pages could cause without end: once a minute for each key.
  func log(
    _ level: Logger.Level, onceAMinute key: String, _ line: @autoclosure () -> String,
    _ metadata: @autoclosure () -> Logger.Metadata = [:]
  ) {
    guard let repeats = lines.admit(key, now: scheduler.now) else { return }
    logger.log(level: level, "\(line())\(repeats.words)", metadata: metadata())
  }
}
