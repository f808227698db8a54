import OrielDocument

/// The models of one window, or of one shared document, from its root down.
///
/// Models change freely. The graph is notified, and `settle()` updates which models are attached, started and finished.
/// `render` then evaluates the changed bodies. Both belong to the hub's transaction.
package final class NavigationGraph {
  package let root: any NavigationModel
  package unowned let host: any GraphHost
  package internal(set) var ids: ModelIDs
  let lockScreen: LockScreenState?
  let shape = GraphShape()

  var entries = Entries()
  var structure = Structure()
  var news = StructureNews()
  var layers = Layers()
  var locks = Locks()
  var names = Names()
  var capacity = Capacity()
  var declarations = WindowDeclarations()
  var followers = Followers()
  var sending = SendQueue()
  var drafts: [Draft] = []
  var typedTexts: [TypedText] = []
  var textWriters = TextWriters()
  var uploads = Uploads()
  var downloads = Downloads()
  var rendering = Rendering()
  var translations: [Translation] = []
  /// Whether a rendering has ever read the language.
  package internal(set) var isLocalized = false
  var size = DocumentSize()
  var packing = Packing()
  var motions = GraphMotions()
  var appearances = Appearances()
  var effects = WindowEffects()
  var saving: Saving
  /// The settling that is underway.
  var settling: Settling?

  package private(set) var isFinished = false
  /// Whether the first models are being attached, which no limit refuses.
  private(set) var isOpening = true
  /// How many models the walks through the graph have visited.
  package private(set) var visits = 0

  /// Creates a graph, whose models start at the first `settle()`.
  package init(root: any NavigationModel, host: any GraphHost, ids: ModelIDs) {
    self.root = root
    self.host = host
    lockScreen = host.lockScreen.map(LockScreenState.init)
    self.ids = ids
    saving = Saving()
    attach(root, to: nil)
    isOpening = false
  }

  /// Creates a graph from models in the store or, as a copy, from another graph.
  ///
  /// - Parameter isStored: Whether the models are already in the store.
  package init(_ restored: RestoredGraph, host: any GraphHost, ids: ModelIDs, isStored: Bool = true) {
    root = restored.root
    self.host = host
    lockScreen = host.lockScreen.map(LockScreenState.init)
    self.ids = ids
    saving = Saving(savedIDs: isStored ? restored.savedIDs : [])
    drafts = host.takesDrafts ? restored.drafts : []
    attach(root, to: nil)
    isOpening = false
    adopt(restored, isStored: isStored)
  }

  package func model(_ id: String) -> (any NavigationModel)? { entries[id]?.model }
  package var modelCount: Int { entries.count }
  package var sharedSlots: [(kind: String, value: JSONValue)] { entries.slots }
  /// The tags given by the screens of the window.
  package var tags: Set<String> { entries.tags }
  /// Whether nothing covers a model.
  package func isVisible(_ id: String) -> Bool { model(id).map { !isCovered($0) } ?? false }
  /// The rendered tables by their models. Each page has a part of their rows.
  package var tables: [String: [RenderedTable]] { entries.tables }
  package var isLocked: Bool { locks.isLocked }
  /// The upload with this ticket, while its field is part of the graph.
  package func upload(ticket: String) -> Upload? { uploads.with(ticket: ticket) }
  /// The download with this ticket, while its model is part of the graph.
  ///
  /// - Parameter isTaken: Whether what is made is fetched, which is possible once.
  package func download(_ ticket: String, isTaken: Bool) -> Download? { downloads.download(ticket, isTaken: isTaken) }
  /// How often a `body` was evaluated.
  package var evaluations: Int { rendering.evaluations }
  /// How many bytes of models were encoded to learn their sizes.
  package var measuredBytes: Int { size.measuredBytes }

  var isSettled: Bool {
    structure.isSettled && layers.isSettled && followers.isIdle && lockScreen?.isStale != true
  }

  func countVisit() { visits += 1 }

  /// Lets the graph end; what happens from here on changes it no more.
  func beginEnd() { isFinished = true }

  /// Forgets all models.
  func clear() {
    lockScreen?.end()
    sending.end()
    drafts = []
    typedTexts = []
    textWriters.timer?.cancel()
    textWriters = TextWriters()
    discard(uploads.end())
    downloads.end()
    for observation in followers.end() { observation.cancel() }
    rendering.clear()
    (entries, structure, news, layers) = (Entries(), Structure(), StructureNews(), Layers())
    translations = []
    (declarations, motions, appearances, saving) = (WindowDeclarations(), GraphMotions(), Appearances(), Saving())
  }

  func discard(_ files: [UploadedFile]) { if !files.isEmpty { perform(.deleteFiles(files)) } }
}

/// Assigns the ids of a graph's models, each once.
package struct ModelIDs: Equatable {
  let prefix: String
  /// Distinguishes the ids of one stay in memory from those of earlier ones whose end was not saved, so that an id that
  /// was lost with an epoch is never reused.
  let suffix: String
  package private(set) var next: Int
  private var nextQuestion = 1

  package init(prefix: String = "m", suffix: String = "", next: Int = 1) {
    self.prefix = prefix
    self.suffix = suffix
    self.next = next
  }

  mutating func nextID() -> String {
    defer { next += 1 }
    return "\(prefix)\(next)\(suffix)"
  }

  /// Questions are counted separately, from zero in each stay in memory; the suffix distinguishes those.
  mutating func nextQuestionID() -> String {
    defer { nextQuestion += 1 }
    return "q\(nextQuestion)\(suffix)"
  }
}
