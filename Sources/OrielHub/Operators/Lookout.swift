import Observation
import Oriel

/// The operators' view of a hub, which the console's models read.
///
/// Confined to the hub. It measures and compares once a second, and only while an operator is looking.
@Observable
package final class Lookout {
  /// Counts seconds while an operator is looking, so a `body` that reads it is evaluated once a second.
  package private(set) var pulse = 0
  /// Counts the times that lists should be searched again, less often with more windows.
  package private(set) var refreshes = 0
  /// The number of windows that a search visits before other work runs.
  @ObservationIgnored package var slice = 4000
  @ObservationIgnored unowned let hub: WindowHub
  @ObservationIgnored let context: HubContext
  /// The measurements of the last minute.
  @ObservationIgnored private(set) var samples: [Sample] = []
  @ObservationIgnored var inspections: [WindowID: Inspected] = [:]
  @ObservationIgnored private var timer: ScheduledTimer?

  init(of hub: WindowHub, _ context: HubContext) {
    self.hub = hub
    self.context = context
  }

  /// Starts watching, when an operator has come.
  func watch() {
    guard timer?.isPending != true else { return }
    if samples.isEmpty { sample() }
    timer = context.scheduler.schedule(after: 1000) { [weak self] in
      guard let self else { return }
      nonisolated(unsafe) let lookout = self
      self.hub.assumeIsolated { lookout.beat(on: $0) }
    }
  }

  /// Reads from the hub, on which the console's models run.
  package func onHub<Result>(_ look: (isolated WindowHub) throws -> Result) rethrows -> Result {
    nonisolated(unsafe) let look = look
    return try hub.assumeIsolated { Carried(value: try look($0)) }.value
  }

  /// Guard of `@unchecked`: it is packed and unpacked on the hub.
  private struct Carried<Value>: @unchecked Sendable {
    let value: Value
  }

  private func beat(on hub: isolated WindowHub) {
    guard hub.isWatched else {
      samples = []
      return leaveAll()
    }
    sample()
    inspectAnew(on: hub)
    pulse += 1
    if pulse.isMultiple(of: max(1, context.roster.count / 5000)) { refreshes += 1 }
    watch()
    hub.commitPending()
  }

  private func sample() {
    samples.append(Sample(time: context.scheduler.now, facts: context.facts))
    if samples.count > 61 { samples.removeFirst() }
  }
}

extension WindowHub {
  /// Whether any page shows the console.
  fileprivate var isWatched: Bool {
    consoleWindows.contains { windows[$0]?.page.map { $0.isOpen && !$0.isHidden } ?? false }
  }
}
