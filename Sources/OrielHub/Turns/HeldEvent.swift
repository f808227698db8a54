import Logging
import Oriel
import OrielDocument

/// An event whose handler is in `once`: it doesn't count as applied yet, and later events of its window wait.
final class HeldEvent {
  let event: WindowEvent
  let page: Attachment
  let failure: FailureBox
  /// The hub's clock when it began, in nanoseconds.
  let start: Int64
  /// Says in the log that it takes long.
  var timer: ScheduledTimer?
  /// The later events, oldest first.
  private(set) var later: [(event: SizedEvent, page: Attachment)] = []
  private var bytes = 0

  init(_ event: WindowEvent, from page: Attachment, _ failure: FailureBox, since start: Int64) {
    self.event = event
    self.page = page
    self.failure = failure
    self.start = start
  }

  /// Keeps a later event.
  ///
  /// - Returns: Whether there was room.
  func keep(_ event: WindowEvent, from page: Attachment, _ limits: HubLimits) -> Bool {
    let event = SizedEvent(event)
    if !hasRoom(for: event, limits) {
      later.removeAll { !$0.page.isOpen }
      bytes = later.reduce(0) { $0 + $1.event.bytes }
    }
    guard hasRoom(for: event, limits) else { return false }
    later.append((event, page))
    bytes += event.bytes
    return true
  }

  private func hasRoom(for event: SizedEvent, _ limits: HubLimits) -> Bool {
    later.count < limits.waitingEvents && bytes + event.bytes <= limits.waitingEventBytes
  }
}

/// An event and the memory that its value takes.
package struct SizedEvent {
  package let event: WindowEvent
  package let bytes: Int

  init(_ event: WindowEvent) {
    self.event = event
    bytes = (event.value.map { MemoryLayout<JSONValue>.stride + $0.heapBytes } ?? 0) + (event.over?.was.utf8.count ?? 0)
  }
}

/// The turn of a `once` that has ended.
enum Answerable {
  /// The event of this window.
  case event(Window)
  case message(RunningMessage)
  case request(RunningRequest)
}

extension HeldEvent {
  var metadata: Logger.Metadata { ["window": "\(page.window.id)", "event": "\(event.name)"] }
}
