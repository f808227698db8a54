import OrielDocument

/// The rows that one page sees of a table: a document of its own, which is changed by patches and never saved.
///
/// The order is the server's and the place is the page's. Rows that come and go above leave those of the slice where they are.
package final class TableSlice {
  package let model: String
  package let table: String
  private var content: any TableContent
  package private(set) weak var graph: NavigationGraph?
  private var watch: (any TableWatch)?

  /// Where the page looks.
  private var from = 0
  private var count = TableLimits.firstRows
  /// Whether `from` was asked for, and is not where the page's rows were.
  private var isPlaced = false
  private var isHeld = false
  private var openMenu: String?
  /// Whether it is an observer's, who sees what the page sees.
  package var isFollowing = false

  /// The page's copy.
  private var document: JSONObject = [:]
  private var total = 0
  /// How many of the first rows were too many bytes.
  private var cut = 0
  private var hasReportedTwins = false
  private var ids: [String] = []
  /// The rows in the document.
  private var sent: [String: JSONValue] = [:]
  private var rows: [String: ShownRow] = [:]
  /// The rows that have come above since the page was at the top.
  private var fresh = 0
  package private(set) var rev = 0

  /// The rows in the order that is held, and when that began, on the hub's clock.
  private var held: (any TableSnapshot)?
  private var heldSince: Int64 = 0
  /// The page's newest request, until it is answered.
  private var unanswered: Int?
  private var copying: String?

  /// Whether something of it may have changed.
  package private(set) var isStale = true
  private var needsState = true
  private var needsAllRows = true
  private var selectionReads: SliceTracking?
  private var viewReads: SliceTracking?
  /// How often some rows were made since all were.
  private var partialReads = 0

  package init(of table: RenderedTable, in model: String, of graph: NavigationGraph) {
    (self.model, self.table, content, self.graph) = (model, table.id, table.content, graph)
    beginWatching()
  }

  /// Observes nothing any more.
  package func end() {
    watch = nil
    selectionReads?.end()
    viewReads?.end()
  }

  private func beginWatching() {
    watch = content.beginWatching(after: watch) { [weak self] in self?.invalidate() }
  }

  private func invalidate() {
    guard !isStale else { return }
    isStale = true
    graph?.host.graphNeedsCommit()
  }

  /// The table was rendered again.
  package func show(_ table: RenderedTable) {
    guard table.content !== content else { return }
    let hasOtherColumns = table.content.columnIDs != content.columnIDs
    if hasOtherColumns { (needsState, rows) = (true, [:]) }
    if hasOtherColumns || table.content.orderKey != content.orderKey {
      // Nothing is held any more, and nothing has come from above.
      (held, fresh, isPlaced) = (nil, 0, true)
    }
    content = table.content
    (isStale, needsAllRows) = (true, true)
    beginWatching()
  }

  package func isOf(_ table: RenderedTable, _ model: String) -> Bool {
    self.model == model && self.table.hasSameScalars(as: table.id)
  }

  /// The rows that the page has.
  package var state: JSONValue { .object(document) }
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
    /// The row at which its user copies.
    package var copy: String?
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
    isStale = true
    endLongHold()
    unanswered = request.sequence ?? unanswered
    copying = request.copy ?? copying
    if request.isAnew { needsState = true }
    if let menu = request.menu { openMenu = menu.isEmpty ? nil : menu }
    if let count = request.count { self.count = min(max(count, 1), TableLimits.requestedRows) }
    if let isHeld = request.isHeld, isHeld != self.isHeld {
      (self.isHeld, held) = (isHeld, nil)
    }
    if let to = request.to, let rank = (held ?? content.current()).rank(of: to) {
      move(to: rank - count / 2)
    } else if let from = request.from {
      // The page's numbers may be of another moment.
      let anchor = held == nil ? request.anchor : nil
      let drift = anchor.flatMap { anchor in content.current().rank(of: anchor.id).map { $0 - anchor.index } }
      move(to: from + (drift ?? 0))
    }
  }

  private func move(to from: Int) {
    (self.from, isPlaced) = (from, true)
  }

  /// Its texts are in another language.
  package func languageChanged() { (isStale, needsAllRows) = (true, true) }

  private func endLongHold() {
    guard held != nil, let time = graph?.host.now, time - heldSince > TableLimits.longestHold else { return }
    (isHeld, held) = (false, nil)
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
  }

  /// The changes since the last update, and the answer to the page's request; `nil` if there is nothing to say.
  package func update() -> Update? {
    isStale = false
    let update = Update(content: changes(), sequence: unanswered, copied: copying.map(content.copied))
    (unanswered, copying) = (nil, nil)
    return update.content == nil && update.sequence == nil ? nil : update
  }

  private func changes() -> Update.Content? {
    let (old, oldIDs, oldRows) = (document, ids, sent)
    make()
    let kept = Set(oldIDs).intersection(ids).count
    if needsState || 4 * kept < ids.count {
      guard needsState || old != document else { return nil }
      needsState = false
      rev += 1
      return .state(.object(document))
    }
    let operations = difference(from: old, oldIDs, oldRows)
    guard !operations.isEmpty else { return nil }
    rev += 1
    return .patch(operations)
  }

  private func difference(
    from old: JSONObject, _ oldIDs: [String], _ oldRows: [String: JSONValue]
  ) -> [PatchOperation] {
    var operations: [PatchOperation] = []
    for id in ids {
      guard let former = oldRows[id] else {
        operations.append(.add(JSONPointer(tokens: ["rows", id]), sent[id]!))
        continue
      }
      JSONValue.difference(from: former, to: sent[id]!, at: ["rows", id], into: &operations)
    }
    var places: [String: Int] = [:]
    for (place, id) in oldIDs.enumerated() { places[id] = place }
    let changes = ListDifference(sources: ids.map { places[$0] ?? -1 }, oldCount: oldIDs.count)
    for place in changes.removals { operations.append(.remove(JSONPointer(tokens: ["ids", "\(place)"]))) }
    for move in changes.moves {
      operations.append(
        .move(from: JSONPointer(tokens: ["ids", "\(move.from)"]), to: JSONPointer(tokens: ["ids", "\(move.to)"])))
    }
    for place in changes.insertions {
      operations.append(.add(JSONPointer(tokens: ["ids", "\(place)"]), .string(ids[place])))
    }
    for id in oldIDs where sent[id] == nil { operations.append(.remove(JSONPointer(tokens: ["rows", id]))) }
    for name in ["from", "total", "waiting", "fresh", "menu"] {
      let path = JSONPointer(tokens: [name])
      switch (old[name], document[name]) {
      case (nil, let new?): operations.append(.add(path, new))
      case (_?, nil): operations.append(.remove(path))
      case (let former?, let new?) where former != new: operations.append(.replace(path, new))
      default: break
      }
    }
    return operations
  }

  // MARK: Making it

  private func make() {
    var changed = Set(watch?.drain() ?? [])
    let now = readSelection()
    let view = place(now)
    if needsAllRows || partialReads > 16 {
      changed = []
      let old = rows
      partialReads = 0
      rows = [:]
      readViews { fill(view, now, after: old) }
      needsAllRows = false
    } else if view.contains(where: { rows[$0.id] == nil || $0.rank != nil && changed.contains($0.id) }) {
      partialReads += 1
      let old = rows
      for place in view where place.rank != nil && changed.contains(place.id) { rows[place.id] = nil }
      readViews { fill(view, now, after: old) }
    }
    total = held?.count ?? now.count
    compose(limited(view), now)
  }

  /// A row of the slice.
  private struct Place {
    let id: String
    /// Its place among the rows of now; `nil` if it has gone.
    let rank: Int?
    /// Its place in the order that is held.
    var heldRank: Int?
  }

  private func fill(_ view: [Place], _ now: any TableSnapshot, after old: [String: ShownRow]) {
    for place in view where rows[place.id] == nil {
      let former = old[place.id]
      if let rank = place.rank {
        rows[place.id] = now.row(at: rank, after: former)
      } else {
        rows[place.id] = former ?? place.heldRank.flatMap { held?.row(at: $0, after: nil) }
      }
    }
  }

  private func compose(_ view: [Place], _ now: any TableSnapshot) {
    let view = view.filter { rows[$0.id] != nil }
    ids = view.map(\.id)
    let shown = Set(ids)
    rows = rows.filter { shown.contains($0.key) }
    var json = JSONObject(reserving: view.count)
    sent = [:]
    for place in view {
      let row = rows[place.id]!.json(
        isSelected: place.rank.map(now.isSelected) ?? false, isGone: place.rank == nil)
      json.append(place.id, row)
      sent[place.id] = row
    }
    document = [
      "from": .integer(from + cut), "total": .integer(total), "ids": .array(ids.map { .string($0) }),
      "rows": .object(json),
    ]
    let waiting = waiting(now)
    if waiting > 0 { document.append("waiting", .integer(waiting)) }
    if from == 0 { fresh = 0 }
    if fresh > 0 { document.append("fresh", .integer(fresh)) }
    if let id = openMenu {
      if let menu = content.menu(of: id) {
        document.append("menu", ["id": .string(id), "children": .array(menu)])
      } else {
        openMenu = nil
      }
    }
    now.watch(view.compactMap(\.rank), watch)
  }

  /// As many of the rows as a page may have at once: those at an end of the table, or else in the middle.
  private func limited(_ view: [Place]) -> [Place] {
    let sizes = view.map { rows[$0.id]?.size ?? 0 }
    var size = sizes.reduce(0, +)
    var kept = view.indices
    let (isAtTop, isAtEnd) = (from == 0, from > 0 && from + view.count >= total)
    while size > TableLimits.sliceBytes, kept.count > 1 {
      let isFirst = isAtEnd || !isAtTop && view.count - kept.upperBound > kept.lowerBound
      size -= sizes[isFirst ? kept.lowerBound : kept.upperBound - 1]
      kept = isFirst ? kept.dropFirst() : kept.dropLast()
    }
    cut = kept.lowerBound
    return Array(view[kept])
  }

  /// The rows to show, and their places.
  private func place(_ now: any TableSnapshot) -> [Place] {
    endLongHold()
    if let held {
      isPlaced = false
      from = min(max(from, 0), max(0, held.count - count))
      return places(in: held, count).map { Place(id: $0.id, rank: now.rank(of: $0.id), heldRank: $0.rank) }
    }
    if isHeld { (held, heldSince) = (now, graph?.host.now ?? 0) }
    let wasAtEnd = !ids.isEmpty && from + cut + ids.count >= total
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

  private func places(in rows: any TableSnapshot, _ wanted: Int) -> [Place] {
    var taken: Set<String> = []
    return (from..<min(rows.count, from + wanted)).map { rank in
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
    let first = from + cut, last = first + ids.count - 1
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
    let present = ids.compactMap { now.rank(of: $0) }
    let resting = zip(present, Self.resting(present)).compactMap { $1 ? $0 : nil }
    guard let first = resting.first, let last = resting.last else { return ids.count }
    let come = last - first + 1 - present.count { first...last ~= $0 }
    return ids.count - resting.count + come
  }

  // MARK: Observing

  /// Makes rows whose views may read anything.
  private func readViews(_ read: () -> Void) {
    guard content.hasViews else { return read() }
    if viewReads == nil || partialReads == 0 {
      viewReads?.end()
      viewReads = SliceTracking { [weak self] in
        self?.needsAllRows = true
        self?.content.rowsHaveChanged()
        self?.invalidate()
      }
    }
    track(viewReads, read)
  }

  private func readSelection() -> any TableSnapshot {
    selectionReads?.end()
    selectionReads = SliceTracking { [weak self] in self?.invalidate() }
    return track(selectionReads) { content.current() }
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

/// The object that Observation holds for a slice. It is ended, because it would stay behind in the objects that were read.
private final class SliceTracking {
  let canary = RowCell()
  private var onChange: (() -> Void)?

  init(_ onChange: @escaping () -> Void) { self.onChange = onChange }

  func changed() { onChange?() }

  func end() {
    onChange = nil
    canary.change()
  }
}
