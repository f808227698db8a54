import Oriel
import OrielDocument

/// A window: its models on the server, its position and its attachments.
package final class Window: RosterMember {
  package let id: WindowID
  package let user: UserState
  let scene: WindowScene
  let value: JSONValue?
  /// Identifies the window's current stay in memory; a revision from another one is never trusted.
  package let epoch: ScalarKey
  private(set) var openedBy: ScalarKey?
  package private(set) var live: LiveDocument!
  /// The page that shows it.
  package internal(set) var page: Attachment?
  package internal(set) var observers: [Attachment] = []
  var applied = AppliedEvents()
  /// The event whose handler is in `once`, and those that wait for it.
  var held: HeldEvent?
  /// The requested opening, shortened, until a user does something in the window or another window changes it.
  var opening: String? {
    didSet { if (opening == nil) != (oldValue == nil) { record?.become(touched: opening == nil) } }
  }
  /// The shared documents shown in it.
  var sharedSlots: [SharedDocument] = []
  let client: ClientEnvironment
  var unattachedSince: Int64 = 0
  /// The network of the page that has shown it last, which `MemoryLimit` sets.
  var network: RemoteNetwork?
  /// The memory that it takes, as the hub has counted it.
  var weight = 0
  /// The title that the store had, which it has until it is rendered again.
  var formerTitle: String?
  /// When its user last did something in it, or attached, in milliseconds since 1970.
  package internal(set) var lastUsedAt: Int64 {
    didSet {
      record?.used(at: lastUsedAt)
      if record?.isListed == false { hub.list(self) }
    }
  }
  /// When its user last typed in it, on the hub's clock.
  var typedAt: Int64?
  /// How its tenant's objects see it.
  var record: WindowRecord?
  var rosterIndex = 0
  var log: WindowActivity?
  package internal(set) var history: WindowHistory?
  var sleepTimer: ScheduledTimer?
  /// Set while the window has no page, but its models have not been told yet.
  var detachTimer: ScheduledTimer?
  /// Whether its models do not know yet that a page shows it.
  var isNewlyAttached = false
  var isQueued = false
  /// The unsaved changes.
  var unsaved = Unsaved()
  package let hub: WindowHub
  package private(set) var turnContext: TurnContext!
  package let environment: EnvironmentValues

  struct Unsaved {
    var origin = false
    var position = false
    /// Whether it is part of the next write.
    var isWaiting = false
    /// Whether it is part of the current write.
    var isUnderway = false
  }

  struct Identity {
    var id: WindowID
    var epoch: ScalarKey
    var scene: WindowScene
    var value: JSONValue?
    var openedBy: ScalarKey?

    /// A suffix that distinguishes the model ids of this stay in memory from those of others.
    var idSuffix: String { String(epoch.text.suffix(4)) }
  }

  init(_ identity: Identity, user: UserState, hub: WindowHub) {
    id = identity.id
    epoch = identity.epoch
    scene = identity.scene
    value = identity.value
    openedBy = identity.openedBy
    self.user = user
    self.hub = hub
    lastUsedAt = hub.scheduler.wallTime
    let objects =
      identity.scene.consoleObjects.map { EnvironmentObjects(user.objects.all + [hub.monitor] + $0) } ?? user.objects
    client = ClientEnvironment(user: user.account)
    environment = EnvironmentValues(objects: objects, client: client, window: identity.id)
    turnContext = TurnContext(environment: environment, host: self)
    client.isVisible = false
    client.clock.hub = self
    client.clock.isResting = true
  }

  /// The page that opened it.
  var opener: ScalarKey? { isUnseen ? nil : openedBy }

  /// Whether another user has opened it, and its own has never seen it.
  var isUnseen: Bool { openedBy == .unseen }

  /// A page shows it.
  func isShown() {
    guard isUnseen else { return }
    openedBy = nil
    unsaved.origin = true
  }

  /// Creates the models and renders them for the first time.
  ///
  /// - Parameter hasTime: Asked after each model; while the document is not rendered, call `goOnOpening`.
  func createModels(while hasTime: () -> Bool = { true }, _ makeGraph: () throws -> NavigationGraph) rethrows {
    try TurnContext.$current.withValue(turnContext) {
      live = LiveDocument(graph: try makeGraph(), limits: hub.limits)
      _ = live.renderFirst(while: hasTime)
    }
  }

  func goOnOpening(while hasTime: () -> Bool) {
    TurnContext.$current.withValue(turnContext) { _ = live.renderFirst(while: hasTime) }
  }

  package var graph: NavigationGraph { live.graph }
  package var rev: Int { live.rev }
  package var sceneID: String { scene.id }
  /// Whether it is saved. One that is not ends where others sleep.
  var isStored: Bool { user.home.isStored }
  /// Whether it is a window of the operators' console.
  package var isConsole: Bool { scene.isConsole }
  package var title: String {
    if live.isOpening, let formerTitle { return formerTitle }
    return graph.title ?? scene.title
  }
  package var attachments: [Attachment] { (page.map { [$0] } ?? []) + observers }
  /// The tags by which operators find it.
  package var tags: Set<String> { graph.tags }
  /// Whether it or one of its screens has such a title, also a screen behind others or one that windows share.
  func hasTitle(where isWanted: (String) -> Bool) -> Bool {
    isWanted(title) || graph.hasTitle(where: isWanted) || sharedSlots.contains { $0.graph.hasTitle(where: isWanted) }
  }
  func has(tag: String) -> Bool { tags.contains { $0.hasSameScalars(as: tag) } }
  /// Its page; `nil` without one.
  package var health: PageHealth? { isAttached ? page?.health(at: hub.scheduler.now) : nil }
  package var isAttached: Bool { page?.isOpen == true }

  /// Counts the pages of the app.
  func countPage(_ change: Int, of user: ScalarKey) {
    guard !isConsole else { return }
    hub.facts.attached(change)
    hub.neighbours.visitorCounts.attached(change, of: user)
  }

  /// Its page has measured how many milliseconds an answer takes.
  func measured(roundTrip milliseconds: Int) {
    if !isConsole { hub.facts.measured(roundTrip: milliseconds) }
  }

  var currentSharedSlots: [SharedDocument] {
    graph.sharedSlots.compactMap { slot in
      hub.home(ofShared: slot.kind, shownIn: user.home).sharedDocuments[SharedKey(kind: slot.kind, value: slot.value)]
    }
  }
}

extension Window: GraphHost, HubMember {
  package var tenant: Tenant { user.account.tenant }
  package var isInUse: Bool { live.map { !$0.graph.isFinished } ?? false }
  package var hasPage: Bool { isAttached }
  package var takesDrafts: Bool { true }
  package var typist: TextWriter? { hub.typist }
  package var lockScreen: LockScreen? { scene.lockScreen }
  package var executionDelay: Int64 { hub.limits.executionDelay }
  package func sourceCalls(of source: AnyHashable) -> SourceCalls { user.home.calledSources.calls(of: source) }

  package func graphNeedsCommit() { hub.changes.add(.window(self)) }

  package func savedStateChanged() {
    if let turn = TurnContext.current, turn !== turnContext { opening = nil }
    graphNeedsCommit()
  }

  package func isObserved(at level: NavigationVerbosity) -> Bool {
    hub.events.isObserved(at: level) || log?.isWatched == true
  }

  package func report(_ notice: NavigationNotice) {
    hub.events.report(notice, in: id)
    log(notice)
  }

  package func isLostOnExit(_ type: TypeName) -> Bool { hub.privateTypes.report(type) }

  package func header(root: String, title: String?, url: WindowURL) -> JSONObject {
    let texts = environment[Localization.self]
    let ownTitle = title ?? texts?.translation(of: scene.title, locale: environment.locale) ?? scene.title
    var header: JSONObject = [
      "scene": .string(scene.id), "title": .string(ownTitle),
      "url": .string(address(of: url).description), "root": .string(root),
    ]
    header["lang"] = texts.map { .string($0.language(for: environment.locale)) }
    return header
  }

  package func sharedDocument(kind: String, value: JSONValue) -> String? {
    hub.sharedDocument(
      for: SharedKey(kind: kind, value: value), in: hub.home(ofShared: kind, shownIn: user.home))?.id
  }

  package func reasonAgainstOpening(scene: String, value: JSONValue?, in tenant: Tenant?) -> NotExecutableReason? {
    guard let declaration = hub.scenes[scene] else { return .unknownScene(scene) }
    guard let tenant = self.tenant(ofNew: declaration, in: tenant) else { return .noTenant }
    guard hub.mayHave(declaration, User(id: user.account.id, tenant: tenant)) else { return .unknownScene(scene) }
    return declaration.accepts(value) ? nil : .wrongSceneValue(scene)
  }
}

extension ScalarKey {
  /// In place of the page that opened a window: another user has opened it, and its own has never seen it. No page can have
  /// such a name, which is too long.
  static let unseen = ScalarKey(String(repeating: "/", count: 65))
}
