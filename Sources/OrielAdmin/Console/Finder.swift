import Oriel
import OrielHub

/// The current search of a list, which replaces the previous one. It is not part of the screen.
final class Finder<Row> {
  private var search: Search<Row>?

  init() {}

  /// Searches for a page of a list.
  ///
  /// - Parameter show: Called once, unless another search has replaced this one.
  func find(
    page: Int, on monitor: HubMonitor,
    _ find: nonisolated(nonsending) @escaping (Search<Row>) async -> Void, show: @escaping (Found<Row>) -> Void
  ) {
    search?.cancel()
    let search = Search<Row>(offset: page * Pager.size, limit: Pager.size)
    self.search = search
    monitor.hub.performNow {
      await find(search)
      if search.isComplete { show(Found(search)) }
    }
  }
}

/// A page of search results.
struct Found<Row> {
  var rows: [Row]
  var count: Int

  init(_ search: Search<Row>) {
    rows = search.rows
    count = search.count
  }

  var pages: Int { Pager(page: 0, count: count, what: "").pages }
}

/// The state of paging through a list.
struct Pager {
  static let size = 20

  let page: Int
  let count: Int
  let what: String

  var pages: Int { max(1, (count + Self.size - 1) / Self.size) }
  var summary: String { "\(count) \(what)" + (pages > 1 ? ", page \(page + 1) of \(pages)" : "") }
}

/// Buttons for the previous and next page, if there are several.
struct PageTurner: View {
  let page: Binding<Int>
  let pages: Int

  var body: some View {
    if pages > 1 {
      let shown = page.wrappedValue
      HStack {
        Button("Previous") { self.page.wrappedValue = shown - 1 }.disabled(shown == 0).id("previous")
        Button("Next") { self.page.wrappedValue = shown + 1 }.disabled(shown + 1 >= pages).id("next")
      }
    }
  }
}
