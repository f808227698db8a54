import Observation

/// Where operators look at a hub from: what the console's models read (DESIGN: *The console*).
///
/// Confined to the hub. It does nothing by itself while no operator looks.
@Observable
package final class Lookout {
  /// Counts seconds while an operator looks: a `body` that reads it is evaluated once a second.
  package private(set) var pulse = 0
  @ObservationIgnored unowned let hub: WindowHub
  @ObservationIgnored let context: HubContext
  @ObservationIgnored private var timer: ScheduledTimer?

  init(of hub: WindowHub, _ context: HubContext) {
    self.hub = hub
    self.context = context
  }

  /// An operator has come.
  func watch() {
    guard timer?.isPending != true else { return }
    timer = context.scheduler.schedule(after: 1000) { [weak self] in
      guard let self else { return }
      nonisolated(unsafe) let lookout = self
      self.hub.assumeIsolated { lookout.beat(on: $0) }
    }
  }

  /// Looks at the hub, which its models are on.
  func onHub<Result>(_ look: (isolated WindowHub) throws -> Result) rethrows -> Result {
    nonisolated(unsafe) let look = look
    return try hub.assumeIsolated { Carried(value: try look($0)) }.value
  }

  /// Guard of `@unchecked`: it is unpacked where it was packed, on the hub.
  private struct Carried<Value>: @unchecked Sendable {
    let value: Value
  }

  private func beat(on hub: isolated WindowHub) {
    guard hub.isWatched else { return }
    pulse += 1
    watch()
    hub.commitPending()
  }
}

extension WindowHub {
  /// Whether a page shows the console to somebody.
  fileprivate var isWatched: Bool {
    consoleWindows.contains { windows[$0]?.page.map { $0.isOpen && !$0.isHidden } ?? false }
  }
}
