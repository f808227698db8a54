import Observation
import Oriel

/// The operators' view of a hub, which the console's models read.
///
/// Confined to the hub. It measures and compares once a second, and only while an operator is looking.
@Observable
package final class HubMonitor {
  /// Counts seconds while an operator is looking, so a `body` that reads it is evaluated once a second.
  package private(set) var ticks = 0
  /// Counts the times that lists should be searched again, less often with more windows, and with several nodes.
  package private(set) var refreshes = 0
  /// Whether the app is known to have more than one tenant, which lists have to tell apart then.
  package var hasTenants = false
  /// The number of windows that a search visits before other work runs.
  @ObservationIgnored package var slice = 4000
  @ObservationIgnored package unowned let hub: WindowHub
  /// The measurements of the last minute.
  @ObservationIgnored private(set) var samples: [Sample] = []
  @ObservationIgnored var inspections: [WindowID: Inspected] = [:]
  /// Counts the minutes that are kept.
  package private(set) var minutes = 0
  /// The figures of the last 24 hours of all hubs, kept by one of them.
  @ObservationIgnored private(set) var series = MinuteSeries()
  /// The facts at the end of the last minute.
  @ObservationIgnored private var factsOfMinute: HubFacts?
  @ObservationIgnored private var timer: ScheduledTimer?
  /// Until when the console of another hub looks at windows here, on the hub's clock.
  @ObservationIgnored private var isAskedUntil: Int64 = 0
  @ObservationIgnored private var metricsElsewhere: HubMetrics?
  @ObservationIgnored private(set) lazy var elsewhere = OtherHubsAnswers(of: hub)

  /// The process's resident memory in bytes, if known.
  @ObservationIgnored private(set) var residentBytes: () -> Int? = { nil }

  init(of hub: WindowHub) {
    self.hub = hub
  }

  /// Makes the console show the process's memory.
  ///
  /// - Parameter measure: Returns the memory in bytes; called once a second while an operator is looking.
  package func measureMemory(_ measure: @escaping () -> Int?) { residentBytes = measure }

  /// Keeps the figures of each minute from now on, whether or not an operator is looking.
  package func keepSeries() {
    hub.performNow { await self.keepMinute() }
    _ = hub.scheduler.schedule(after: 60_000) { [weak hub] in hub?.monitor.keepSeries() }
  }

  private func keepMinute() async {
    let others = await hub.answer { hub.askOthers({ $0.metrics }, then: $0) }
    let all = others.reduce(hub.metrics, +)
    // The first point is recorded at once, before any minute has passed.
    let before = factsOfMinute ?? all.facts
    factsOfMinute = all.facts
    let latency = all.facts.latency.since(before.latency)
    series.append(
      MinuteSeries.Point(
        time: hub.scheduler.wallTime, users: all.users, windows: all.windows, pages: all.facts.pages,
        behind: all.pagesBehind, events: all.facts.events - before.events,
        refused: all.facts.rejections - before.rejections, median: latency.percentile(0.5),
        ninetyNinth: latency.percentile(0.99), memory: residentBytes(), storeLag: all.storeLag))
    minutes += 1
    hub.commitPending()
  }

  /// Starts watching, when an operator has come.
  func watch() {
    guard timer?.isPending != true else { return }
    if samples.isEmpty { hub.performNow { await self.measure() } }
    timer = hub.scheduler.schedule(after: 1000) { [weak hub] in hub?.monitor.tick() }
  }

  private func tick() {
    guard isWatched else {
      samples = []
      return unwatchAll()
    }
    watch()
    hub.performNow {
      await self.measure()
      self.inspectAnew()
      self.ticks += 1
      self.elsewhere.refresh(at: self.ticks)
      let seconds = max(self.hub.nodes.count > 1 ? 5 : 1, self.hub.windows.roster.count / 5000)
      if self.ticks.isMultiple(of: seconds) { self.refreshes += 1 }
      self.hub.commitPending()
    }
  }

  /// Measures all hubs.
  private func measure() async {
    let others = await hub.answer { hub.askOthers({ $0.metrics }, then: $0) }
    metricsElsewhere = others.isEmpty ? nil : others.dropFirst().reduce(others[0], +)
    samples.append(Sample(time: hub.scheduler.now, facts: metrics.facts))
    if samples.count > 61 { samples.removeFirst() }
  }

  /// The metrics of all hubs; those of the others as of the last update.
  var metrics: HubMetrics { metricsElsewhere.map { hub.metrics + $0 } ?? hub.metrics }

  /// The console of another hub looks at a window here.
  func isAsked() {
    isAskedUntil = hub.scheduler.now + 2500
    watch()
  }

  /// Whether any page shows the console.
  private var isWatched: Bool {
    hub.scheduler.now < isAskedUntil
      || hub.windows.ofConsole.contains { $0.page.map { $0.isOpen && !$0.isHidden } ?? false }
  }
}

/// The console's views of windows on other hubs.
struct OtherHubsAnswers {
  let inspections: AnswersElsewhere<WindowID, WindowInspection>
  let documents: AnswersElsewhere<PastDocument.Key, PastDocument>
  let windowCounts: AnswersElsewhere<String, Int>
  let outcomes: AnswersElsewhere<String, [TriggerRecord.Outcome]>
  /// The points of the hub that keeps them.
  let series: AnswersElsewhere<SeriesSpan, [MinuteSeries.Point]>
  let problems: AnswersElsewhere<Bool, RecentProblems>

  init(of hub: WindowHub) {
    inspections = AnswersElsewhere(of: hub) { hub, id in hub.monitor.inspectForAnother(id) }
    documents = AnswersElsewhere(of: hub) { hub, key in hub.monitor.ownDocument(key) }
    windowCounts = AnswersElsewhere(of: hub, { hub, user in hub.monitor.ownWindowCount(of: user) }, merge: +)
    outcomes = AnswersElsewhere(of: hub, { hub, id in hub.trigger(id)?.outcomes }, merge: +)
    series = AnswersElsewhere(of: hub) { hub, span in hub.monitor.ownPoints(span) }
    problems = AnswersElsewhere(of: hub, { hub, _ in hub.events.problems }) { $0.merged(with: $1) }
  }

  func refresh(at tick: Int) {
    inspections.refresh(at: tick)
    documents.refresh(at: tick)
    windowCounts.refresh(at: tick)
    outcomes.refresh(at: tick)
    series.refresh(at: tick)
    problems.refresh(at: tick)
  }
}
