import Oriel

/// A trader's orders, positions and half-typed tickets: saved with their user, the same in all windows.
@SavedState
final class TradingBook {
  struct Order: Codable, Hashable, Identifiable {
    enum Status: String, Codable {
      case working = "Working"
      case filled = "Filled"
      case cancelled = "Cancelled"
    }

    let id: Int
    let symbol: String
    let isBuy: Bool
    let quantity: Int
    /// In hundredths; `nil` for a market order.
    let limit: Int?
    var status = Status.working
    /// In hundredths, once the order is filled.
    var price: Int?

    var summary: String { "\(isBuy ? "Buy" : "Sell") \(quantity.grouped)" }
  }

  struct Position: Codable, Hashable {
    var quantity: Int
    /// The price paid for the whole position, in hundredths.
    var cost: Int
  }

  /// A ticket that has not been sent, as it is typed.
  struct Draft: Codable, Hashable {
    var isBuy = true
    var quantity = ""
    var limit = ""
    var note = ""

    var isEmpty: Bool { quantity.isEmpty && limit.isEmpty && note.isEmpty }

    var wholeQuantity: Int? { Int(quantity).flatMap { (1...100_000).contains($0) ? $0 : nil } }

    /// In hundredths.
    var limitPrice: Int? {
      guard let price = Double(limit), price.isFinite, (0.01...1_000_000).contains(price) else { return nil }
      return Int((price * 100).rounded())
    }
  }

  private(set) var positions = [
    "HALC": Position(quantity: 400, cost: 3_340_000), "SOLA": Position(quantity: -1_500, cost: -1_470_000),
    "TARN": Position(quantity: 120, cost: 1_716_000),
  ]
  private(set) var orders = [
    Order(id: 2, symbol: "KITE", isBuy: true, quantity: 2_000, limit: 610),
    Order(id: 1, symbol: "TARN", isBuy: true, quantity: 120, limit: nil, status: .filled, price: 14_300),
  ]
  private(set) var placed = 2
  /// By symbol.
  private(set) var drafts: [String: Draft] = [:]

  static let orderLimit = 30

  subscript(draft symbol: String) -> Draft {
    get { drafts[symbol] ?? Draft() }
    set { drafts[symbol] = newValue.isEmpty && newValue.isBuy ? nil : newValue }
  }

  /// Places the order in the ticket. An order without a limit is filled at once.
  func place(_ instrument: Market.Instrument) {
    let draft = self[draft: instrument.symbol]
    guard let quantity = draft.wholeQuantity, draft.limit.isEmpty || draft.limitPrice != nil else { return }
    placed += 1
    orders.insert(
      Order(id: placed, symbol: instrument.symbol, isBuy: draft.isBuy, quantity: quantity, limit: draft.limitPrice),
      at: 0)
    drafts[instrument.symbol] = nil
    forgetOldest()
    match([instrument])
  }

  /// Fills the working orders whose limit these prices have reached.
  func match(_ instruments: [Market.Instrument]) {
    for index in orders.indices where orders[index].status == .working {
      let order = orders[index]
      guard let price = instruments.first(where: { $0.symbol == order.symbol })?.price else { continue }
      if let limit = order.limit, order.isBuy ? price > limit : price < limit { continue }
      orders[index].status = .filled
      orders[index].price = price
      let signed = order.isBuy ? order.quantity : -order.quantity
      var position = positions[order.symbol] ?? Position(quantity: 0, cost: 0)
      position.quantity += signed
      position.cost += signed * price
      positions[order.symbol] = position
    }
  }

  func cancel(_ id: Order.ID) {
    guard let index = orders.firstIndex(where: { $0.id == id && $0.status == .working }) else { return }
    orders[index].status = .cancelled
  }

  /// Forgets the oldest order that is done, or else the oldest working order.
  private func forgetOldest() {
    guard orders.count > Self.orderLimit else { return }
    orders.remove(at: orders.lastIndex { $0.status != .working } ?? orders.count - 1)
  }

  /// The profit, in hundredths, if all positions were sold now.
  func profit(at instruments: [Market.Instrument]) -> Int {
    instruments.reduce(0) { $0 + profit(of: $1) }
  }

  func profit(of instrument: Market.Instrument) -> Int {
    guard let position = positions[instrument.symbol] else { return 0 }
    return position.quantity * instrument.price - position.cost
  }
}
