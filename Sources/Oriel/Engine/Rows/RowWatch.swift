/// Notices the changes of some of many rows, and of their order.
///
/// Observation would keep a cell for each row that was ever shown. A watch is asked at each change whether the row is one of
/// its own.
final class RowWatch<Element: Identifiable & Codable & Sendable> where Element.ID: Codable & Sendable {
  let rows: Rows<Element>
  private var order: SharedRowOrder<Element>?
  private var ids: Set<Element.ID> = []
  /// The ranks of the rows, if nothing else is between them.
  private var ranks: Range<Int>?
  private var changed: Set<Element.ID> = []
  /// Whether a row may have come, gone or moved among them or past them.
  private var hasMoved = false
  private let onChange: () -> Void

  /// - Parameter onChange: Called before a change. It must not read rows.
  init(_ rows: Rows<Element>, onChange: @escaping () -> Void) {
    (self.rows, self.onChange) = (rows, onChange)
    rows.add(self)
  }

  deinit { order?.watches -= 1 }

  /// Watches these rows of an order from now on.
  func watch(_ ids: Set<Element.ID>, at ranks: Range<Int>?, of order: SharedRowOrder<Element>) {
    (self.ids, self.ranks) = (ids, ranks)
    guard order !== self.order else { return }
    self.order?.watches -= 1
    order.watches += 1
    self.order = order
  }

  /// A row is about to change.
  ///
  /// - Parameter move: Its move in this order; `nil` if it keeps its place.
  func willChange(_ id: Element.ID, move: (SharedRowOrder<Element>) -> RowMove?) {
    let isOwn = ids.contains(id)
    if isOwn { changed.insert(id) }
    let isMove = order.map { order in order.isForgotten || move(order)?.passes(ranks) == true } ?? false
    if isMove { hasMoved = true }
    if isOwn || isMove { onChange() }
  }

  /// All rows are others.
  func replaced() {
    (changed, hasMoved) = (ids, true)
    onChange()
  }
}

extension RowWatch: TableWatch {
  func drain() -> TableChanges {
    defer { (changed, hasMoved) = ([], false) }
    let slots = rows.slots
    let present = changed.compactMap { id in rows.slot(of: id).flatMap { slots[Int($0)].element } }
    return TableChanges(rows: present.map { (TableRowID.text($0.id), $0) }, isMoved: hasMoved)
  }
}

/// The move of a row in an order: it comes if it had no rank, and goes if it gets none.
struct RowMove {
  let old: Int?
  let new: Int?

  /// Whether the row stays between the same two.
  var isNone: Bool { old != nil && (new == old || new == old! + 1) }

  /// Whether rows at these ranks get other neighbours or ranks.
  func passes(_ ranks: Range<Int>?) -> Bool {
    guard let ranks, let old, let new else { return true }
    return !(old < ranks.lowerBound && new <= ranks.lowerBound || old >= ranks.upperBound && new >= ranks.upperBound)
  }
}
