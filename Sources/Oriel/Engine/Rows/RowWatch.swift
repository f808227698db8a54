/// Notices the changes of some of many rows, and of their order.
///
/// Observation would keep a cell for each row that was ever shown. A watch is asked at each change whether the row is one of
/// its own.
final class RowWatch<Element: Identifiable & Codable & Sendable> where Element.ID: Codable & Sendable {
  let rows: Rows<Element>
  private var order: SharedRowOrder<Element>?
  private var ids: Set<Element.ID> = []
  private var changed: Set<Element.ID> = []
  private let onChange: () -> Void

  /// - Parameter onChange: Called before a change. It must not read rows.
  init(_ rows: Rows<Element>, onChange: @escaping () -> Void) {
    (self.rows, self.onChange) = (rows, onChange)
    rows.add(self)
  }

  deinit { order?.watches -= 1 }

  /// Watches these rows of an order from now on.
  func watch(_ ids: Set<Element.ID>, of order: SharedRowOrder<Element>) {
    self.ids = ids
    guard order !== self.order else { return }
    self.order?.watches -= 1
    order.watches += 1
    self.order = order
  }

  /// A row is about to change.
  ///
  /// - Parameter isMoved: Whether it gets another place in this order, comes or goes.
  func willChange(_ id: Element.ID, isMoved: (SharedRowOrder<Element>) -> Bool) {
    let isOwn = ids.contains(id)
    guard isOwn || order.map({ $0.isForgotten || isMoved($0) }) == true else { return }
    if isOwn { changed.insert(id) }
    onChange()
  }

  /// All rows are others.
  func replaced() {
    changed = ids
    onChange()
  }
}

extension RowWatch: TableWatch {
  func drain() -> [String] {
    defer { changed = [] }
    return changed.map(TableRowID.text)
  }
}
