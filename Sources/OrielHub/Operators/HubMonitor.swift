import Observation
import Oriel

/// The operators' view of a hub, which the console's models read.
///
/// Confined to the hub. It measures and compares once a second, and only while an operator is looking.
@Observable
package final class HubMonitor {
  /// Counts seconds while an operator is looking, so a `body` that reads it is evaluated once a second.
  package private(set) var ticks = 0
  /// Counts the times that lists should be searched again, less often with more windows.
  package private(set) var refreshes = 0
  /// The number of windows that a search visits before other work runs.
  @ObservationIgnored package var slice = 4000
  @ObservationIgnored package unowned let hub: WindowHub
  /// The measurements of the last minute.
  @ObservationIgnored private(set) var samples: [Sample] = []
  @ObservationIgnored var inspections: [WindowID: Inspected] = [:]
  @ObservationIgnored private var timer: ScheduledTimer?

  /// The process's resident memory in bytes, if known.
  @ObservationIgnored private(set) var residentBytes: () -> Int? = { nil }

  init(of hub: WindowHub) {
    self.hub = hub
  }

  /// Makes the console show the process's memory.
  ///
  /// - Parameter measure: Returns the memory in bytes; called once a second while an operator is looking.
  package func measureMemory(_ measure: @escaping () -> Int?) { residentBytes = measure }

  /// Starts watching, when an operator has come.
  func watch() {
    guard timer?.isPending != true else { return }
    if samples.isEmpty { sample() }
    timer = hub.scheduler.schedule(after: 1000) { [weak self] in self?.tick() }
  }

  private func tick() {
    guard isWatched else {
      samples = []
      return unwatchAll()
    }
    sample()
    inspectAnew()
    ticks += 1
    if ticks.isMultiple(of: max(1, hub.windows.roster.count / 5000)) { refreshes += 1 }
    watch()
    hub.commitPending()
  }

  private func sample() {
    samples.append(Sample(time: hub.scheduler.now, facts: hub.facts))
    if samples.count > 61 { samples.removeFirst() }
  }

  /// Whether any page shows the console.
  private var isWatched: Bool {
    hub.windows.ofConsole.contains { $0.page.map { $0.isOpen && !$0.isHidden } ?? false }
  }
}
