import Oriel
import OrielDocument
import OrielHub
import Synchronization

/// A list of the API as the rows of a table. A page of the table asks for what it looks at.
@Observable
final class APISource<Row: Identifiable & Sendable>: TableSource, @unchecked Sendable where Row.ID: Sendable {
  /// The parameters of the list, by their names.
  typealias Filter = [String: String]

  /// The number of rows, once it is known. With the following, the hub's.
  private(set) var count: Int?
  /// The nodes that have not answered.
  private(set) var missing: [String] = []
  @ObservationIgnored private weak var model: (any NavigationModel)?
  @ObservationIgnored private var listeners: [Int: AsyncStream<TableChange<Row.ID>>.Continuation] = [:]
  @ObservationIgnored private var lastListener = 0
  /// Set before the first question.
  @ObservationIgnored private var isolation: (any HubIsolation)?
  private let name: String
  /// The member of an answer that has the rows.
  private let member: String
  private let paging: Paging
  private let row: @Sendable (JSONObject) -> Row?
  private let cursors = Mutex(Cursors())
  /// Counts the questions, because a former one may be answered after a newer one.
  private let questions = Mutex(0)
  /// The newest question whose answer is shown. The hub's.
  @ObservationIgnored private var shown = 0

  /// How the parameter `after` names the rows before a page.
  enum Paging {
    /// The number of rows before the page.
    case offset
    /// The `next` of the page before.
    case cursor
  }

  /// - Parameters:
  ///   - name: The path.
  ///   - member: The member of the answer that has the rows; `nil` if it is called as the path.
  ///   - row: Reads a row.
  init(
    _ name: String, member: String? = nil, by paging: Paging = .offset, _ row: @escaping @Sendable (JSONObject) -> Row?
  ) {
    (self.name, self.member, self.paging, self.row) = (name, member ?? name, paging, row)
  }

  /// From now on, the model's console asks.
  func begin(for model: any NavigationModel, _ monitor: HubMonitor) {
    self.model = model
    isolation = monitor.hub.isolation
  }

  /// Has pages read again the rows that they look at.
  func refresh() {
    cursors.withLock { $0 = Cursors() }
    for listener in listeners.values { listener.yield(.everything) }
  }

  @concurrent func page(_ request: TablePageRequest<Row, Filter>) async throws -> TablePage<Row> {
    let question = questions.withLock { number in
      number += 1
      return number
    }
    var parameters = request.filter
    if let sort = request.sort.first { parameters["sort"] = (sort.order == .reverse ? "-" : "") + sort.column }
    if paging == .cursor { return try await page(request.range, parameters, question) }
    parameters["after"] = "\(request.range.lowerBound)"
    parameters["limit"] = "\(request.range.count)"
    let answer = try await ask(ConsoleRequest(path: name, parameters: parameters))
    let rows = (answer[member]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(row) }
    let count = answer["count"]?.integerValue ?? request.range.lowerBound + rows.count
    show(count, answer.missing, of: question)
    return TablePage(rows, count: .exactly(count))
  }

  /// Goes on from the nearest known cursor, with as many requests as it takes.
  @concurrent private func page(_ range: Range<Int>, _ filter: Filter, _ question: Int) async throws -> TablePage<Row> {
    var (index, cursor) = cursors.withLock { $0.nearest(to: range.lowerBound, of: filter) }
    var rows: [JSONValue] = []
    var missing: [String] = []
    repeat {
      var parameters = filter
      parameters["after"] = cursor
      parameters["limit"] = "\(min(range.upperBound - index, Self.longestPage))"
      let answer = try await ask(ConsoleRequest(path: name, parameters: parameters))
      let found = answer[member]?.arrayValue ?? []
      rows += found.dropFirst(max(0, range.lowerBound - index))
      index += found.count
      // A page without rows has nothing to go on from.
      cursor = found.isEmpty ? nil : answer["next"]?.stringValue
      missing = answer.missing
      if let cursor { cursors.withLock { $0.keep(cursor, at: index, of: filter) } }
    } while cursor != nil && index < range.upperBound
    show(cursor == nil ? index : nil, missing, of: question)
    return TablePage(
      rows.compactMap { $0.objectValue.flatMap(row) }, count: cursor == nil ? .exactly(index) : .atLeast(index + 1))
  }

  /// The most rows that the API lists at once.
  private static var longestPage: Int { 1000 }

  @concurrent private func ask(_ request: ConsoleRequest) async throws -> JSONObject {
    guard let hub = isolation else { throw CancellationError() }
    return try await withCheckedThrowingContinuation { waiting in
      hub.run { [self] in
        guard let model else { return waiting.resume(throwing: CancellationError()) }
        model.ask(request) { answer in waiting.resume(with: answer.mapError { Oriel.Problem($0.detail) }) }
      }
    }
  }

  private func show(_ count: Int?, _ missing: [String], of question: Int) {
    isolation?.run { [self] in
      guard question >= shown else { return }
      shown = question
      if count != self.count { self.count = count }
      if missing != self.missing { self.missing = missing }
    }
  }

  func changes() -> AsyncStream<TableChange<Row.ID>> {
    let (changes, listener) = AsyncStream.makeStream(of: TableChange<Row.ID>.self, bufferingPolicy: .bufferingNewest(1))
    lastListener += 1
    let number = lastListener
    listeners[number] = listener
    let hub = isolation
    weak let source = self
    listener.onTermination = { _ in hub?.run { source?.listeners[number] = nil } }
    return changes
  }
}

/// The known cursors of a list, for one filter.
private struct Cursors {
  private var filter: [String: String] = [:]
  /// The cursors by the number of rows before them.
  private var known: [Int: String] = [:]

  /// The last cursor that is not behind an index; the beginning of the list, if there is none.
  func nearest(to index: Int, of filter: [String: String]) -> (index: Int, cursor: String?) {
    guard filter == self.filter, let nearest = known.keys.filter({ $0 <= index }).max() else { return (0, nil) }
    return (nearest, known[nearest])
  }

  mutating func keep(_ cursor: String, at index: Int, of filter: [String: String]) {
    if filter != self.filter || known.count >= 1000 { (self.filter, known) = (filter, [:]) }
    known[index] = cursor
  }
}

extension JSONObject {
  /// The nodes that have not answered.
  var missing: [String] { (self["missing"]?.arrayValue ?? []).compactMap(\.stringValue) }
}

extension HubMonitor {
  /// The name of a node, if it is another one.
  func other(_ node: String?) -> String? { node.flatMap { $0 == nodeName ? nil : $0 } }
}

/// Says that a list is not of all nodes.
struct MissingNodes: View {
  let names: [String]

  var body: some View {
    if !names.isEmpty {
      Text(Words.plain("No answer from \(names.joined(separator: ", ")): what is there is missing here."))
        .foregroundStyle(.danger).id("missing-nodes")
    }
  }
}
