import OrielDocument
import Synchronization

import enum FoundationEssentials.SortOrder

/// Rows that stay in the store: as many as its disk has room for, of which none is in memory.
///
/// ```swift
/// @SavedState final class Desk {
///   let open = Rows<Conversation>()
///   let closed = ArchivedRows<Conversation>(
///     keys: ArchiveKey("closedAt", \.closedAt), ArchiveKey("customer", \.customer))
///
///   func close(_ id: Int) {
///     if let conversation = open[id: id], closed.append(conversation) { open.remove(id: id) }
///   }
/// }
/// ```
///
/// A change is saved in the transaction of the turn that made it. Rows are read from the store, so a handler waits for them, and a
/// `body` shows them in a ``Table``:
///
/// ```swift
/// let lately = try await desk.closed.rows(matching: .where(\.customer, is: "Ada"), sortedBy: \.closedAt, order: .reverse)
///
/// Table(desk.closed, matching: .where(\.customer, is: customer), sortOrder: bind(\.sort)) {
///   TableColumn("Closed", value: \.closedAt)
/// }
/// ```
///
/// Rows can be filtered and sorted by their keys, at most four, for each of which the store has an index. When a new version of the app has
/// other keys or a ``SavedMigration``, all rows are written again, once; reads wait for that.
///
/// Declare it as a `let` of a ``SavedState()`` class, and change it on the hub. See <doc:SavingManyRows>.
public final class ArchivedRows<Element: Identifiable & Codable & Sendable>: TableSource, @unchecked Sendable
where Element.ID: Codable & Sendable {
  public typealias Row = Element
  public typealias Filter = ArchiveFilter<Element>

  let keys: [ArchiveKey<Element>]
  /// Used by any thread.
  private let shared = Mutex(Shared())

  // The following is the hub's.
  /// The changes since the last write, in their order; one of an id.
  private var unsaved: [SavedRow] = []
  private var placesOfUnsaved: [[UInt8]: Int] = [:]
  private weak var node: _ModelNode?
  private var name = "archive"
  private var hasReportedMisuse = false
  private var isAnnouncing = false
  package var savedForms: [String] = []

  private struct Shared {
    weak var reader: (any ArchiveReader)?
    var migrations: [SavedMigration] = []
    var name = ""
    var listeners: [Int: AsyncStream<TableChange<Element.ID>>.Continuation] = [:]
    var nextListener = 0
    /// The numbers of rows that match filters, until a row changes.
    var counts: [ArchiveFilter<Element>: Int] = [:]
    var changes = 0
  }

  /// Creates an archive.
  ///
  /// - Parameter keys: The properties by which rows can be filtered and sorted, at most four, each with a name of its own.
  public init(keys: ArchiveKey<Element>...) {
    let names = Set(keys.map(\.name))
    if names.count < keys.count { TurnContext.reportMisuse("Two keys of an archive have one name: give each its own") }
    if keys.count > ArchiveLimits.keys {
      TurnContext.reportMisuse("An archive has at most \(ArchiveLimits.keys) keys; the further ones are ignored")
    }
    self.keys = Array(keys.prefix(ArchiveLimits.keys))
  }

  // MARK: Changes

  /// Adds a row at the end; one with the same id is replaced, and keeps its place. Ids are compared scalar by scalar.
  ///
  /// - Returns: Whether it was added. The row's JSON may have at most 256 KiB, and its id 1 KiB; otherwise nothing is changed, and the log
  ///   says so.
  @discardableResult
  public func append(_ row: Element) -> Bool {
    do {
      let saved = try archived(row)
      guard saved.id.count <= ArchiveLimits.idBytes else {
        reportMisuse("\(name) was given a row with an id of \(saved.id.count) bytes; nothing was changed")
        return false
      }
      guard saved.value!.count <= RowLimits.rowBytes else {
        reportMisuse("\(name) was given the row \(row.id) of \(saved.value!.count) bytes; nothing was changed")
        return false
      }
      change(saved)
      return true
    } catch {
      reportMisuse("\(name) was given the row \(row.id), which can't be encoded: \(error)")
      return false
    }
  }

  /// Removes the row with this id, if there is one.
  public func remove(id: Element.ID) {
    guard let key = try? JSONText.encode(id) else { return }
    change(SavedRow(id: key, position: 0, value: nil, keys: []))
  }

  private func change(_ row: SavedRow) {
    // One that is added after it was removed is a new one.
    if let place = placesOfUnsaved[row.id], unsaved[place].value != nil || row.value == nil {
      unsaved[place] = row
    } else {
      placesOfUnsaved[row.id] = unsaved.count
      unsaved.append(row)
    }
    shared.withLock { shared in
      shared.counts = [:]
      shared.changes += 1
    }
    announce()
    node?.owner?.rowsChanged(of: node!)
  }

  /// Tables read their rows again, once for the changes of a moment.
  private func announce() {
    guard !isAnnouncing, let services = node?.services else { return }
    isAnnouncing = true
    services.schedule(after: ArchiveLimits.announcingDelay) { [weak self] in
      guard let self else { return }
      isAnnouncing = false
      for listener in shared.withLock({ $0.listeners.values }) { listener.yield(.everything) }
    }
  }

  private func archived(_ row: Element) throws -> SavedRow {
    SavedRow(
      id: try JSONText.encode(row.id), position: 0, value: try JSONText.encode(row), keys: keys.map { $0.bytes(row) })
  }

  private func reportMisuse(_ message: @autoclosure () -> String) {
    guard !hasReportedMisuse else { return }
    hasReportedMisuse = true
    if let owner = node?.owner { owner.rowsMisused(message()) } else { TurnContext.reportMisuse(message()) }
  }

  // MARK: Reading

  /// Reads the row with this id.
  ///
  /// - Returns: The row; `nil` if there is none.
  /// - Throws: ``ArchiveError``, or the store's error.
  public func row(id: Element.ID) async throws -> Element? { try await rows(ids: [id]).first }

  /// Reads rows in the order of a key.
  ///
  /// - Parameters:
  ///   - filter: Which rows.
  ///   - property: The property by which they are sorted, one of the keys. Equal ones are in the order in which they were added.
  ///   - order: The direction. Rows without a value are the last, and in reverse order the first; so are, of equal ones, those that were
  ///     added last.
  ///   - range: The places of the rows in that order, at most 1,000.
  /// - Throws: ``ArchiveError``, or the store's error.
  public func rows<Value>(
    matching filter: Filter = .all, sortedBy property: any KeyPath<Element, Value> & Sendable,
    order: SortOrder = .forward, in range: Range<Int> = 0..<100
  ) async throws -> [Element] {
    let key = try place(of: property)
    let sort = ArchiveQuestion.Sort(key: key, isReversed: order == .reverse)
    return try await read(filter, [sort], range, counts: false).rows
  }

  /// Reads rows in the order in which they were added.
  ///
  /// - Parameters:
  ///   - filter: Which rows.
  ///   - range: Their places in that order, at most 1,000.
  /// - Throws: ``ArchiveError``, or the store's error.
  public func rows(matching filter: Filter = .all, in range: Range<Int> = 0..<100) async throws -> [Element] {
    try await read(filter, [], range, counts: false).rows
  }

  /// Counts rows.
  ///
  /// - Throws: ``ArchiveError``, or the store's error.
  public func count(matching filter: Filter = .all) async throws -> Int {
    try await read(filter, [], 0..<0, counts: true).count
  }

  private func place(of property: AnyKeyPath) throws(ArchiveError) -> Int {
    guard let place = keys.firstIndex(where: { $0.property == property }) else { throw .noKey("\(property)") }
    return place
  }

  private func read(
    _ filter: Filter, _ sorts: [ArchiveQuestion.Sort], _ range: Range<Int>, counts: Bool
  ) async throws -> (rows: [Element], count: Int) {
    let first = min(max(range.lowerBound, 0), ArchiveLimits.places)
    var question = ArchiveQuestion(range: range.clamped(to: first..<first + ArchiveLimits.rowsAtOnce))
    question.sorts = sorts
    question.conditions = try filter.conditions.map { condition in
      ArchiveQuestion.Condition(key: try place(of: condition.property), from: condition.from, to: condition.to)
    }
    let (known, changes) = shared.withLock { ($0.counts[filter], $0.changes) }
    question.counts = counts && known == nil
    let answer = try await ask(question)
    guard let count = answer.count else { return (decoded(answer.rows), known ?? answer.rows.count) }
    if known == nil {
      shared.withLock { shared in
        if shared.counts.count >= ArchiveLimits.knownCounts { shared.counts = [:] }
        if shared.changes == changes { shared.counts[filter] = count }
      }
    }
    return (decoded(answer.rows), count)
  }

  private func ask(_ question: ArchiveQuestion) async throws -> ArchiveAnswer {
    guard let reader = shared.withLock({ $0.reader }) else { throw ArchiveError.unavailable }
    return try await reader.answer(question)
  }

  /// A row that this version of the app can't decode is left out, and stays in the store.
  private func decoded(_ rows: [ArchivedRow]) -> [Element] {
    rows.compactMap { row in
      do {
        return try decode(row)
      } catch {
        shared.withLock { $0.reader }?.report("\(String(decoding: row.id, as: UTF8.self)): \(error)")
        return nil
      }
    }
  }

  private func decode(_ row: ArchivedRow) throws -> Element {
    let (migrations, name) = shared.withLock { ($0.migrations, $0.name) }
    let value = try JSONReader.value(from: row.value, depth: 512)
    let former = migrations.formerName(of: name, in: row.version)
    return try JSONValueDecoder.decode(Element.self, from: migrations.migrate(value, of: former, since: row.version))
  }

  // MARK: In tables

  @concurrent public func page(_ request: TablePageRequest<Element, Filter>) async throws -> TablePage<Element> {
    let sorts = try request.sort.map { sort in
      guard let key = keys.firstIndex(where: { $0.name == sort.column }) else { throw ArchiveError.noKey(sort.column) }
      return ArchiveQuestion.Sort(key: key, isReversed: sort.order == .reverse)
    }
    let (rows, count) = try await read(request.filter, sorts, request.range, counts: true)
    return TablePage(rows, count: .exactly(count))
  }

  /// Reads the rows with these ids, at most 10,000, in any order.
  @concurrent public func rows(ids: [Element.ID]) async throws -> [Element] {
    var question = ArchiveQuestion(range: 0..<ids.count)
    question.ids = try ids.prefix(TableLimits.selectedRows).map { try JSONText.encode($0) }
    return decoded(try await ask(question).rows)
  }

  public func changes() -> AsyncStream<TableChange<Element.ID>> {
    let (changes, listener) = AsyncStream.makeStream(
      of: TableChange<Element.ID>.self, bufferingPolicy: .bufferingNewest(1))
    shared.withLock { shared in
      let number = shared.nextListener
      shared.nextListener += 1
      shared.listeners[number] = listener
      listener.onTermination = { [weak self] _ in self?.forget(number) }
    }
    return changes
  }

  private func forget(_ listener: Int) { _ = shared.withLock { $0.listeners.removeValue(forKey: listener) } }
}

/// The reason why rows of an archive can't be read.
public enum ArchiveError: Error, Hashable, CustomStringConvertible {
  /// The archive has no key of this name or property.
  case noKey(String)
  /// The archive is no property of a saved object on the hub, or that is not saved.
  case unavailable

  public var description: String {
    switch self {
    case .noKey(let name): "The archive has no key for \(name): add one to its 'keys'"
    case .unavailable: "The archive can't be read, because its object is no saved state of a tenant or user"
    }
  }
}

extension ArchivedRows: SavedRows {
  package func attach(to node: _ModelNode, as name: String) {
    self.node = node
    self.name = name
  }

  package var size: RowSize { RowSize() }

  package var elementType: String { TypeName.of(Element.self).short }

  package var archive: (any SavedArchive)? { self }

  package func drainChanges() -> [SavedRow] {
    defer { removeAllUnsaved() }
    return unsaved
  }

  package func removeAllUnsaved() { (unsaved, placesOfUnsaved) = ([], [:]) }

  /// Also one that has become too large.
  package func restore(_ value: JSONValue, position: Int64, size: Int) throws {
    change(try archived(JSONValueDecoder.decode(Element.self, from: value)))
  }

  package func restore(migrated value: JSONValue, position: Int64, former: [UInt8]) throws {
    try restore(value, position: position, size: 0)
  }

  package func saveAll() {}
}

extension ArchivedRows: SortingSource {
  func column(of property: any Hashable) -> String? {
    let property = property as? AnyKeyPath
    return keys.first { $0.property == property }?.name
  }
}

extension ArchivedRows: SavedArchive {
  package var keyNames: [String] { keys.map(\.name) }

  package func read(by reader: any ArchiveReader, migrations: [SavedMigration]) {
    shared.withLock { shared in (shared.reader, shared.migrations, shared.name) = (reader, migrations, name) }
  }

  package func renewed(_ row: ArchivedRow) throws -> SavedRow { try archived(decode(row)) }

  package func wasRenewed() { announce() }
}
