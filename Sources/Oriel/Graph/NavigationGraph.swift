import OrielDocument

/// The models of one window, or of one shared document, from its root down.
///
/// Models change freely; the graph hears of it and `settle()` brings it up to date: who is attached, started, finished.
/// `render` then evaluates what has to be shown anew. Both belong to the hub's transaction.
package final class NavigationGraph {
  package let root: any NavigationModel
  package unowned let host: any GraphHost
  /// The chain of presentations, outermost first.
  package internal(set) var layers: [PresentedLayer] = []
  /// What keeps `dismissAll`, `popAll` and `reset` from happening; each goes with the model that set it.
  package var locks: Set<String> = [] {
    didSet { if locks.isEmpty != oldValue.isEmpty { shape.changed() } }
  }
  package var isLocked: Bool { !locks.isEmpty && !ignoresLocks }
  /// What operators find the window by; each goes with the model that has it.
  var tagged: [String: Set<String>] = [:]
  /// An operator is at work.
  var ignoresLocks = false
  var sending = SendQueue()
  let lockScreen: LockScreenState?
  /// How often a `body` was evaluated.
  package internal(set) var evaluations = 0
  package internal(set) var isFinished = false
  package var ids: ModelIDs

  var entries: [String: GraphEntry] = [:]
  var structureQueue: [any NavigationModel] = []
  var renderQueue: [any NavigationModel] = []
  var startQueue: [any NavigationModel] = []
  /// Ids: what leaves the graph before it is saved is not kept for that.
  var saveQueue: [String] = []
  /// Something was removed in this settling; it finishes unless it has found a new parent by its end.
  var hasDetached = false
  /// Models that a second place has listed.
  var contested: [(child: any NavigationModel, parent: any NavigationModel)] = []
  var former = FormerStructure()
  /// The settling that is underway.
  var settling: Settling?
  /// Tabs that select what is none of them.
  var unknownTabs: [any NavigationModel] = []
  var hasNewShape = false
  /// Whether any stack or layer has ever had a name, and which names stand for two of them.
  var hasNames = false
  var duplicateNames: Set<String> = []
  /// Containers with what they had before, and layers, of which nobody was told yet.
  var restructured: [(container: any NavigationModel, old: ModelContent)] = []
  var raised: [PresentedLayer] = []
  var isUpdatingStructure = false
  let shape = GraphShape()
  /// Counts the layers there have been, to tell which is above which.
  var layerCount = 0
  /// What follows an optional property and has to look again.
  var itemQueue: [ItemDriver] = []
  /// Those for which something is shown, and those whose time has not come.
  var showing: [ItemDriver] = []
  var waitingItems: [ItemDriver] = []
  var closed: [PresentedLayer] = []
  /// What was above a layer that was closed.
  var cutOff: [PresentedLayer] = []
  /// Models that are saved as a reference while they are no part of the graph.
  var held: [String: HeldModel] = [:]
  /// Ids whose model has left since the last rendering, and since the last saving.
  var removed: [String] = []
  var savedIDs: Set<String>
  /// Shared documents that show in the graph, by the model that is their place.
  var placesByModel: [String: (kind: String, value: JSONValue)] = [:]
  /// Screens that are not shown because the document would be too large with them.
  var oversized: Set<String> = []
  /// What models observe, and what of it has changed.
  var observations: [ObservationToken] = []
  var observationQueue: [ObservationToken] = []
  /// The ways of the bytes of file fields.
  var uploads: [Upload] = []
  /// How large the document was without them, in bytes.
  var shrunkCount = 0
  var header = JSONObject()
  /// Whether the window was locked when the header was last made; `nil` when there may be another title.
  var headline: Bool?
  /// How what has changed since the last rendering moves.
  var motions = GraphMotions()
  /// What can be seen, and what of it has appeared.
  var visible: Set<String> = []
  var appeared: Set<String> = []
  var isVisibilityStale = true { didSet { if isVisibilityStale { headline = nil } } }
  /// Who waits for a model to appear, or for the end of an animation that moves it.
  var awaited: [String: [AnimationCompletion]] = [:]
  /// Who makes the models of provided destinations, the last one first asked.
  var providers: [NavigationProvider] = []
  /// Whether any model has ever said something of the address, or of how others look.
  var hasAddresses = false
  var hasDecorations = false
  /// Watched properties that have changed.
  var watchQueue: [(watch: PropertyWatch, node: ModelNode)] = []

  struct HeldModel { weak var model: (any NavigationModel)? }

  /// A graph whose models are attached, and start at the first `settle()`.
  ///
  package init(root: any NavigationModel, host: any GraphHost, ids: ModelIDs) {
    self.root = root
    self.host = host
    lockScreen = host.lockScreen.map(LockScreenState.init)
    self.ids = ids
    savedIDs = []
    attach(root, to: nil)
  }

  /// A graph whose models come from the store, or, as a copy, from another graph.
  ///
  /// - Parameter isStored: Whether the store has the models already.
  package init(_ restored: RestoredGraph, host: any GraphHost, ids: ModelIDs, isStored: Bool = true) {
    root = restored.root
    self.host = host
    lockScreen = host.lockScreen.map(LockScreenState.init)
    self.ids = ids
    savedIDs = isStored ? restored.savedIDs : []
    attach(root, to: nil)
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

/// One attached model and what was last rendered of it.
final class GraphEntry {
  let model: any NavigationModel
  let kind: ModelKind
  var content = ModelContent.screen
  var rendered: RenderedModel?
  /// What it has declared since it is attached.
  var declared = NavigationDeclarations()
  /// A flow is being asked for its next step.
  var isAdvancing = false
  /// What it adds to the window's address.
  var address: AddressPart?

  /// The tab that was last shown.
  var selectedTab: String? { rendered?.base["selected"]?.stringValue }

  init(_ model: any NavigationModel) {
    self.model = model
    kind = ModelKind.of(type(of: model))
  }
}

/// Hands out the ids of a graph's models, each once.
package struct ModelIDs: Equatable {
  let prefix: String
  /// Tells the ids of one life of a window from those of lives whose end the store has not seen: an id that was lost
  /// with an epoch must not come back.
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

  /// Questions are counted by themselves, and anew in each life: the suffix tells them apart.
  mutating func takeQuestion() -> String {
    defer { nextQuestion += 1 }
    return "q\(nextQuestion)\(suffix)"
  }
}
