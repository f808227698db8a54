import OrielHub
import Synchronization

/// The level of a log message.
package enum LogLevel: Sendable { case info, warning, error }

/// Passes lines to the caller's log, at most twenty per second, so that a flood of bad clients does not become a flood
/// of lines.
final class TransportLog: Sendable {
  private struct Window {
    var second: Int64 = 0
    var lines = 0
    var withheld = 0
  }

  private static let linesPerSecond = 20
  private let sink: @Sendable (LogLevel, String) -> Void
  private let seconds: @Sendable () -> Int64
  private let window = Mutex(Window())

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - sink: Called with each line.
  ///   - seconds: A clock that counts seconds.
  init(_ sink: @escaping @Sendable (LogLevel, String) -> Void, seconds: @escaping @Sendable () -> Int64) {
    self.sink = sink
    self.seconds = seconds
  }

  func callAsFunction(_ level: LogLevel, _ line: @autoclosure () -> String) {
    guard let withheld = admit() else { return }
    if withheld > 0 { sink(.warning, "\(withheld) lines of the transport's log were left out") }
    sink(level, line())
  }

  /// The number of lines left out before this one; `nil` if this one is left out too.
  private func admit() -> Int? {
    let now = seconds()
    return window.withLock { window in
      if window.second != now { window = Window(second: now, withheld: window.withheld) }
      window.lines += 1
      guard window.lines <= Self.linesPerSecond else {
        window.withheld += 1
        return nil
      }
      defer { window.withheld = 0 }
      return window.withheld
    }
  }
}
