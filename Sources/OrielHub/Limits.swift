/// How much of everything the hub keeps, and for how long. Times are milliseconds.
package struct HubLimits: Sendable, Equatable {
  package var windowsPerUser = 50
  package var catchUpBytes = 64 * 1024
  package var documentBytes = 1024 * 1024
  package var pendingTriggersPerWindow = 100
  package var triggerExpiry: Int64 = 60_000
  /// A window without attachments stays in memory for this long, then only in the store.
  package var sleepAfter: Int64 = 30 * 60_000
  /// A window without attachments finishes after this long.
  package var finishAfter: Int64 = 7 * 24 * 3_600_000
  /// Sent values wait this long for what has come into view to appear; 0.3 to 5 s in the seeds.
  package var executionDelay: Int64 = 600
  /// After a restart, pages that have opened a window without hearing of it are found by it for this long.
  package var openersKept: Int64 = 3_600_000
  /// Records that could not be restored are kept aside for this long.
  package var keepAsideFor: Int64 = 30 * 24 * 3_600_000
  /// What became of a trigger is known for this long after its expiry.
  package var keepOutcomesFor: Int64 = 24 * 3_600_000
  /// Lines of the audit are kept for this long, and so many of them.
  package var keepAuditFor: Int64 = 365 * 24 * 3_600_000
  package var auditRecords = 1_000_000
  /// Longer than any credential is valid: a cookie is for a year.
  package var keepSignOutsFor: Int64 = 400 * 24 * 3_600_000
  /// The largest file that may be sent, in bytes, whatever its field takes.
  package var uploadBytes = 100 << 20
  /// Files that may be on their way at the same time, and those of one user.
  package var uploads = 64
  package var uploadsPerUser = 4
  /// Files of one field that came and were not handed over.
  package var waitingFiles = 100
  package var slowTurn: Int64 = 50
  /// A page that can't be seen hears of changes at this interval.
  package var hiddenInterval: Int64 = 1000
  /// Page instances of a window whose applied events are remembered.
  package var instancesPerWindow = 8
  package var instanceAge: Int64 = 24 * 3_600_000

  var instances: AppliedEvents.Memory { AppliedEvents.Memory(instances: instancesPerWindow, age: instanceAge) }

  package init() {}
}
