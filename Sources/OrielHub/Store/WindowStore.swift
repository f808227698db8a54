import Oriel

/// Stores windows that are not in memory. The hub's memory is the truth; a store is for waking up.
///
/// Every call returns at once and answers once, on any thread, perhaps before it returns. Calls that begin after a
/// commit was answered without an error see its changes. A store that fails keeps its data, and can be called again.
package protocol WindowStore: Sendable {
  /// Whether its data outlives the process.
  var outlivesProcess: Bool { get }

  /// Why nothing can be written, where commits wait for that to change. They are answered with an error otherwise.
  var failure: (any Error)? { get }

  /// The servers that use it at the same time; `nil` of a store that one server uses alone.
  var nodes: (any Nodes)? { get }

  /// The time for which turns are gathered before they are committed together, in milliseconds.
  var gatherTime: Int64 { get }

  /// Makes every turn of the batch durable, each whole and all in order; after an error, none of them.
  ///
  /// Applying a turn is idempotent, because a batch whose answer was an error or was lost may be committed again.
  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void)

  /// Asks a question about what has been committed, as of one moment.
  func read<Value: Sendable>(_ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>)

  /// Deletes everything about a user, beyond recovery, and answers with the counts. A ban stays, and so does the audit.
  ///
  /// The hub must have nothing of the user in memory, because it would be saved again.
  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>)

  /// Deletes everything about a tenant and its members, and leaves the mark `deleted`. The audit stays.
  ///
  /// The hub must have nothing of the tenant in memory, because it would be saved again.
  func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>)

  /// Gives everything about a tenant and its members another name, and answers whether the name was free. The audit
  /// stays.
  ///
  /// The hub must have nothing of the tenant in memory, because it would be saved under the former name.
  func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>)

  /// Lets another process use the store at once. Called when all is answered.
  func leave()

  /// Deletes old records.
  func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void)
}

/// Why a store has refused something.
package protocol WindowStoreError: Error {
  /// Whether it takes nothing more from this process, which has to end.
  var isEnd: Bool { get }
  /// Whether it may pass without a change.
  var isOutage: Bool { get }
}

extension WindowStore {
  package var failure: (any Error)? { nil }

  package var nodes: (any Nodes)? { nil }

  package func leave() {}
}

/// Reads from a store, on a thread of the store's.
package protocol StoreReader {
  /// Reads a window with everything needed to wake it; `nil` if there is none with this id.
  func window(_ id: WindowID) throws -> StoredWindow?

  /// Lists windows in the order of their ids, without their models.
  func windows(_ query: StoredWindowQuery) throws -> [StoredSummary]

  /// Counts all matching windows, regardless of the page.
  func count(_ query: StoredWindowQuery) throws -> Int

  /// Reads a member's saved objects and rows, and counts the member's windows.
  func member(_ user: String, of tenant: Tenant) throws -> StoredUser

  /// Reads a tenant's own objects, rows and timers.
  func tenant(_ tenant: Tenant) throws -> StoredTenant

  /// Reads rows that are not in memory.
  func archived(_ question: ArchiveQuestion, in place: ArchivePlace) throws -> ArchiveAnswer

  /// Lists known tenants in the order of their ids. The page begins after the given one.
  func tenants(after tenant: Tenant?, limit: Int) throws -> [StoredTenantSummary]

  /// Counts what is stored of a tenant; `nil` if nothing is.
  func summary(of tenant: Tenant) throws -> StoredTenantSummary?

  /// Reads everything about a tenant and its members, as of one moment.
  func contents(of tenant: Tenant) throws -> TenantContents

  /// Reads messages to a tenant in the order of their numbers, beginning after this one.
  func posts(to tenant: Tenant, after number: Int64, limit: Int) throws -> [StoredPost]

  /// Counts the messages that wait for each tenant.
  func waitingPosts() throws -> [Tenant: PostCount]

  /// Finds the tenants that stay awake, or have a message or a timer that is due at this time.
  func dueTenants(at time: Int64) throws -> DueTenants

  /// Reads the publications of one tenant, or of all, that are not damaged, in the order of their tenants and types.
  func publications(of tenant: Tenant?) throws -> [StoredPublication]

  /// Reads a trigger with its outcome in each of its windows; `nil` if it is unknown or deleted.
  func trigger(_ id: String) throws -> StoredTrigger?

  /// Reads the bans and sign-outs of users.
  func access() throws -> [UserAccess]

  /// Reads the audit, newest first.
  func audit(_ query: AuditQuery) throws -> [AuditRecord]

  /// Reads the copy of a window that was closed; `nil` if there is none.
  func closedWindow(_ id: WindowID) throws -> SalvagedRecord?

  /// Reads the records kept aside, of one user or all, oldest first.
  func keptAside(of user: String?) throws -> [SalvagedRecord]
}

package typealias StoreQuestion<Value> = @Sendable (any StoreReader) throws -> Value

package typealias StoreAnswer<Value> = @Sendable (Result<Value, any Error>) -> Void

/// A query for windows that match all of its conditions.
package struct StoredWindowQuery: Sendable, Equatable {
  package var tenant: Tenant?
  package var user: String?
  package var scene: String?
  package var exceptScene: String?
  /// The page instance that opened it.
  package var openedBy: String?
  /// Not used since this time, in milliseconds since 1970.
  package var unusedSince: Int64?
  /// The cursor: the page begins after this id.
  package var after: WindowID?
  package var limit: Int
  /// Whether they are in the order of their use, the latest first, instead of that of their ids. There is one page.
  package var isLatestFirst = false

  package init(
    tenant: Tenant? = nil, user: String? = nil, scene: String? = nil, openedBy: String? = nil,
    unusedSince: Int64? = nil, after: WindowID? = nil, limit: Int = 1000
  ) {
    self.tenant = tenant
    self.user = user
    self.scene = scene
    self.openedBy = openedBy
    self.unusedSince = unusedSince
    self.after = after
    self.limit = limit
  }
}

/// The number of deleted records of a user or a tenant.
package struct PurgedCounts: Sendable, Equatable {
  package var windows = 0
  package var objects = 0
  package var rows = 0
  package var keptAside = 0

  package init(windows: Int = 0, objects: Int = 0, rows: Int = 0, keptAside: Int = 0) {
    self.windows = windows
    self.objects = objects
    self.rows = rows
    self.keptAside = keptAside
  }
}

/// The limits of age for records. Times are in milliseconds since 1970.
package struct StoreRetention: Sendable, Equatable {
  /// Deletes triggers that expired before this time, with their outcomes.
  package var triggersExpiredBefore: Int64
  /// Deletes the oldest triggers beyond this number, and this size of their payloads, for which no window waits, or which
  /// have expired by `now`.
  package var triggersKept: Int
  package var triggerBytesKept = Int.max
  package var now: Int64 = 0
  /// Deletes records of the audit before this time, and the oldest beyond the maximum number: of the app's, of operators' acts
  /// that were not performed, and of all others.
  package var auditBefore: Int64
  package var auditKept: Int
  package var auditKeptOfApp = Int.max
  package var auditKeptOfRefusals = Int.max
  /// Deletes closed windows before this time.
  package var closedBefore: Int64 = 0
  /// Deletes sign-outs before this time, since no credential is that old.
  package var signedOutBefore: Int64

  package init(
    triggersExpiredBefore: Int64, triggersKept: Int = .max, auditBefore: Int64 = 0, auditKept: Int = .max,
    signedOutBefore: Int64 = 0
  ) {
    self.triggersExpiredBefore = triggersExpiredBefore
    self.triggersKept = triggersKept
    self.auditBefore = auditBefore
    self.auditKept = auditKept
    self.signedOutBefore = signedOutBefore
  }
}
