import Foundation
import Oriel

// The core knows no Foundation, and counts milliseconds since 1970.

extension HubClock {
  /// The server's time, as a date. A `body` that reads it is not evaluated again as time passes: see ``date(every:)``.
  ///
  /// ```swift
  /// @Environment(\.clock) var clock
  ///
  /// var body: some View {
  ///   Button("Note") { self.notes.append(Note(writtenAt: self.clock.date)) }
  /// }
  /// ```
  ///
  /// In a test, `TestServer.advance(by:)` moves it, which `Date()` does not notice.
  public var date: Date { Date(milliseconds: now) }

  /// The server's time, rounded down to the interval. A `body` or an observation that reads it runs again when the interval
  /// has passed: see `now(every:)`.
  ///
  /// - Parameter interval: At least 50 milliseconds; a shorter one counts as that.
  public func date(every interval: Duration) -> Date { Date(milliseconds: now(every: interval)) }
}

extension Text {
  /// Creates a text that says how long ago a date was, or how far away it is, such as *3 minutes ago*. The page keeps it up
  /// to date without asking the server.
  ///
  /// ```swift
  /// Text(note.writtenAt, style: .relative)
  /// ```
  ///
  /// - Parameters:
  ///   - date: A time between the years 0 and 9999; any other is the nearest of these.
  ///   - style: How the page shows it.
  public init(_ date: Date, style: DateStyle) { self.init(date.milliseconds, style: style) }
}

extension SavedState {
  /// Sends this object a message at a date, in this process or a later one: see `schedule(_:id:at:)` with milliseconds.
  ///
  /// - Parameters:
  ///   - message: At most 1 MiB as JSON. A private type can't be found again by a later process.
  ///   - id: At most 128 bytes. A message of this object that has the same id is replaced.
  ///   - date: A date in the past is now.
  public func schedule(_ message: some NavigationMessage & Codable, id: String, at date: Date) {
    schedule(message, id: id, at: date.milliseconds)
  }
}

extension Date {
  fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Since 1970.
  fileprivate var milliseconds: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(min(max(milliseconds, -Self.farthest), Self.farthest))
  }

  /// More than 30,000 years, in milliseconds.
  private static let farthest = 1e15
}
