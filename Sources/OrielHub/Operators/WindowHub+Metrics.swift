/// The metrics of a hub.
package struct HubMetrics: Equatable, Sendable {
  /// Of the app, in memory.
  package var windows: Int
  /// With a window of the app in memory.
  package var users: Int
  /// The number of uploads in progress.
  package var uploads: Int
  /// The number of downloads in progress, of all hubs of the process.
  package var downloads: Int
  /// The number of requests to the app's endpoints since the start.
  package var requests: Int
  /// The number of messages whose `once` has failed, and which are tried again.
  package var failedMessages: Int
  package var isStoreFailing: Bool
  /// The number of failed writes to the store.
  package var storeFailures: Int
  /// The number of durable turns, and of those that are not durable yet.
  package var savedTurns: Int
  package var unsavedTurns: Int
  /// For how many milliseconds there have been turns that are not durable.
  package var storeLag: Int64
  /// The number of windows that were not opened because their network had had too many, and of those that were deleted
  /// for newer ones of their user.
  package var refusedWindows: Int
  package var crowdedOutWindows: Int
  /// The number of pages that are behind their windows.
  package var pagesBehind: Int
  package var facts: HubFacts

  /// The metrics of two hubs of one process.
  package static func + (one: HubMetrics, other: HubMetrics) -> HubMetrics {
    HubMetrics(
      windows: one.windows + other.windows, users: one.users + other.users, uploads: one.uploads + other.uploads,
      downloads: one.downloads,
      requests: one.requests + other.requests, failedMessages: one.failedMessages + other.failedMessages,
      isStoreFailing: one.isStoreFailing || other.isStoreFailing,
      storeFailures: one.storeFailures + other.storeFailures,
      savedTurns: one.savedTurns + other.savedTurns, unsavedTurns: one.unsavedTurns + other.unsavedTurns,
      storeLag: max(one.storeLag, other.storeLag),
      refusedWindows: one.refusedWindows + other.refusedWindows,
      crowdedOutWindows: one.crowdedOutWindows + other.crowdedOutWindows,
      pagesBehind: one.pagesBehind + other.pagesBehind, facts: one.facts + other.facts)
  }
}

extension WindowHub {
  /// Users with a window of the app in memory. Operators who have nothing but the console are not counted.
  var appUserCount: Int {
    users.count - (homes[.operators]?.memberCount ?? 0)
  }

  private var pagesBehind: Int { windows.values.count { !$0.isConsole && $0.health?.lag != nil } }

  package var metrics: HubMetrics {
    HubMetrics(
      windows: windows.count, users: appUserCount, uploads: files.count, downloads: files.counts.downloads,
      requests: requests.count, failedMessages: homes.all.reduce(0) { $0 + $1.inbox.lanes.failed },
      isStoreFailing: writer.failure != nil,
      storeFailures: writer.failures, savedTurns: writer.written, unsavedTurns: writer.unwritten,
      storeLag: writer.behindSince.map { scheduler.now - $0 } ?? 0,
      refusedWindows: visitors.refused, crowdedOutWindows: visitors.crowdedOut, pagesBehind: pagesBehind, facts: facts)
  }
}
