/// A source that knows the columns of tables by the properties of its rows.
protocol SortingSource {
  /// The name by which the source sorts; `nil` if it can't sort by this property.
  func column(of property: any Hashable) -> String?
}

/// The rows of a source.
struct SourcedData<Source: TableSource>: TableData {
  typealias Row = Source.Row

  let source: Source
  let filter: Source.Filter

  func tableKey(_ order: TableOrder<Row>) -> AnyHashable { AnyHashable(query(order)) }

  func tableRows(_ order: TableOrder<Row>) -> (any TableRows<Row>)? { nil }

  /// A page keeps its feed while it reads the same rows, and until then shows those of another sort or filter.
  func tableWatch(
    _ order: TableOrder<Row>, after former: (any TableWatch)?, on host: (any HubServices)?,
    onChange: @escaping () -> Void
  ) -> (any TableWatch)? {
    let (query, former) = (query(order), former as? SourceFeed<Source>)
    if let former, former.query == query { return former }
    let isSame = former?.query.source == query.source
    return SourceFeed(
      source, query, showing: isSame ? former?.loaded : nil, after: former?.caller, on: host, onChange: onChange)
  }

  func tablePage(_ ranks: Range<Int>, after last: Row?, _ order: TableOrder<Row>) async throws -> LoadedPage<Row>? {
    let near = last.map { (index: ranks.lowerBound - 1, row: $0) }
    let page = try await source.page(TablePageRequest(range: ranks, sort: sort(order), filter: filter, near: near))
    let count: Int? = if case .exactly(let count) = page.count { count } else { nil }
    return LoadedPage(rows: page.rows, count: count)
  }

  private func query(_ order: TableOrder<Row>) -> SourceQuery<Source.Filter> {
    SourceQuery(source: SourceKey(source), filter: filter, sort: sort(order))
  }

  private func sort(_ order: TableOrder<Row>) -> [TableSort] {
    guard let source = source as? any SortingSource else { return order.columns }
    return zip(order.columns, order.properties).compactMap { sort, property in
      source.column(of: property.property).map { TableSort($0, order: sort.order) }
    }
  }

  /// The columns, of which only those can be sorted by that the source knows.
  func sortable(_ columns: [TableColumn<Row>]) -> [TableColumn<Row>] {
    guard let source = source as? any SortingSource else { return columns }
    return columns.map { column in
      var column = column
      if let sort = column.sort?(.forward), source.column(of: sort.property) == nil { column.sort = nil }
      return column
    }
  }
}

/// Which rows of a source a table shows.
struct SourceQuery<Filter: Hashable>: Hashable {
  let source: SourceKey
  let filter: Filter
  let sort: [TableSort]
}

/// Equal for sources that have the same rows.
struct SourceKey: Hashable {
  private let value: AnyHashable

  init(_ source: some TableSource) {
    if let source = source as? any Hashable {
      value = AnyHashable(source)
    } else if type(of: source) is AnyObject.Type {
      value = AnyHashable(ObjectIdentifier(source as AnyObject))
    } else {
      value = AnyHashable(Unique())
    }
  }

  /// Equal for sources whose calls are counted together: those that are equal to themselves alone are all the type's.
  func shared<Source: TableSource>(by type: Source.Type) -> AnyHashable {
    value.base is Unique ? AnyHashable(ObjectIdentifier(type)) : value
  }

  /// Equal to itself alone. It lives as long as its key, so that no other one has its address.
  private final class Unique: Hashable {
    static func == (first: Unique, second: Unique) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

/// A watch that loads the rows of a page.
protocol LoadingWatch<Row>: TableWatch {
  associatedtype Row: Identifiable
  /// The rows that are here.
  var loaded: LoadedRows<Row> { get }
  /// Loads selected rows that are not here, to copy them. `then` is called once, unless the page goes.
  func load(_ ids: Set<Row.ID>, then: @escaping ([Row]) -> Void)
}

/// Rows of a source that a page has loaded.
struct LoadedRows<Row: Identifiable>: TableRows {
  var first = 0
  var rows: [Row] = []
  var count = 0

  var ranks: Range<Int> { first..<first + rows.count }
  subscript(rank: Int) -> Row { rows[rank - first] }
  func rank(of id: String) -> Int? {
    rows.firstIndex { TableRowID.text($0.id).hasSameScalars(as: id) }.map { first + $0 }
  }
}

/// Reads those rows of a source that one page looks at. The newest question wins.
final class SourceFeed<Source: TableSource>: LoadingWatch {
  typealias Row = Source.Row

  let query: SourceQuery<Source.Filter>
  private let source: Source
  private weak let host: (any HubServices)?
  private let onChange: () -> Void

  private(set) var loaded = LoadedRows<Row>()
  /// Whether the rows are of this query, and at the places of now.
  private var isOwn = false
  private var isInPlace = false
  private var progress = TableStatus()
  var status: TableStatus? { progress }
  /// The ranks that the page wants, those of the newest question, and those of the last answer.
  private var wanted: Range<Int>?
  private var questioned: Range<Int>?
  private var answered: Range<Int>?
  private var isHeld = false
  private var isOutdated = false
  /// The rows that have changed since the last update.
  private var changed: Set<Row.ID> = []
  private var isMoved = false

  /// Counts the questions.
  private var asked = 0
  fileprivate let caller: SourceCaller
  private var reading: ModelTask?
  private var listening: ModelTask?
  private var copying: ModelTask?
  /// The rows whose new values are wanted, and whether some are being read.
  private var outdated: Set<Row.ID> = []
  private var isUpdating = false
  private var timer: GraphTimer?

  /// Milliseconds that a call may take.
  private static var patience: Int64 { 10_000 }
  /// A page's numbers are exact up to this count.
  private static var mostRows: Int { 1 << 40 }

  /// - Parameters:
  ///   - former: The rows that are shown until the first ones are here.
  ///   - caller: That of the same page's table before.
  init(
    _ source: Source, _ query: SourceQuery<Source.Filter>, showing former: LoadedRows<Row>?,
    after caller: SourceCaller?, on host: (any HubServices)?, onChange: @escaping () -> Void
  ) {
    (self.source, self.query, self.host, self.onChange) = (source, query, host, onChange)
    let calls = host?.sourceCalls(of: query.source.shared(by: Source.self)) ?? SourceCalls()
    self.caller = caller.flatMap { $0.calls === calls ? $0 : nil } ?? SourceCaller(calls)
    if let former { loaded = former }
    listen()
  }

  deinit {
    for task in [reading, listening, copying] { task?.cancel() }
    timer?.cancel()
  }

  func drain() -> TableChanges {
    defer { (changed, isMoved) = ([], false) }
    let rows = loaded.rows.filter { changed.contains($0.id) }
    return TableChanges(rows: rows.map { (TableRowID.text($0.id), $0) }, isMoved: isMoved)
  }

  // MARK: Reading

  func want(_ ranks: Range<Int>, isHeld: Bool, again: Bool) {
    self.isHeld = isHeld
    let isNew = ranks != wanted
    wanted = ranks
    if again, progress.problem != nil { return read(ranks) }
    if isOutdated, !isHeld, !progress.isLoading { return read(ranks) }
    guard isNew, !isAnswered(ranks) else { return }
    // A page that is still scrolling wants part of it, and would see no rows if each step started a new read.
    if progress.isLoading, let questioned, questioned.overlaps(ranks) { return }
    read(ranks)
  }

  private func isAnswered(_ ranks: Range<Int>) -> Bool {
    answered.map { $0.lowerBound <= ranks.lowerBound && ranks.upperBound <= $0.upperBound } ?? false
  }

  private func read(_ ranks: Range<Int>) {
    asked += 1
    reading?.cancel()
    timer?.cancel()
    questioned = ranks
    if isOutdated { isInPlace = false }
    (progress, isOutdated) = (TableStatus(isLoading: true, isAtLeast: progress.isAtLeast), false)
    let number = asked
    timer = host?.schedule(after: Self.patience) { [weak self] in self?.failed(TimeoutError(), number) }
    guard let host else { return }
    guard caller.begin(.reading, for: self, orElse: { [weak self] in self?.readAgain() }) else { return }
    let near =
      loaded.rows.isEmpty || !isInPlace
      ? nil : ranks.lowerBound < loaded.first ? loaded.first : loaded.ranks.upperBound - 1
    let request = TablePageRequest(
      range: ranks, sort: query.sort, filter: query.filter, near: near.map { ($0, loaded[$0]) })
    let (source, caller) = (source, caller)
    weak let feed = self
    // No capture list: a closure with one is not taken for `nonisolated(nonsending)` (Swift 6.3), and would leave the hub.
    reading = host.startTask {
      do {
        let page = try await source.page(request)
        feed?.answered(page, number, ranks)
      } catch {
        feed?.failed(error, number)
      }
      caller.end()
    }
  }

  private func readAgain() {
    if let wanted { read(wanted) }
  }

  private func answered(_ page: TablePage<Row>, _ number: Int, _ ranks: Range<Int>) {
    guard number == asked else { return }
    timer?.cancel()
    let rows = Array(page.rows.prefix(ranks.count))
    let known = rows.isEmpty ? 0 : ranks.lowerBound + rows.count
    switch page.count {
    case .exactly(let count): (loaded.count, progress) = (count, TableStatus())
    case .atLeast(let count): (loaded.count, progress) = (count, TableStatus(isAtLeast: true))
    }
    loaded.count = min(max(loaded.count, known), Self.mostRows)
    (isOwn, isInPlace) = (true, true)
    (loaded.first, loaded.rows, answered) = (ranks.lowerBound, rows, ranks)
    changed.formUnion(rows.map(\.id))
    isMoved = true
    if let wanted, !isAnswered(wanted) || isOutdated && !isHeld { read(wanted) }
    update()
    onChange()
  }

  private func failed(_ error: any Error, _ number: Int) {
    guard number == asked, progress.isLoading else { return }
    timer?.cancel()
    reading?.cancel()
    progress.isLoading = false
    // Those of another filter would pass for the ones that could not be read.
    if !isOwn { loaded = LoadedRows() }
    progress.problem = (error as? Problem)?.text ?? ""
    answered = nil
    isMoved = true
    if !(error is Problem) {
      host?.report(
        .failed, type: "\(Source.self)", "A source of a table failed: \(error)", ["error": "\(error)"])
    }
    onChange()
  }

  private struct TimeoutError: Error, CustomStringConvertible {
    var description: String { "it has not answered within 10 seconds" }
  }

  // MARK: Changes

  private func listen() {
    let changes = source.changes()
    weak let feed = self
    listening = host?.startTask {
      for await change in changes {
        guard let feed else { return }
        feed.take(change)
      }
    }
  }

  /// A change that comes while rows are read may be missing in them.
  private func take(_ change: TableChange<Row.ID>) {
    if case .updated(let ids) = change, !progress.isLoading {
      outdated.formUnion(Set(ids).intersection(loaded.rows.map(\.id)))
      return update()
    }
    isOutdated = true
    if !isHeld, !progress.isLoading { readAgain() }
  }

  /// Reads the rows whose values have changed, those of several changes together.
  private func update() {
    guard !isUpdating, !progress.isLoading, !outdated.isEmpty else { return }
    isUpdating = true
    let ids = Array(outdated)
    outdated = []
    call(ids, .updating) { [weak self] rows in
      guard let self else { return }
      isUpdating = false
      if rows.isEmpty { take(.everything) } else { replace(rows) }
      update()
    }
  }

  private func replace(_ rows: [Row]) {
    for row in rows {
      guard let place = loaded.rows.firstIndex(where: { $0.id == row.id }) else { continue }
      loaded.rows[place] = row
      changed.insert(row.id)
    }
    onChange()
  }

  // MARK: Copying

  func load(_ ids: Set<Row.ID>, then: @escaping ([Row]) -> Void) {
    copying?.cancel()
    call(Array(ids.prefix(TableLimits.copiedRows)), .copying, then)
  }

  /// - Parameter then: Called with no rows if the source throws, or does not answer in time.
  private func call(_ ids: [Row.ID], _ purpose: SourceCaller.Purpose, _ then: @escaping ([Row]) -> Void) {
    let answer = Once(then)
    host?.schedule(after: Self.patience) { answer([]) }
    call(ids, purpose, answer)
  }

  private func call(_ ids: [Row.ID], _ purpose: SourceCaller.Purpose, _ answer: Once) {
    guard let host, !answer.isCalled else { return }
    let retry = { [weak self] in
      guard let self else { return }
      call(ids, purpose, answer)
    }
    guard caller.begin(purpose, for: self, orElse: retry) else { return }
    let (source, caller) = (source, caller)
    let task = host.startTask {
      answer((try? await source.rows(ids: ids)) ?? [])
      caller.end()
    }
    if purpose == .copying { copying = task }
  }

  /// Calls its action once.
  private final class Once {
    private var action: (([Row]) -> Void)?
    init(_ action: @escaping ([Row]) -> Void) { self.action = action }

    var isCalled: Bool { action == nil }

    func callAsFunction(_ rows: [Row]) {
      let action = action
      self.action = nil
      action?(rows)
    }
  }
}
