import Oriel

/// The hub's limits. Times are in milliseconds.
package struct HubLimits: Sendable, Equatable {
  /// The windows of a user that pages show at once.
  package var attachedWindowsPerUser = 50
  /// The windows of a user in memory and in the store, whether anyone uses them or not.
  package var keptWindowsPerUser = 1000
  /// The windows that others have opened for a user, who has never seen them. They don't count with the others.
  package var unseenWindowsPerUser = 100
  /// The memory of all windows, in bytes. Those of a network may take a quarter of it, and those of a user a 64th.
  package var windowMemory = 4 << 30
  /// New anonymous users of one network within an hour, and windows that its pages open.
  package var newUsersPerHour = 2000
  package var newWindowsPerHour = 5000
  /// The tenants that are loaded within a minute for pages of one network that they then refuse.
  package var refusedLoadsPerMinute = 10
  /// The windows and tenants that are read from the store for pages of one network, for each window that it may open, and
  /// the users.
  package var readsPerNewWindow = 4
  /// The pages that wait to be attached, and the size of their messages in bytes.
  package var waitingArrivals = 20_000
  package var waitingArrivalBytes = 64 << 20
  /// How long a page waits for its tenant to be loaded.
  package var homePatience: Int64 = 8000
  /// The shared models of a tenant that no window shows.
  package var unshownSharedModels = 1000
  /// The scheduled messages of a tenant, and their size in bytes.
  package var scheduledMessages = 100_000
  package var scheduledBytes = 64 << 20
  /// The acts on windows that wait for what is not in memory have the same limits, and are tried so often: for an hour.
  package var actAttempts: Int64 = 60
  /// The messages posted to a tenant that it has not handled yet, and their size in bytes.
  package var waitingPosts = 10_000
  package var waitingPostBytes = 64 << 20
  /// The requests to endpoints that a tenant handles at the same time, the equal ones that wait for one of them, and the keys
  /// of requests that it remembers.
  package var requestsPerTenant = 64
  /// Of them, those to one endpoint, of one user who has signed in, and of all others in one network.
  package var requestsPerEndpoint = 48
  package var requestsPerUser = 32
  package var requestsPerNetwork = 16
  package var repeatedRequests = 8
  package var requestKeys = 100_000
  /// Of the keys, those of one user who has signed in, and of all others in one network, for one endpoint.
  package var requestKeysOfUser = 10_000
  package var requestKeysOfNetwork = 25_000
  /// The requests of a hub that are not answered yet, and the size of their bodies.
  package var unansweredRequests = 5000
  package var requestBytes = 256 << 20
  /// The messages that a tenant handles in one iteration of the loop.
  package var messagesAtOnce = 32
  /// The messages to one of a tenant's objects that are in `once` at the same time.
  package var messagesInOnce = 16
  /// The messages that a tenant reads from the store at once. A read waits for the commits before it, so that with few at
  /// once a busy tenant would receive fewer messages than it is sent.
  package var messagesReadAtOnce = 512
  /// How long a closed tenant is remembered as closed.
  package var closedRemembered: Int64 = 5000
  /// How long a tenant that could not be loaded is not loaded for its messages.
  package var restAfterFailure: Int64 = 60_000
  /// The tenants that are loaded at once because one of their messages is due.
  package var loadsAtOnce = 100
  package var catchUpBytes = 64 * 1024
  package var documentBytes = 1024 * 1024
  /// The size beyond which a document is large: its window is not copied for another page, and the screens that others
  /// cover are kept as text.
  package var largeDocumentBytes = 128 * 1024
  /// How long a window's user must not have typed before others navigate it, and for how long that waits at most.
  package var typingPause: Int64 = 1500
  package var longestTypingWait: Int64 = 30_000
  /// The layers on one another in a window, and its models in all.
  package var layersPerWindow = 32
  package var modelsPerWindow = 1000
  package var pendingTriggersPerWindow = 100
  package var triggerExpiry: Int64 = 60_000
  /// The size of a trigger, and of all that windows wait for: beyond it only those of up to 1 KiB are sent.
  package var triggerBytes = 64 << 10
  package var waitingTriggerBytes = 64 << 20
  /// How long the last page of a window must be gone before the window's models are told.
  package var detachAfter: Int64 = 2000
  /// How long a window without attachments stays in memory.
  package var sleepAfter: Int64 = 30 * 60_000
  /// How long a window without attachments is kept in the store.
  package var finishAfter: Int64 = 7 * 24 * 3_600_000
  /// How long a window that was closed can be reopened, in milliseconds.
  package var reopenFor: Int64 = 10 * 60_000
  /// How long sent values wait for new screens to appear.
  package var executionDelay: Int64 = 600
  /// How long after a restart a page can find a window that it opened without learning of it.
  package var openersKept: Int64 = 3_600_000
  /// How long the outcomes of a trigger are kept after its expiry.
  package var keepOutcomesFor: Int64 = 24 * 3_600_000
  /// The triggers in the store for which no window waits. Older ones are deleted within an hour.
  package var keptTriggers = 100_000
  package var keptTriggerBytes = 64 << 20
  /// How long the audit's records are kept, and how many.
  package var keepAuditFor: Int64 = 365 * 24 * 3_600_000
  package var auditRecords = 1_000_000
  /// The records of acts that the app has done on other users' windows. They count for themselves.
  package var auditRecordsOfApp = 100_000
  /// Of them, those of one member within an hour.
  package var auditRecordsOfMember = 1000
  /// The records of acts of operators that were refused or have failed, which count for themselves, and of them those of one
  /// operator within an hour.
  package var auditRecordsOfRefusals = 20_000
  package var auditRefusalsOfOperator = 1000
  /// How long sign-outs are kept: longer than any credential is valid, which is a year for a cookie.
  package var keepSignOutsFor: Int64 = 400 * 24 * 3_600_000
  /// The maximum size of an upload in bytes, whatever its field allows.
  package var uploadBytes = 100 << 20
  /// The attempts to sign in with the app's own models, of one network.
  package var signInsPerMinute = 60
  /// The uploads that pages can go on with after a cut connection, or that were completed in the last minute.
  package var resumableUploads = 10_000
  /// Uploads and downloads at the same time.
  package var uploads = TransferLimits(all: 256, perUser: 4, perNetwork: 32)
  /// The announced bytes of the uploads of one network that are under way.
  package var uploadBytesPerNetwork = 512 << 20
  package var downloads = TransferLimits(all: 1024, perUser: 64, perNetwork: 128)
  /// The maximum number of files of a field that were not yet passed to it.
  package var waitingFiles = 100
  package var slowTurn: Int64 = 50
  /// The size in bytes of a saved object, without its rows, from which on the log says so.
  package var largeObject = 1 << 20
  /// How long the work of clients may take in one half of an iteration of the loop.
  package var sliceTime: Int64 = 5
  /// The handlers of events that run at the same time, of a window and of a user.
  package var handlersPerWindow = 32
  package var handlersPerUser = 128
  /// How long a `once` may take without a line in the log, and how many later events of its window wait for it, with
  /// values that take how much memory.
  package var slowOnce: Int64 = 10_000
  package var waitingEvents = 64
  package var waitingEventBytes = 1 << 20
  /// The time between two renderings of a document for changes made elsewhere; 0 renders at once, which makes tests
  /// simple. A busy tenant stretches it.
  package var renderInterval: Int64 = 0
  package var longestRenderInterval: Int64 = 1000
  /// The interval at which a hidden page is updated.
  package var hiddenInterval: Int64 = 1000
  /// The number of page instances of a window whose applied events are remembered.
  package var instancesPerWindow = 8
  package var instanceAge: Int64 = 24 * 3_600_000

  /// The size of a publication as JSON, the types of publications, the publications of all tenants, and the shortest time
  /// between two values of one type and tenant that readers see.
  package var publicationBytes = 64 * 1024
  package var publicationTypes = 100
  package var publications = 100_000
  package var publicationInterval: Int64 = 50

  var graph: GraphLimits { GraphLimits(layers: layersPerWindow, models: modelsPerWindow) }
  var instances: AppliedEvents.Memory { AppliedEvents.Memory(instances: instancesPerWindow, age: instanceAge) }

  package init() {}
}
