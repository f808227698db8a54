import OrielDocument

/// The state of all hubs, as shown by the console.
package struct HubOverview: Equatable, Sendable {
  package var users = 0
  /// In memory.
  package var windows = 0
  /// Pages that show a window, and those of them that are behind it.
  package var attached = 0
  package var behind = 0
  /// The median time of the last minute between a message of a page and its answer, in nanoseconds.
  package var roundTrip: Int64?
  /// The events in the last second.
  package var eventsPerSecond = 0.0
  package var patchesPerSecond = 0.0
  package var bytesPerSecond = 0.0
  /// The median event time over the last minute, in nanoseconds; `nil` if there was no event.
  package var median: Int64?
  package var ninetyNinth: Int64?
  package var slowest: Int64?
  /// The number of events since the hub began.
  package var events = 0
  package var rejections = 0
  /// The process's resident memory in bytes; `nil` if unknown.
  package var residentBytes: Int?
  /// The number of unsaved turns, and for how many milliseconds there have been any.
  package var unsavedTurns = 0
  package var storeLag: Int64 = 0
  package var isStoreFailing = false
}

/// How much of a series is shown.
package enum SeriesSpan: String, Sendable, CaseIterable, Codable {
  case hour, day

  var minutes: Int { self == .hour ? 60 : MinuteSeries.length }
  /// The number of minutes of a point.
  var step: Int { self == .hour ? 1 : 15 }
}

/// A measurement.
struct Sample {
  /// The time on the hub's clock, in milliseconds.
  var time: Int64
  var facts: HubFacts

  func perSecond(since earlier: Sample, _ number: KeyPath<HubFacts, Int>) -> Double {
    let time = Double(max(1, time - earlier.time)) / 1000
    return Double(facts[keyPath: number] - earlier.facts[keyPath: number]) / time
  }
}

extension HubMonitor {
  /// The servers that use the store together, this one first; none if it is alone. A `body` that reads it is updated once a
  /// second.
  package var nodes: [ServerNode] {
    _ = ticks
    return hub.nodes
  }

  /// The name of this server among them; `nil` if it serves alone.
  package var nodeName: String? { hub.nodes.first?.name }

  /// The current state of all hubs. A `body` that reads it is updated once a second.
  package var overview: HubOverview {
    _ = ticks
    var overview = HubOverview()
    let all = metrics
    overview.users = all.users
    overview.windows = all.windows
    (overview.attached, overview.behind) = (all.facts.pages, all.pagesBehind)
    overview.events = all.facts.events
    overview.rejections = all.facts.rejections
    overview.residentBytes = residentBytes()
    overview.unsavedTurns = all.unsavedTurns
    overview.storeLag = all.storeLag
    overview.isStoreFailing = all.isStoreFailing
    measure(&overview)
    return overview
  }

  /// The figures of the last hour or day, oldest first. A `body` that reads them is updated once a minute.
  package func points(_ span: SeriesSpan) -> [MinuteSeries.Point] {
    _ = minutes
    return ownPoints(span) ?? elsewhere.series.answer(span, at: ticks) ?? []
  }

  /// `nil` if another hub keeps them.
  func ownPoints(_ span: SeriesSpan) -> [MinuteSeries.Point]? {
    guard minutes > 0 else { return nil }
    return MinuteSeries.points(series.points, lastMinutes: span.minutes, by: span.step)
  }

  /// The latest problems of all hubs, the newest first. A `body` that reads it is updated once a second.
  package var problems: [RecentProblems.Problem] {
    _ = ticks
    let own = hub.events.problems
    return (elsewhere.problems.answer(true, at: ticks).map(own.merged) ?? own).latest
  }

  private func measure(_ overview: inout HubOverview) {
    guard let newest = samples.last, let oldest = samples.first else { return }
    if samples.count > 1 {
      let last = samples[samples.count - 2]
      overview.eventsPerSecond = newest.perSecond(since: last, \.events)
      overview.patchesPerSecond = newest.perSecond(since: last, \.patches)
      overview.bytesPerSecond = newest.perSecond(since: last, \.patchBytes)
    }
    let latency = newest.facts.latency.since(oldest.facts.latency)
    overview.median = latency.percentile(0.5)
    overview.ninetyNinth = latency.percentile(0.99)
    overview.slowest = latency.percentile(1)
    overview.roundTrip = newest.facts.roundTrips.since(oldest.facts.roundTrips).percentile(0.5)
  }
}
