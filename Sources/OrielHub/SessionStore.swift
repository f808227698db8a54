import Oriel

/// Where windows wait while no memory holds them. The hub's memory is the truth; a store is for waking up.
///
/// Every call returns at once and answers once, on any thread, perhaps before it returns. What a commit has answered
/// without an error is seen by every call that begins later. A store that fails keeps what it had, and may be asked
/// again.
package protocol SessionStore: Sendable {
  /// Whether what is in it is there when the process has ended.
  var outlivesProcess: Bool { get }

  /// Milliseconds for which turns are gathered before they are handed over: they become durable together.
  var gatherTime: Int64 { get }

  /// Makes every turn of the batch durable, each whole and all in order; after an error, none of them.
  ///
  /// To apply a turn twice is to apply it once: a batch may come again whose answer was an error, or was lost.
  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void)

  /// All that is needed to wake a window; `nil` if there is none of this id.
  func window(_ id: WindowID, then answer: @escaping StoreAnswer<StoredWindow?>)

  /// Windows in the order of their ids. Their models are not read.
  func windows(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<[StoredSummary]>)

  /// How many windows there are, wherever a page of the list begins and ends.
  func count(_ query: StoredWindowQuery, then answer: @escaping StoreAnswer<Int>)

  /// What was saved of a user's environment objects, by the name of their type.
  func objects(of user: String, then answer: @escaping StoreAnswer<[String: [UInt8]]>)

  /// A trigger with its outcome in each of its windows; `nil` if it is unknown or forgotten.
  func trigger(_ id: String, then answer: @escaping StoreAnswer<StoredTrigger?>)

  /// All that operators have said of users.
  func access(then answer: @escaping StoreAnswer<[UserAccess]>)

  /// What operators have done, the newest first.
  func audit(_ query: AuditQuery, then answer: @escaping StoreAnswer<[AuditRecord]>)

  /// Records that were kept aside, of one user or of all, oldest first.
  func keptAside(of user: String?, then answer: @escaping StoreAnswer<[KeptAside]>)

  /// Deletes all there is of a user, beyond recovery, and says how much it was. A ban stays, and so does the audit.
  ///
  /// The hub must hold nothing of the user: it would be saved again.
  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>)

  /// Forgets what is old.
  func discard(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void)
}

package typealias StoreAnswer<Value> = @Sendable (Result<Value, any Error>) -> Void

/// Which windows are asked for: those of which all this is true.
package struct StoredWindowQuery: Sendable, Equatable {
  package var user: String?
  package var scene: String?
  package var exceptScene: String?
  /// The page instance that has opened it.
  package var openedBy: String?
  /// Not used since this time, in milliseconds since 1970.
  package var unusedSince: Int64?
  /// The page of the list that begins behind this one.
  package var after: WindowID?
  package var limit: Int

  package init(
    user: String? = nil, scene: String? = nil, openedBy: String? = nil, unusedSince: Int64? = nil,
    after: WindowID? = nil, limit: Int = 1000
  ) {
    self.user = user
    self.scene = scene
    self.openedBy = openedBy
    self.unusedSince = unusedSince
    self.after = after
    self.limit = limit
  }
}

/// How much was deleted of a user.
package struct PurgedCounts: Sendable, Equatable {
  package var windows = 0
  package var objects = 0
  package var keptAside = 0

  package init(windows: Int = 0, objects: Int = 0, keptAside: Int = 0) {
    self.windows = windows
    self.objects = objects
    self.keptAside = keptAside
  }
}

/// What is too old to be kept. Times are milliseconds since 1970.
package struct StoreRetention: Sendable, Equatable {
  /// Triggers that expired before, with their outcomes.
  package var triggersExpiredBefore: Int64
  /// Records that were kept aside before.
  package var keptAsideBefore: Int64
  /// Lines of the audit from before, and those that are not among the newest so many.
  package var auditBefore: Int64
  package var auditKept: Int
  /// Sign-outs from before: no credential is as old.
  package var signedOutBefore: Int64

  package init(
    triggersExpiredBefore: Int64, keptAsideBefore: Int64, auditBefore: Int64 = 0, auditKept: Int = .max,
    signedOutBefore: Int64 = 0
  ) {
    self.triggersExpiredBefore = triggersExpiredBefore
    self.keptAsideBefore = keptAsideBefore
    self.auditBefore = auditBefore
    self.auditKept = auditKept
    self.signedOutBefore = signedOutBefore
  }
}
