import Oriel
import OrielDocument
import OrielMessages

// Each page has the rows that it looks at, of each table in its window's documents. They are made when the documents are
// committed, at their pace, and for a page that can't receive anything when it can again.

/// Nanoseconds of a search in one turn.
private let pieceOfSearch: Int64 = 2_000_000

extension WindowHub {
  /// A page says which rows it looks at.
  package func look(_ request: RowsRequest, from page: Attachment) {
    // Frames may have crossed: a table that is gone is not answered.
    guard page.isOpen, let (slice, graph) = slice(of: page, request) else { return }
    ask(slice, TableSlice.Request(request), page)
    if !page.isObserver {
      for observer in page.window.observers { followed(slice, by: observer, request) }
    } else if request.from != nil || request.to != nil {
      slice.isFollowing = false
    }
    if request.find != nil { search(slice, of: graph, for: page) }
    guard page.mayReceive else { return }
    update(slice, of: graph, for: page)
  }

  /// Searches some rows, and goes on in the page's next turn until there is a result, or a newer search.
  private func search(_ slice: TableSlice, of graph: NavigationGraph, for page: Attachment) {
    let end = scheduler.nanoseconds + pieceOfSearch
    let isOver = render(graph, for: page) { slice.searchOn { scheduler.nanoseconds < end } }
    guard !isOver else { return }
    inNextTurn(of: page.client) { [self, weak slice, weak search = slice.search] in
      guard page.isOpen, let slice, let search, slice.search === search, let graph = slice.graph else { return }
      self.search(slice, of: graph, for: page)
      if search.isOver, page.mayReceive { update(slice, of: graph, for: page) }
    }
  }

  /// It may read rows, which is the app's code, and so may crash.
  private func ask(_ slice: TableSlice, _ request: TableSlice.Request, _ page: Attachment) {
    recording(CrashJournalEntry(.render, of: page.window.id.rawValue)) {
      TurnContext.$current.withValue(page.window.turnContext) { slice.ask(request) }
    }
  }

  private func slice(of page: Attachment, _ request: RowsRequest) -> (TableSlice, NavigationGraph)? {
    let found = page.slices.first {
      $0.model.hasSameScalars(as: request.model) && $0.table.hasSameScalars(as: request.element)
    }
    guard let found, let graph = found.graph else { return nil }
    return (found, graph)
  }

  /// An operator sees what the user sees, until they look elsewhere.
  private func followed(_ slice: TableSlice, by observer: Attachment, _ request: RowsRequest) {
    guard let (own, graph) = self.slice(of: observer, request), own.isFollowing else { return }
    var wanted = TableSlice.Request(request)
    (wanted.sequence, wanted.menu, wanted.detail, wanted.copy, wanted.find) = (nil, nil, nil, nil, nil)
    ask(own, wanted, observer)
    if observer.mayReceive { update(own, of: graph, for: observer) }
  }

  /// Brings the rows that pages see up to date, after the document with their tables was sent.
  func updateSlices(of graph: NavigationGraph, for window: Window) {
    guard !graph.tables.isEmpty || window.hasSlices else { return }
    for attachment in window.attachments { updateSlices(of: graph, for: attachment) }
  }

  /// The same for all documents of the page's window.
  func updateAllSlices(for attachment: Attachment) {
    updateSlices(of: attachment.window.graph, for: attachment)
    for document in attachment.window.sharedSlots { updateSlices(of: document.graph, for: attachment) }
  }

  private func updateSlices(of graph: NavigationGraph, for attachment: Attachment) {
    let tables = graph.tables
    guard !tables.isEmpty || !attachment.slices.isEmpty, attachment.isOpen else { return }
    match(tables, of: graph, for: attachment)
    guard attachment.mayReceive else { return }
    for slice in attachment.slices where slice.isStale && slice.graph === graph {
      update(slice, of: graph, for: attachment)
    }
  }

  /// Begins slices of new tables, and ends those of tables that are gone.
  private func match(_ tables: [String: [RenderedTable]], of graph: NavigationGraph, for attachment: Attachment) {
    attachment.slices.removeAll { slice in
      guard slice.graph === graph || slice.graph == nil else { return false }
      guard let table = tables[slice.model]?.first(where: { $0.id.hasSameScalars(as: slice.table) }) else {
        slice.end()
        return true
      }
      slice.show(table)
      return false
    }
    for (model, tables) in order(tables, of: graph) {
      for table in tables where !attachment.slices.contains(where: { $0.model == model && $0.table == table.id }) {
        if attachment.slices.count >= TableLimits.tablesOfWindow, graph.isVisible(model),
          let covered = attachment.slices.firstIndex(where: { $0.graph?.isVisible($0.model) != true })
        {
          attachment.slices.remove(at: covered).end()
        }
        guard attachment.slices.count < TableLimits.tablesOfWindow else {
          guard graph.isVisible(model) else { continue }
          log(
            .warning, onceAMinute: "tables \(attachment.window.sceneID)",
            "A window has more than \(TableLimits.tablesOfWindow) tables; the others show no rows")
          return
        }
        let slice = TableSlice(of: table, in: model, of: graph)
        slice.isFollowing = attachment.isObserver
        if attachment.isObserver, let followed = attachment.window.page?.slices.first(where: { $0.isOf(table, model) })
        {
          ask(slice, followed.place, attachment)
        }
        attachment.slices.append(slice)
      }
    }
  }

  /// Those that are visible first. Beyond the limit, covered ones make room.
  private func order(_ tables: [String: [RenderedTable]], of graph: NavigationGraph) -> [(String, [RenderedTable])] {
    guard tables.values.reduce(0, { $0 + $1.count }) > TableLimits.tablesOfWindow else {
      return tables.map { ($0, $1) }
    }
    return tables.sorted { graph.isVisible($0.key) && !graph.isVisible($1.key) }.map { ($0, $1) }
  }

  private func update(_ slice: TableSlice, of graph: NavigationGraph, for attachment: Attachment) {
    guard let update = render(graph, for: attachment, slice.update) else { return }
    let content: RowsUpdate.Content =
      switch update.content {
      case .state(let state): .state(state)
      case .patch(let operations): .patch(EncodedPatch(Patch(operations)), base: slice.rev - 1)
      case nil: .patch(EncodedPatch.empty, base: slice.rev)
      }
    attachment.deliver(
      .rows(
        RowsUpdate(
          model: slice.model, element: slice.table, rev: slice.rev, content: content, sequence: update.sequence,
          copied: update.copied, found: update.found)))
  }

  /// Reads rows of a document for a page.
  private func render<Result>(_ graph: NavigationGraph, for attachment: Attachment, _ work: () -> Result) -> Result {
    let start = scheduler.nanoseconds
    let window = attachment.window
    let document = window.sharedSlots.first { $0.graph === graph }
    let context = document?.turnContext ?? window.turnContext!
    let result = recording(CrashJournalEntry(.render, of: context.subject)) {
      TurnContext.$current.withValue(context) { document.map { $0.speaking(to: window, work) } ?? work() }
    }
    (document?.live ?? window.live).renderedAt = scheduler.now
    window.user.home.pace.rendered(in: scheduler.nanoseconds - start)
    return result
  }

  /// A window shows a shared document in another language.
  func translateSlices(of document: SharedDocument, in window: Window) {
    for attachment in window.attachments {
      for slice in attachment.slices where slice.graph === document.graph { slice.languageChanged() }
    }
    updateSlices(of: document.graph, for: window)
  }

  /// A page sees nothing of a shared document any more.
  func endSlices(of graph: NavigationGraph, for attachment: Attachment) { match([:], of: graph, for: attachment) }
}

extension Window {
  fileprivate var hasSlices: Bool {
    page?.slices.isEmpty == false || observers.contains { !$0.slices.isEmpty }
  }
}

extension TableSlice.Request {
  fileprivate init(_ request: RowsRequest) {
    self.init()
    sequence = request.sequence
    (from, count, isHeld, to) = (request.from, request.count, request.hold, request.to)
    (menu, detail) = (request.menu, request.detail)
    anchor = request.anchor.map { Anchor(id: $0.id, index: $0.index) }
    (copy, isAnew) = (request.copy, request.fresh)
    find = request.find.map {
      TableSearch.Find($0.text, isPrefix: $0.isPrefix, after: $0.after, isBackwards: $0.isBackwards)
    }
  }
}

extension WindowHub {
  /// The rows that a page sees of its window's tables, for tests.
  package func slices(of page: Attachment?) -> [(name: String, state: JSONValue)] {
    (page?.slices ?? []).map { ("\($0.model)/\($0.table)", $0.state) }
  }
}
