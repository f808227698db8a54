/// Makes orders of many rows outside the hub, one after another.
///
/// The hub goes on meanwhile: rows that change until an order is made are put in their places afterwards.
final class OrderMaking<Element: Identifiable & Codable & Sendable> where Element.ID: Codable & Sendable {
  /// The rows of a table up to which the hub makes an order itself.
  static var immediateRows: Int { 2000 }
  /// Milliseconds after which a filter or a comparison counts as one that never ends.
  private static var patience: Int64 { 10_000 }

  private final class Order {
    let key: RowOrderKey
    let filters: [@Sendable (Element) -> Bool]
    let sorts: [RowSort<Element>]
    var waiting: [Waiting] = []

    init(_ key: RowOrderKey, _ filters: [@Sendable (Element) -> Bool], _ sorts: [RowSort<Element>]) {
      (self.key, self.filters, self.sorts) = (key, filters, sorts)
    }
  }

  private struct Waiting {
    weak var host: (any HubServices)?
    let isWanted: () -> Bool
    let then: (Bool) -> Void
  }

  /// The first one is being made.
  private var orders: [Order] = []
  /// When that was begun, on the hub's clock.
  private var began: Int64 = 0
  /// The slots of rows that have changed since it was begun.
  private var changed: Set<Int32> = []
  /// Whether rows have other slots by now.
  private var isRenumbered = false

  /// - Parameters:
  ///   - isWanted: Asked when the order's turn has come.
  ///   - then: Called when the order is there, or was given up.
  func make(
    _ key: RowOrderKey, _ filters: [@Sendable (Element) -> Bool], _ sorts: [RowSort<Element>], of rows: Rows<Element>,
    on host: any HubServices, while isWanted: @escaping () -> Bool, then: @escaping (_ isMade: Bool) -> Void
  ) {
    dropUnwanted(orders.dropFirst())
    let known = orders.first { $0.key == key }
    let order = known ?? Order(key, filters, sorts)
    order.waiting.append(Waiting(host: host, isWanted: isWanted, then: then))
    giveUpLater(of: rows, on: host)
    guard known == nil else { return }
    orders.append(order)
    if orders.count == 1 { begin(of: rows) }
  }

  /// Rows have come, gone or changed.
  func changed(_ slots: [Int32?]) {
    if !orders.isEmpty { changed.formUnion(slots.compactMap(\.self)) }
  }

  /// Rows have other slots.
  func renumbered() { isRenumbered = true }

  /// Those who have asked may have gone, or want another one by now.
  private func dropUnwanted(_ some: ArraySlice<Order>) {
    let unwanted = some.filter { $0.waiting.allSatisfy { $0.host == nil || !$0.isWanted() } }
    orders.removeAll { order in unwanted.contains { $0 === order } }
  }

  private func begin(of rows: Rows<Element>) {
    dropUnwanted(orders[...])
    guard let order = orders.first, let host = order.waiting.lazy.compactMap(\.host).first else { return }
    (changed, isRenumbered, began) = ([], false, host.now)
    let slots = rows.slots
    weak let owner = rows
    _ = host.startTask {
      let made = await RowOrder.make(of: slots, filters: order.filters, sorts: order.sorts)
      if let owner { self.made(made, order, of: owner) }
    }
    giveUpLater(of: rows, on: host)
  }

  /// A timer of each window that waits, because a window that closes takes its timers with it.
  private func giveUpLater(of rows: Rows<Element>, on host: any HubServices) {
    host.schedule(after: Self.patience) { [weak rows, weak host] in
      guard let rows, let host, let order = self.orders.first, host.now - self.began >= Self.patience else { return }
      self.end(order, isMade: false, of: rows)
    }
  }

  private func made(_ made: RowOrder<Element>, _ order: Order, of rows: Rows<Element>) {
    guard orders.first === order else { return }
    guard !isRenumbered else { return begin(of: rows) }
    var made = made
    made.replace(changed, in: rows.slots)
    _ = rows.order(order.key) { _ in made }
    end(order, isMade: true, of: rows)
  }

  private func end(_ order: Order, isMade: Bool, of rows: Rows<Element>) {
    guard orders.first === order else { return }
    orders.removeFirst()
    for waiting in order.waiting { waiting.then(isMade) }
    if !orders.isEmpty { begin(of: rows) }
  }
}
