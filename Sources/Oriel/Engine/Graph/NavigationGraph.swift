import OrielDocument

/// The models of one window, or of one shared document, from its root down.
///
/// Models change freely. The graph is notified, and `settle()` updates which models are attached, started and finished.
/// `render` then evaluates the changed bodies. Both belong to the hub's transaction.
package final class NavigationGraph {
  package let root: any NavigationModel
  package unowned let host: any GraphHost
  /// The presented layers, outermost first.
  package internal(set) var layers: [PresentedLayer] = []
  /// The locks that block `dismissAll`, `popAll` and `reset`; each ends with the model that set it.
  package var locks: Set<String> = [] {
    didSet { if locks.isEmpty != oldValue.isEmpty { shape.changed() } }
  }
  package var isLocked: Bool { !locks.isEmpty && !ignoresLocks }
  /// The window's tags, by model; each ends with its model.
  var tagged: [String: Set<String>] = [:]
  /// Whether an operator is acting.
  var ignoresLocks = false
  var sending = SendQueue()
  let lockScreen: LockScreenState?
  /// How often a `body` was evaluated.
  package internal(set) var evaluations = 0
  /// How many bytes of models were encoded to learn their sizes.
  package internal(set) var measuredBytes = 0
  /// How many models the walks through the graph have visited.
  package internal(set) var visits = 0
  package internal(set) var isFinished = false
  package var ids: ModelIDs

  var entries: [String: GraphEntry] = [:]
  var structureQueue: [any NavigationModel] = []
  var renderQueue: [any NavigationModel] = []
  var startQueue: [any NavigationModel] = []
  /// The ids to save; a model that leaves the graph before that is not kept.
  var saveQueue: [String] = []
  /// Whether models were removed in this settling; they finish unless they have a new parent at its end.
  var hasDetached = false
  /// Models that are listed in a second place.
  var contested: [(child: any NavigationModel, parent: any NavigationModel)] = []
  var former = FormerStructure()
  /// The limit that something was refused for in this turn.
  var exceeded: NotExecutableReason?
  /// How many models may still be attached in this update of the structure, if that was counted.
  var room: Int?
  /// Whether the first models are being attached, which no limit refuses.
  private(set) var isOpening = true
  /// The settling that is underway.
  var settling: Settling?
  /// Tab containers with an invalid selection.
  var unknownTabs: [any NavigationModel] = []
  var hasNewShape = false
  /// Whether any stack or layer has ever had a name, and which names stand for two of them.
  var hasNames = false
  var duplicateNames: Set<String> = []
  /// Changed containers with their previous children, and layers, that are not reported yet.
  var restructured: [(container: any NavigationModel, old: ModelContent)] = []
  var raised: [PresentedLayer] = []
  var isUpdatingStructure = false
  let shape = GraphShape()
  /// The number of layers so far, which gives their order.
  var layerCount = 0
  /// The drivers of optional properties that have to check again.
  var itemQueue: [ItemDriver] = []
  /// Those for which something is shown, and those whose time has not come.
  var showing: [ItemDriver] = []
  var waitingItems: [ItemDriver] = []
  var closed: [PresentedLayer] = []
  /// The layers above closed layers.
  var cutOff: [PresentedLayer] = []
  /// Models outside the graph that others refer to.
  var held: [String: HeldModel] = [:]
  /// Ids whose model has left since the last rendering, and since the last saving.
  var removed: [String] = []
  /// The removed ids, while models are rendered.
  var mayReturn: Set<String> = []
  var savedIDs: Set<String>
  /// The shared documents in the graph, by the model of their place.
  var placesByModel: [String: (kind: String, value: JSONValue)] = [:]
  /// Screens that are not shown because they would make the document too large, with their sizes in bytes.
  var oversized: [String: Int] = [:]
  /// The models' observations that have to run.
  var observations: [ObservationToken] = []
  var observationQueue: [ObservationToken] = []
  /// The uploads of file fields.
  var uploads: [Upload] = []
  /// The size that the document was last limited to, in bytes.
  var sizeLimit = Int.max
  var header = JSONObject()
  /// Whether the window was locked when the header was last made; `nil` when there may be another title.
  var headline: Bool?
  /// The animations of the changes since the last rendering.
  var motions = GraphMotions()
  /// The visible models.
  var visible: Set<String> = []
  var appeared: Set<String> = []
  var isVisibilityStale = true { didSet { if isVisibilityStale { headline = nil } } }
  /// The completions that wait for a model to appear, or for the end of its animation.
  var awaited: [String: [AnimationCompletion]] = [:]
  /// The providers of destinations; the last one has precedence.
  var providers: [NavigationProvider] = []
  /// Whether any model has ever declared an address or a decoration.
  var hasAddresses = false
  var hasDecorations = false
  /// Watched properties that have changed.
  var watchQueue: [(watch: PropertyWatch, node: _ModelNode)] = []

  struct HeldModel { weak var model: (any NavigationModel)? }

  /// Creates a graph, whose models start at the first `settle()`.
  ///
  package init(root: any NavigationModel, host: any GraphHost, ids: ModelIDs) {
    self.root = root
    self.host = host
    lockScreen = host.lockScreen.map(LockScreenState.init)
    self.ids = ids
    savedIDs = []
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
    savedIDs = isStored ? restored.savedIDs : []
    attach(root, to: nil)
    isOpening = false
    adopt(restored, isStored: isStored)
  }

  package func model(_ id: String) -> (any NavigationModel)? { entries[id]?.model }
  package var modelCount: Int { entries.count }
  package var sharedPlaces: [(kind: String, value: JSONValue)] { Array(placesByModel.values) }

  var isSettled: Bool {
    structureQueue.isEmpty && startQueue.isEmpty && !hasDetached && closed.isEmpty && contested.isEmpty
      && itemQueue.isEmpty && watchQueue.isEmpty && unknownTabs.isEmpty && lockScreen?.isStale != true
      && observationQueue.isEmpty
  }

}

/// An attached model with its last rendering.
final class GraphEntry {
  let model: any NavigationModel
  let kind: ModelKind
  var content = ModelContent.screen
  var rendered: RenderedModel?
  /// The length of its member of the document; `nil` until it is measured.
  var encodedCount: Int?
  /// Its declarations since it was attached.
  var declared = NavigationDeclarations()
  /// Whether a flow is computing its next step.
  var isAdvancing = false
  /// Its part of the window's address.
  var address: AddressPart?

  /// The tab that was last visible.
  var selectedTab: String? { rendered?.base["selected"]?.stringValue }

  init(_ model: any NavigationModel) {
    self.model = model
    kind = ModelKind.of(type(of: model))
  }
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

  mutating func take() -> String {
    defer { next += 1 }
    return "\(prefix)\(next)\(suffix)"
  }

  /// Questions are counted separately, from zero in each stay in memory; the suffix distinguishes those.
  mutating func takeQuestion() -> String {
    defer { nextQuestion += 1 }
    return "q\(nextQuestion)\(suffix)"
  }
}
