/// The orders of one `Rows`, each made when it is first read and kept up to date by each change.
///
/// To keep an order up to date costs about as much in 16 changes as to make it again costs for each row. So one that was not
/// read during this number of changes is forgotten; readers that still wait for a change of it are notified at the next one.
final class RowOrders<Element> {
  private var orders: [RowOrderKey: SharedRowOrder<Element>] = [:]
  private var changes = 0
  private var reads = 0
  /// Observed by the readers of forgotten orders, who are notified at the next change.
  private var retired: [RowCell] = []

  /// The number of orders that are kept: 16 MB of them, but no fewer than 64 and no more than 1,024. Beyond them, the one that
  /// was read longest ago is forgotten.
  static func limit(of rows: Int) -> Int { max(64, min(1024, (4 << 20) / max(rows, 1))) }

  /// The order with this key, which is made if there is none.
  func order(_ key: RowOrderKey, of rows: Int, make: () -> RowOrder<Element>) -> SharedRowOrder<Element> {
    if let known = orders[key] { return known }
    let new = SharedRowOrder(make(), at: changes)
    let oldest = { [orders] in
      orders.lazy.filter { $0.value.watches == 0 }.min { $0.value.lastRead < $1.value.lastRead }
    }
    if orders.count >= Self.limit(of: rows), let oldest = oldest() {
      guard retired.count < Self.limit(of: rows) else {
        // It is not kept, so its readers observe all rows.
        new.isForgotten = true
        return new
      }
      forget(oldest.key)
    }
    orders[key] = new
    return new
  }

  func has(_ key: RowOrderKey) -> Bool { orders[key] != nil }

  /// Whether it is kept up to date, or nothing has changed since it was made.
  func isCurrent(_ shared: SharedRowOrder<Element>) -> Bool { !shared.isForgotten || shared.madeAt == changes }

  /// A row is about to change: tells the readers of the orders in which it gets another place, and forgets orders that were not
  /// read for long.
  func willChange(_ slot: Int32?, from old: Element?, to new: Element?, of rows: Int) {
    guard !orders.isEmpty || !retired.isEmpty else { return }
    changes += 1
    let longAgo = changes - max(64, rows / 16)
    for (key, shared) in orders where shared.lastChange < longAgo && shared.watches == 0 { forget(key) }
    let told = retired
    retired = []
    for cell in told { cell.change() }
    for shared in orders.values where shared.order.isMoved(slot, from: old, to: new) { shared.cell.change() }
  }

  /// The orders in which a row gets another place if it changes so. A reader that was told may have asked for new ones.
  func moving(_ slot: Int32?, from old: Element?, to new: Element?) -> [SharedRowOrder<Element>] {
    orders.isEmpty ? [] : orders.values.filter { $0.order.isMoved(slot, from: old, to: new) }
  }

  /// - Returns: Whether the reader will be notified.
  func read(_ shared: SharedRowOrder<Element>) -> Bool {
    guard !shared.isForgotten else { return false }
    reads += 1
    (shared.lastRead, shared.lastChange) = (reads, changes)
    shared.cell.access()
    return true
  }

  func renumber(_ moved: [Int32]) { for shared in orders.values { shared.order.renumber(moved) } }

  func forgetAll() {
    changes += 1
    for key in orders.keys { forget(key) }
  }

  private func forget(_ key: RowOrderKey) {
    guard let shared = orders.removeValue(forKey: key) else { return }
    shared.isForgotten = true
    if shared.cell.isRead { retired.append(shared.cell) }
  }

  /// How many there are, for tests.
  var count: Int { orders.count }
}

/// An order with its readers.
final class SharedRowOrder<Element> {
  var order: RowOrder<Element>
  /// It is not kept up to date any more.
  fileprivate(set) var isForgotten = false
  /// The number of tables that show it. It is kept up to date for them.
  var watches = 0
  /// The number of changes before it was made.
  fileprivate let madeAt: Int
  /// The number of changes before it was read the last time.
  fileprivate var lastChange: Int
  /// The number of reads of all orders, when it was read the last time.
  fileprivate var lastRead = Int.max
  fileprivate let cell = RowCell()

  fileprivate init(_ order: RowOrder<Element>, at changes: Int) {
    (self.order, madeAt, lastChange) = (order, changes, changes)
  }
}
