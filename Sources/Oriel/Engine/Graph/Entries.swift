import OrielDocument

/// The attached models of a graph by their ids, with what each of them adds to the window.
struct Entries {
  typealias SharedSlot = (kind: String, value: JSONValue)

  private var entries: [String: GraphEntry] = [:]
  private var slotsByModel: [String: SharedSlot] = [:]
  private var tagsByModel: [String: Set<String>] = [:]
  private var tablesByModel: [String: [RenderedTable]] = [:]

  subscript(id: String) -> GraphEntry? { entries[id] }

  /// Whether nothing of the model may be called.
  func isUnusable(_ model: any NavigationModel) -> Bool { entries[model._node.id]?.isUnusable == true }
  var count: Int { entries.count }
  var all: Dictionary<String, GraphEntry> { entries }
  var values: Dictionary<String, GraphEntry>.Values { entries.values }

  mutating func insert(_ model: any NavigationModel) { entries[model._node.id] = GraphEntry(model) }

  mutating func remove(_ id: String) -> GraphEntry? {
    slotsByModel[id] = nil
    tagsByModel[id] = nil
    setTables([], of: id)
    return entries.removeValue(forKey: id)
  }

  // MARK: Shared documents

  /// The shared documents that are shown.
  var slots: [SharedSlot] { Array(slotsByModel.values) }

  func slot(of id: String) -> SharedSlot? { slotsByModel[id] }
  mutating func setSlot(_ slot: SharedSlot, of id: String) { slotsByModel[id] = slot }

  // MARK: Tags

  var tags: Set<String> { tagsByModel.isEmpty ? [] : tagsByModel.values.reduce(into: []) { $0.formUnion($1) } }

  mutating func setTags(_ tags: Set<String>, of id: String) { tagsByModel[id] = tags.isEmpty ? nil : tags }

  // MARK: Tables

  /// The rendered tables by their models.
  var tables: [String: [RenderedTable]] { tablesByModel }

  mutating func setTables(_ tables: [RenderedTable], of id: String) {
    guard !tables.isEmpty || !tablesByModel.isEmpty else { return }
    tablesByModel[id] = tables.isEmpty ? nil : tables
  }
}

/// An attached model with its last rendering.
final class GraphEntry {
  let model: any NavigationModel
  let kind: ModelKind
  /// Whether an object that it reads is missing, so that nothing of it is called or shown.
  let isUnusable: Bool
  /// Whether its elements are left out of the document, because its tab was not selected yet.
  var isLeftOut = false
  /// Whether its last rendering has read the language.
  var isLocalized = false
  /// Whether a flow is computing its next step.
  var isAdvancing = false
  var content = ModelContent.screen
  var rendered: RenderedModel?
  /// The length of its member of the document; `nil` until it is measured.
  var encodedCount: Int?
  /// Its declarations since it was attached.
  var declared = NavigationDeclarations()
  /// Its part of the window's address.
  var address: AddressPart?

  /// The tab that was last visible.
  var selectedTab: String? { rendered?.base["selected"]?.stringValue }

  /// Declarations made in `start()` come before those of the `body`.
  var declarations: [NavigationDeclarations] { [declared] + (rendered.map { [$0.declared] } ?? []) }

  init(_ model: any NavigationModel) {
    self.model = model
    kind = ModelKind.of(model)
    isUnusable = kind.missing(in: model._node.environment) != nil
  }
}
