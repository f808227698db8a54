import Oriel
import OrielDocument
import OrielHub

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
  private let row: @Sendable (JSONObject) -> Row?

  /// - Parameters:
  ///   - name: The path, which is also the member of the answer that has the rows.
  ///   - row: Reads a row.
  init(_ name: String, _ row: @escaping @Sendable (JSONObject) -> Row?) {
    (self.name, self.row) = (name, row)
  }

  /// From now on, the model's console asks.
  func begin(for model: any NavigationModel, _ monitor: HubMonitor) {
    self.model = model
    isolation = monitor.hub.isolation
  }

  /// Has pages read again the rows that they look at.
  func refresh() { for listener in listeners.values { listener.yield(.everything) } }

  @concurrent func page(_ request: TablePageRequest<Row, Filter>) async throws -> TablePage<Row> {
    var parameters = request.filter
    if let sort = request.sort.first { parameters["sort"] = (sort.order == .reverse ? "-" : "") + sort.column }
    parameters["after"] = "\(request.range.lowerBound)"
    parameters["limit"] = "\(request.range.count)"
    let answer = try await ask(ConsoleRequest(path: name, parameters: parameters))
    let rows = (answer[name]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(row) }
    let count = answer["count"]?.integerValue ?? request.range.lowerBound + rows.count
    return TablePage(rows, count: .exactly(count))
  }

  @concurrent private func ask(_ request: ConsoleRequest) async throws -> JSONObject {
    guard let hub = isolation else { throw CancellationError() }
    return try await withCheckedThrowingContinuation { waiting in
      hub.run { [self] in
        guard let model else { return waiting.resume(throwing: CancellationError()) }
        model.ask(request) { [self] answer in
          if case .success(let found) = answer { show(found) }
          waiting.resume(with: answer.mapError { Oriel.Problem($0.detail) })
        }
      }
    }
  }

  private func show(_ answer: JSONObject) {
    let (count, missing) = (answer["count"]?.integerValue, answer.missing)
    if count != self.count { self.count = count }
    if missing != self.missing { self.missing = missing }
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
