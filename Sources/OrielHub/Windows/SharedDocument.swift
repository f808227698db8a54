import Oriel
import OrielDocument

/// The identity of a shared model: its scene and value.
struct SharedKey: Hashable {
  var kind: String
  var value: JSONValue

  /// The subject for parking; the same scene with another value may be fine.
  var subject: Parked.Subject { .shared(value == .null ? kind : "\(kind) \(JSONBytes.text(value))") }
}

/// A model that many windows show: rendered and compared once, and sent to all as the same bytes.
package final class SharedDocument {
  package let id: String
  let key: SharedKey
  let scene: WindowScene
  package private(set) var live: LiveDocument!
  /// The windows that show it.
  var windows: [Window] = []
  var isQueued = false
  /// Whether the store has it, or will: not before something in it has changed.
  var isStored = false
  /// When a window last showed it, in milliseconds since 1970.
  var usedAt: Int64 = 0
  /// Whether it is part of the next write.
  var isWaiting = false
  package let hub: WindowHub
  let home: Home
  /// The tenant's, without any user or page.
  package var environment: EnvironmentValues { home.environment }
  package private(set) var turnContext: TurnContext!

  init(id: String, key: SharedKey, scene: WindowScene, home: Home, hub: WindowHub) {
    self.id = id
    self.key = key
    self.scene = scene
    self.hub = hub
    self.home = home
    turnContext = TurnContext(environment: environment, subject: key.subject.text, host: self)
    environment.client.clock.hub = self
  }

  /// Creates its models.
  func create() throws {
    try show { NavigationGraph(root: try scene.make(key.value), host: self, ids: ModelIDs(prefix: "\(id).m")) }
    graph.forgetChanges()
  }

  /// Restores its models.
  ///
  /// - Parameter suffix: Distinguishes the ids of this stay in memory from those of others.
  /// - Returns: The models that could not be restored.
  func restore(from record: SharedRecord, types: SavedTypes, suffix: String) throws -> [RestorationFailure] {
    let restoration = GraphRestoration(saved: record.models, types: types) { [scene, key] in
      try scene.make(key.value)
    }
    (isStored, usedAt) = (true, record.usedAt)
    var failures: [RestorationFailure] = []
    try show {
      let isCurrent = record.restorationKey == scene.restorationKey
      let restored =
        isCurrent ? try restoration.restore(root: record.root) : try restoration.beginAnew(root: record.root)
      failures = restored.failures
      let ids = ModelIDs(prefix: "\(id).m", suffix: suffix, next: record.nextModel)
      let graph = NavigationGraph(restored, host: self, ids: ids, isStored: true)
      if !restored.isNew, let sending = record.sending { graph.restoreSending(sending, types: types) }
      return graph
    }
    return failures
  }

  private func show(_ makeGraph: () throws -> NavigationGraph) rethrows {
    try TurnContext.$current.withValue(turnContext) {
      live = LiveDocument(graph: try makeGraph(), limits: hub.limits)
      _ = live.settleAndRender()
    }
  }

  var graph: NavigationGraph { live.graph }

  /// The document for windows of the graph's own language.
  private(set) lazy var original = SharedVersion(of: id, live)
  /// The document for windows of other languages, while one shows it.
  private(set) var translated: [ScalarKey: SharedVersion] = [:]
  /// The versions of the windows that do not show the original.
  private var assigned: [ObjectIdentifier: SharedVersion] = [:]

  /// The document for a window that shows it.
  func version(for window: Window) -> SharedVersion {
    assigned.isEmpty ? original : assigned[ObjectIdentifier(window)] ?? original
  }

  /// Reads texts in the language in which a window shows it.
  func speaking<Result>(to window: Window, _ body: () throws -> Result) rethrows -> Result {
    guard let language = language(of: window) else { return try body() }
    return try environment.client.speaking(language.text, body)
  }

  /// Chooses the version for a window: it begins to show the document, its language has changed, or the document has got its
  /// first text that depends on the language.
  ///
  /// - Returns: Whether it is another one than before.
  @discardableResult
  func assignVersion(to window: Window) -> Bool {
    let former = version(for: window)
    let new = wantedVersion(of: window)
    guard new !== former else { return false }
    assigned[ObjectIdentifier(window)] = new === original ? nil : new
    new.windows += 1
    endIfUnshown(former)
    return true
  }

  /// A window does not show it any more.
  func forgetVersion(of window: Window) {
    assigned.removeValue(forKey: ObjectIdentifier(window)).map(endIfUnshown)
  }

  private func wantedVersion(of window: Window) -> SharedVersion {
    guard graph.isLocalized, let language = language(of: window) else { return original }
    if let version = translated[language] { return version }
    let translation = TurnContext.$current.withValue(turnContext) { graph.translation(in: language.text) }
    let version = SharedVersion(of: id, live, translation, limit: hub.limits.catchUpBytes)
    translated[language] = version
    return version
  }

  /// The language of a window; `nil` for that of the graph, or if the app has no translations.
  private func language(of window: Window) -> ScalarKey? {
    guard let localization = environment[Localization.self] else { return nil }
    let language = localization.language(for: window.client.currentLocale)
    let own = localization.language(for: environment.client.currentLocale)
    return language.hasSameScalars(as: own) ? nil : ScalarKey(language)
  }

  private func endIfUnshown(_ version: SharedVersion) {
    guard let translation = version.translation else { return }
    version.windows -= 1
    guard version.windows == 0 else { return }
    translated = translated.filter { $0.value !== version }
    graph.end(translation)
  }
}

/// A shared document in one language, with its own revisions.
final class SharedVersion {
  private let document: String
  private let live: LiveDocument
  let translation: Translation?
  /// The number of windows to which it was assigned.
  var windows = 0
  private var history: PatchHistory
  private var ownRev = 1
  private var latestState: SharedUpdate?

  /// - Parameter limit: How many bytes of patches are kept of a translation.
  init(of document: String, _ live: LiveDocument, _ translation: Translation? = nil, limit: Int = 0) {
    (self.document, self.live, self.translation) = (document, live, translation)
    history = PatchHistory(rev: 1, limit: limit)
  }

  var rev: Int { translation == nil ? live.rev : ownRev }
  var value: JSONValue { translation?.document ?? live.graph.document }

  /// Renders a translation after the graph was rendered.
  func renderTranslation() -> SharedUpdate? {
    guard let operations = translation?.render(), !operations.isEmpty else { return nil }
    ownRev += 1
    let patch = EncodedPatch(Patch(operations))
    history.append(patch)
    return update(with: patch)
  }

  /// The latest patch as an update.
  func update(with patch: EncodedPatch) -> SharedUpdate {
    SharedUpdate(document: document, rev: rev, content: .patch(patch, base: rev - 1))
  }

  /// The patch from a revision to the current one, if it is known.
  func catchUp(since rev: Int) -> EncodedPatch? {
    translation == nil ? live.catchUp(since: rev) : history.composed(since: rev)
  }

  /// The state as an update: the same object, and so the same bytes, until the document changes.
  var stateUpdate: SharedUpdate {
    if let latestState, latestState.rev == rev { return latestState }
    let update = SharedUpdate(document: document, rev: rev, content: .state(translation ?? live.graph))
    latestState = update
    return update
  }
}

extension SharedDocument: GraphHost, HubMember {
  package var isInUse: Bool { live.map { !$0.graph.isFinished } ?? false }
  package var tenant: Tenant { home.tenant }
  package var typist: TextWriter? { hub.typist }
  package func sourceCalls(of source: AnyHashable) -> SourceCalls { home.calledSources.calls(of: source) }
  package func graphNeedsCommit() { hub.changes.add(.shared(self)) }
  package func isLostOnExit(_ type: TypeName) -> Bool { hub.privateTypes.report(type) }
  package func isObserved(at level: NavigationVerbosity) -> Bool { hub.events.isObserved(at: level) }
  package func report(_ notice: NavigationNotice) { hub.events.report(notice, in: WindowID(id)) }
  package func header(root: String, title: String?, url: WindowURL) -> JSONObject { ["root": .string(root)] }

  /// A shared document can be shown in windows, not in other shared documents.
  package func sharedDocument(kind: String, value: JSONValue) -> String? { nil }

  /// A handler runs in the turn of the window that sent the event, and so do the tasks that it starts.
  package func acting(for graph: NavigationGraph) -> NavigationGraph? {
    guard let window = TurnContext.current?.host as? Window, window.sharedSlots.contains(where: { $0 === self }) else {
      return nil
    }
    return window.graph
  }

  package func reasonAgainstOpening(scene: String, value: JSONValue?, in tenant: Tenant?) -> NotExecutableReason? {
    .notAttached
  }
}
