import OrielDocument

/// The rows that one page sees of a table: a document of its own, which is changed by patches and never saved.
///
/// The order is the server's and the place is the page's. Rows that come and go above leave those of the slice where they are.
package final class TableSlice {
  package let model: String
  package let table: String
  private var content: any TableContent
  /// The content to show once its rows are made, and whether that was given up.
  private var next: (any TableContent)?
  private var isGivenUp = false
  package private(set) weak var graph: NavigationGraph?
  private var watch: (any TableWatch)?

  /// Where the page looks.
  private var from = 0
  private var count = TableLimits.firstRows
  /// Whether `from` was asked for, and is not where the page's rows were.
  private var isPlaced = false
  private var isHeld = false
  private var openMenu: String?
  private var openDetail: String?
  /// Whether it is an observer's, who sees what the page sees.
  package var isFollowing = false

  /// The page's copy.
  private var shown = SliceState()
  private var size = 0
  /// How many of the first rows are not here, or were too many bytes.
  private var cut = 0
  private var hasReportedTwins = false
  /// The rows that have come above since the page was at the top.
  private var fresh = 0
  package private(set) var rev = 0

  /// The rows in the order that is held, and when that began, on the hub's clock.
  private var held: (any TableSnapshot)?
  private var heldSince: Int64 = 0
  /// The page's newest request, until it is answered.
  private var unanswered: Int?
  private var copying: String?
  /// Counts the copies, and the texts of the last one until they are sent.
  private var copies = 0
  private var isLoadingCopy = false
  private var copied: JSONValue?
  /// The page's search, until its result is sent.
  package private(set) var search: TableSearch?

  /// Whether something of it may have changed.
  package private(set) var isStale = true
  private var needsState = true
  private var needsAllRows = true
  /// Whether other rows may have to be shown, or be selected.
  private var needsPlaces = true
  private var selectionReads: SliceTracking?
  private var viewReads: SliceTracking?
  /// Whether views of rows have read more than their rows.
  private var viewsRead = false
  /// How often some rows were made since all were.
  private var partialReads = 0

  package init(of table: RenderedTable, in model: String, of graph: NavigationGraph) {
    (self.model, self.table, self.graph) = (model, table.id, graph)
    content = table.content.hasRows ? table.content : table.content.withoutRows
    beginWatching()
    if !table.content.hasRows { prepare(table.content) }
  }

  /// Observes nothing any more.
  package func end() {
    (watch, search) = (nil, nil)
    selectionReads?.end()
    viewReads?.end()
  }

  private func beginWatching() {
    watch = content.beginWatching(after: watch, on: graph?.host) { [weak self] in self?.invalidate() }
  }

  private func invalidate() {
    guard !isStale else { return }
    isStale = true
    graph?.host.graphNeedsCommit()
  }

  /// The table was rendered again.
  package func show(_ table: RenderedTable) {
    guard table.content !== next ?? content else { return }
    if table.content.hasRows { show(table.content) } else { prepare(table.content) }
  }

  private func show(_ new: any TableContent) {
    let hasOtherColumns = new.columnIDs != content.columnIDs
    if hasOtherColumns { (needsState, shown.rows) = (true, [:]) }
    if hasOtherColumns || new.orderKey != content.orderKey {
      // Nothing is held any more, and nothing has come from above.
      (held, fresh, isPlaced) = (nil, 0, true)
      search?.giveUp()
    }
    (content, next) = (new, nil)
    (isStale, needsPlaces, needsAllRows) = (true, true, true)
    beginWatching()
    // The rows may never come.
    if isLoadingCopy { take(["rows": [], "count": 0], of: copies) }
  }

  /// The former rows stay until the new ones are made.
  private func prepare(_ new: any TableContent) {
    guard let host = graph?.host else { return }
    (next, isGivenUp) = (new, false)
    search?.giveUp()
    (isStale, needsPlaces) = (true, true)
    let isWanted = { [weak self] in self?.next === new }
    new.makeRows(on: host, while: isWanted) { [weak self] areMade in
      guard let self, isWanted() else { return }
      if areMade { show(new) } else { (isGivenUp, needsPlaces) = (true, true) }
      isStale = false
      invalidate()
    }
  }

  private var status: TableStatus? {
    guard next != nil else { return watch?.status }
    return isGivenUp ? TableStatus(problem: "") : TableStatus(isLoading: true)
  }

  package func isOf(_ table: RenderedTable, _ model: String) -> Bool {
    self.model == model && self.table.hasSameScalars(as: table.id)
  }

  /// The rows that the page has.
  package var state: JSONValue { shown.json }
  /// The request by which another page sees the same.
  package var place: Request {
    var request = Request()
    (request.from, request.count, request.isHeld) = (from, count, isHeld)
    return request
  }

  // MARK: Requests

  /// A page says where it looks. Absent members change nothing.
  package struct Request: Equatable, Sendable {
    package var sequence: Int?
    package var from: Int?
    package var count: Int?
    /// A row that the page shows, and its index there.
    package var anchor: Anchor?
    package var isHeld: Bool?
    /// A row to show.
    package var to: String?
    /// The row whose menu is open; empty for none.
    package var menu: String?
    /// The row whose detail is shown; empty for none.
    package var detail: String?
    /// The row at which its user copies.
    package var copy: String?
    /// A row to search for.
    package var find: TableSearch.Find?
    /// Whether the page has lost its copy.
    package var isAnew = false

    package struct Anchor: Equatable, Sendable {
      package var id: String
      package var index: Int

      package init(id: String, index: Int) { (self.id, self.index) = (id, index) }
    }

    package init() {}
  }

  /// Takes a request, which the next update answers.
  package func ask(_ request: Request) {
    (isStale, needsPlaces) = (true, true)
    endLongHold()
    if request.find == nil { unanswered = request.sequence ?? unanswered }
    copying = request.copy ?? copying
    if request.isAnew { needsState = true }
    if request.isAnew, isGivenUp, let next { prepare(next) }
    if let menu = request.menu { openMenu = menu.isEmpty ? nil : menu }
    if let detail = request.detail { openDetail = detail.isEmpty ? nil : detail }
    if let count = request.count { self.count = min(max(count, 1), TableLimits.requestedRows) }
    if let isHeld = request.isHeld, isHeld != self.isHeld {
      (self.isHeld, held) = (isHeld, nil)
    }
    if let to = request.to, let rank = rowsInOrder.rank(of: to) {
      move(to: rank - count / 2)
    } else if let from = request.from {
      // The page's numbers may be of another moment.
      let anchor = held == nil ? request.anchor : nil
      let drift = anchor.flatMap { anchor in content.current(watch).rank(of: anchor.id).map { $0 - anchor.index } }
      move(to: from + (drift ?? 0))
    }
    if let find = request.find {
      search = TableSearch(
        find, in: rowsInOrder, from: from + cut, answering: request.sequence, now: graph?.host.now ?? 0)
    }
  }

  /// The rows in the order that the page sees.
  private var rowsInOrder: any TableSnapshot { held ?? content.current(watch) }

  /// Does the next piece of the search.
  ///
  /// - Parameter hasTime: Whether the piece may go on.
  /// - Returns: Whether the search is over, so that the next update has its result.
  package func searchOn(while hasTime: () -> Bool) -> Bool {
    guard let search else { return true }
    search.proceed(now: graph?.host.now ?? .max, while: hasTime) { rowsInOrder.rank(of: $0) != nil }
    isStale = isStale || search.isOver
    return search.isOver
  }

  private func move(to from: Int) {
    (self.from, isPlaced) = (from, true)
  }

  /// Its texts are in another language.
  package func languageChanged() { (isStale, needsAllRows) = (true, true) }

  private func endLongHold() {
    guard held != nil, let time = graph?.host.now, time - heldSince > TableLimits.longestHold else { return }
    (isHeld, held, needsPlaces) = (false, nil, true)
  }

  // MARK: Updates

  package struct Update {
    package enum Content {
      case state(JSONValue)
      case patch([PatchOperation])
    }

    /// `nil` if nothing has changed.
    package var content: Content?
    /// The request that it answers.
    package var sequence: Int?
    /// The texts that the page has asked for.
    package var copied: JSONValue?
    /// The row that a search has found.
    package var found: JSONValue?
  }

  /// The changes since the last update, and the answer to the page's request; `nil` if there is nothing to say.
  package func update() -> Update? {
    isStale = false
    let content = changes()
    copy()
    // An answer with texts is that to all requests until then.
    var update = Update(content: content, sequence: isLoadingCopy ? nil : unanswered, copied: copied)
    if !isLoadingCopy { (unanswered, copied) = (nil, nil) }
    answerSearch(in: &update)
    return update.content == nil && update.sequence == nil && update.copied == nil ? nil : update
  }

  private func answerSearch(in update: inout Update) {
    guard let search, let found = search.json(rowsInOrder) else { return }
    update.found = found
    update.sequence = [update.sequence, search.sequence].compactMap(\.self).max()
    self.search = nil
  }

  private func copy() {
    guard let row = copying else { return }
    copying = nil
    (isLoadingCopy, copies) = (true, copies + 1)
    content.copy(row) { [weak self, copies] in self?.take($0, of: copies) }
  }

  private func take(_ texts: JSONValue, of copy: Int) {
    guard isLoadingCopy, copy == copies else { return }
    (copied, isLoadingCopy) = (texts, false)
    invalidate()
  }

  private func changes() -> Update.Content? {
    endLongHold()
    // An order that no page has shown for long is forgotten, and rows may have become many.
    if next == nil, !content.hasRows { prepare(content) }
    let changes = content.hasRows ? watch?.drain() ?? TableChanges() : TableChanges()
    if let operations = replace(changes) {
      guard !operations.isEmpty else { return nil }
      rev += 1
      return .patch(operations)
    }
    let old = shown
    if content.hasRows { makeAll(Set(changes.rows.map(\.id))) } else { shown.status = status }
    if needsState || shown.hasLeft(old) {
      let state = state
      guard needsState || old.json != state else { return nil }
      needsState = false
      rev += 1
      return .state(state)
    }
    let operations = shown.difference(from: old)
    guard !operations.isEmpty else { return nil }
    rev += 1
    return .patch(operations)
  }

  // MARK: Making it

  /// Replaces rows where they are, if that is all: its cost is that of what has changed, not of what is shown.
  ///
  /// - Returns: The changes; `nil` if more than that must be made, or not all rows have room.
  private func replace(_ changes: TableChanges) -> [PatchOperation]? {
    guard content.hasRows, !needsState, !needsPlaces, !needsAllRows, !changes.isMoved, partialReads <= 16,
      openMenu == nil, openDetail == nil, cut == 0
    else { return nil }
    var operations: [PatchOperation] = []
    var former: [(place: Dictionary<String, SliceState.Row>.Index, row: ShownRow)] = []
    readViews {
      for (id, row) in changes.rows {
        guard let place = shown.rows.index(forKey: id), !shown.rows.values[place].isGone else { continue }
        let old = shown.rows.values[place]
        var new = old
        new.shown = content.shown(row, after: old.shown)
        size += new.shown.size - old.shown.size
        former.append((place, old.shown))
        shown.rows.values[place] = new
        JSONValue.difference(from: old.json, to: new.json, at: ["rows", id], into: &operations)
      }
    }
    if size <= TableLimits.sliceBytes { return operations }
    for (place, row) in former.reversed() { shown.rows.values[place].shown = row }
    return nil
  }

  private func makeAll(_ changed: Set<String>) {
    let now = readSelection()
    let view = place(now)
    let old = shown.rows.mapValues(\.shown)
    var rows = old
    if needsAllRows || partialReads > 16 {
      (partialReads, needsAllRows, rows) = (0, false, [:])
    } else {
      for place in view where place.rank != nil && changed.contains(place.id) { rows[place.id] = nil }
    }
    if view.contains(where: { rows[$0.id] == nil }) { readViews { fill(&rows, view, now, after: old) } }
    let present = view.filter { rows[$0.id] != nil }
    compose(limited(present, rows, of: held?.count ?? now.count), rows, now)
    needsPlaces = false
  }

  /// A row of the slice.
  private struct Place {
    let id: String
    /// Its place among the rows of now; `nil` if it has gone.
    let rank: Int?
    /// Its place in the order that is held.
    var heldRank: Int?
  }

  private func fill(
    _ rows: inout [String: ShownRow], _ view: [Place], _ now: any TableSnapshot, after old: [String: ShownRow]
  ) {
    for place in view where rows[place.id] == nil {
      let former = old[place.id]
      if let rank = place.rank {
        rows[place.id] = now.row(at: rank, after: former)
      } else {
        rows[place.id] = former ?? place.heldRank.flatMap { held?.row(at: $0, after: nil) }
      }
    }
  }

  private func compose(_ view: [Place], _ rows: [String: ShownRow], _ now: any TableSnapshot) {
    if from == 0 { fresh = 0 }
    var new = SliceState(from: from + cut, total: held?.count ?? now.count, fresh: fresh)
    new.ids = view.map(\.id)
    size = 0
    for place in view {
      let row = rows[place.id]!
      size += row.size
      new.rows[place.id] = SliceState.Row(
        shown: row, isSelected: place.rank.map(now.isSelected) ?? false, isGone: place.rank == nil)
    }
    new.status = status
    shown = new
    shown.waiting = waiting(now)
    if let id = openMenu {
      if let menu = content.menu(of: id) {
        shown.menu = ["id": .string(id), "children": .array(menu)]
      } else {
        openMenu = nil
      }
    }
    showDetail()
    now.watch(view.compactMap(\.rank), watch)
  }

  private func showDetail() {
    guard let id = openDetail else { return }
    var detail: [JSONValue]?
    readViews { detail = content.detail(of: id) }
    if let detail {
      shown.detail = ["id": .string(id), "children": .array(detail)]
    } else {
      openDetail = nil
    }
  }

  /// As many of the rows as a page may have at once: those at an end of the table, or else in the middle.
  private func limited(_ view: [Place], _ rows: [String: ShownRow], of total: Int) -> [Place] {
    let sizes = view.map { rows[$0.id]!.size }
    var size = sizes.reduce(0, +)
    var kept = view.indices
    let (isAtTop, isAtEnd) = (from == 0, from > 0 && from + view.count >= total)
    while size > TableLimits.sliceBytes, kept.count > 1 {
      let isFirst = isAtEnd || !isAtTop && view.count - kept.upperBound > kept.lowerBound
      size -= sizes[isFirst ? kept.lowerBound : kept.upperBound - 1]
      kept = isFirst ? kept.dropFirst() : kept.dropLast()
    }
    cut += kept.lowerBound
    return Array(view[kept])
  }

  /// The rows to show, and their places.
  private func place(_ now: any TableSnapshot) -> [Place] {
    cut = 0
    if watch?.status != nil { return placeLoaded(now) }
    if let held {
      isPlaced = false
      from = min(max(from, 0), max(0, held.count - count))
      return places(in: held, count).map { Place(id: $0.id, rank: now.rank(of: $0.id), heldRank: $0.rank) }
    }
    if isHeld { (held, heldSince) = (now, graph?.host.now ?? 0) }
    let wasAtEnd = !shown.ids.isEmpty && shown.from + shown.ids.count >= shown.total
    if !isPlaced, from > 0, let moved = shift(now) {
      fresh = max(0, fresh + moved)
      from += moved
    }
    var wanted = count
    // At its end, it goes on reaching the end.
    if !isPlaced, wasAtEnd { wanted = max(wanted, min(TableLimits.requestedRows, now.count - from)) }
    isPlaced = false
    from = min(max(from, 0), max(0, now.count - wanted))
    return places(in: now, wanted)
  }

  /// The rows that are here of those that the page wants. Their places are those of the source.
  private func placeLoaded(_ now: any TableSnapshot) -> [Place] {
    isPlaced = false
    // Beyond the known rows, there may be others.
    let isOpen = now.count == 0 || watch?.status?.isAtLeast == true
    from = max(0, isOpen ? from : min(from, now.count - count))
    watch?.want(from..<from + count, isHeld: isHeld, again: needsState)
    let here = now.ranks.clamped(to: from..<from + count)
    cut = here.isEmpty ? 0 : here.lowerBound - from
    return places(in: now, count)
  }

  private func places(in rows: any TableSnapshot, _ wanted: Int) -> [Place] {
    var taken: Set<String> = []
    return rows.ranks.clamped(to: from..<from + wanted).map { rank in
      Place(id: unique(rows.id(at: rank), &taken), rank: rank)
    }
  }

  /// Rows whose ids are the same text are still different rows.
  private func unique(_ id: String, _ taken: inout Set<String>) -> String {
    var (candidate, number) = (id, 1)
    if taken.contains(id), !hasReportedTwins {
      hasReportedTwins = true
      TurnContext.reportMisuse("Two rows of a table have the id “\(id)”: the second one takes no events")
    }
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = ElementIDs.shortened("\(id)~\(number)")
    }
    return candidate
  }

  /// How far the rows of the page have moved by others that have come or gone above; `nil` if none of them is left.
  private func shift(_ now: any TableSnapshot) -> Int? {
    let ids = shown.ids, first = shown.from, last = first + ids.count - 1
    if last < now.count, let id = ids.first, now.id(at: first).hasSameScalars(as: id),
      now.id(at: last).hasSameScalars(as: ids[ids.count - 1])
    {
      return 0
    }
    let places = ids.enumerated().compactMap { offset, id in now.rank(of: id).map { (offset: offset, rank: $0) } }
    let rest = Self.resting(places.map(\.rank))
    guard let place = zip(places, rest).first(where: \.1)?.0 else { return nil }
    return place.rank - place.offset - first
  }

  /// Which rows have kept their order, so that the others have moved.
  private static func resting(_ ranks: [Int]) -> [Bool] {
    ListDifference.longestIncreasingSubsequence(ranks) ?? Array(repeating: true, count: ranks.count)
  }

  // MARK: The order holds

  /// How many of the rows that the page sees have come, gone or moved since its order is held.
  private func waiting(_ now: any TableSnapshot) -> Int {
    guard held != nil else { return 0 }
    let ids = shown.ids
    let present = ids.compactMap { now.rank(of: $0) }
    let resting = zip(present, Self.resting(present)).compactMap { $1 ? $0 : nil }
    guard let first = resting.first, let last = resting.last else { return ids.count }
    let come = last - first + 1 - present.count { first...last ~= $0 }
    return ids.count - resting.count + come
  }

  // MARK: Observing

  /// Makes rows whose views may read anything.
  private func readViews(_ read: () -> Void) {
    guard content.hasViews, let isolation = graph?.host.isolation else { return read() }
    if viewReads == nil || partialReads == 0 {
      viewReads?.end()
      viewReads = SliceTracking { [weak self] in self?.viewsHaveChanged() }
      partialReads = 1
      track(viewReads, read)
    } else if viewsRead {
      partialReads += 1
      track(viewReads, read)
    } else {
      // Most read nothing but their rows.
      let note = {
        self.viewsRead = true
        return isolation.callback { [weak self] in self?.viewsHaveChanged() }
      }
      Tracking.track(read, onChange: note())
    }
  }

  private func viewsHaveChanged() {
    needsAllRows = true
    content.rowsHaveChanged()
    invalidate()
  }

  private func readSelection() -> any TableSnapshot {
    selectionReads?.end()
    selectionReads = SliceTracking { [weak self] in
      self?.needsPlaces = true
      self?.invalidate()
    }
    return track(selectionReads) { content.current(watch) }
  }

  private func track<Result>(_ tracking: SliceTracking?, _ read: () -> Result) -> Result {
    guard let tracking, let isolation = graph?.host.isolation else { return read() }
    return Tracking.track(
      {
        tracking.canary.access()
        return read()
      }, onChange: isolation.callback { tracking.changed() })
  }
}
