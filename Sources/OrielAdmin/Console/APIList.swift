import Oriel
import OrielDocument
import OrielHub

/// A list of the API, of which a screen shows a page. One request is made at a time.
@Observable
final class APIList<Row> {
  private(set) var page: ListPage<Row>?
  /// The reason why there is none.
  private(set) var failure: String?
  @ObservationIgnored private let name: String
  @ObservationIgnored private let row: (JSONObject) -> Row?
  @ObservationIgnored private var isWaiting = false
  @ObservationIgnored private var next: (request: String, ask: () -> Void)?

  /// - Parameters:
  ///   - name: The path, which is also the member of the answer that has the rows.
  ///   - row: Reads a row.
  init(_ name: String, _ row: @escaping (JSONObject) -> Row?) {
    (self.name, self.row) = (name, row)
  }

  /// Asks now, or when the former request is answered; then only what was asked last.
  ///
  /// - Parameter then: Called with the page, unless the next request is another one.
  func read(
    _ query: KeyValuePairs<String, String?>, for model: any NavigationModel,
    then: @escaping (ListPage<Row>) -> Void = { _ in }
  ) {
    let request = ConsoleRequest(path: name, query: query)
    guard !isWaiting else {
      next = (request.target, { [weak self, weak model] in model.map { self?.read(query, for: $0, then: then) } })
      return
    }
    isWaiting = true
    model.ask(request) { [weak self] answer in
      guard let self else { return }
      let next = next
      (isWaiting, self.next) = (false, nil)
      // An answer that took longer than the time between two requests is shown all the same.
      if next == nil || next?.request == request.target { show(answer, then) }
      next?.ask()
    }
  }

  private func show(_ answer: Result<JSONObject, Problem>, _ then: (ListPage<Row>) -> Void) {
    switch answer {
    case .failure(let problem): (page, failure) = (nil, problem.detail)
    case .success(let answer):
      let page = ListPage(answer, name, row)
      (self.page, failure) = (page, nil)
      then(page)
    }
  }
}

extension JSONObject {
  /// The nodes that have not answered.
  var missing: [String] { (self["missing"]?.arrayValue ?? []).compactMap(\.stringValue) }
}

/// A page of a list.
struct ListPage<Row> {
  var rows: [Row] = []
  /// The number of rows on all pages, if it is known.
  var count: Int?
  var hasMore: Bool
  /// The nodes that have not answered.
  var missing: [String]

  init(_ answer: JSONObject, _ name: String, _ row: (JSONObject) -> Row?) {
    rows = (answer[name]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(row) }
    count = answer["count"]?.integerValue
    hasMore = answer["next"] != nil
    missing = answer.missing
  }
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
